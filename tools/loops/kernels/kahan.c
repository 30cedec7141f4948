/* Sum with Kahan's compensation. */
#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double sum = 0, lost = 0;
  for (long i = 0; i < n; ++i) {
    double term = d->x[i] - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  d->sum = sum;
}
