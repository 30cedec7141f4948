/* Doubles to floats. */
#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->u[i] = (float)d->x[i];
}
