/* Largest double. */
#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double most = 0;
  for (long i = 0; i < n; ++i)
    most = d->x[i] > most ? d->x[i] : most;
  d->sum = most;
}
