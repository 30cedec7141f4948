/* Euclidean norm. */
#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += d->x[i] * d->x[i];
  d->sum = __builtin_elementwise_sqrt(sum);
}
