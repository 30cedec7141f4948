/* Floats to doubles. */
#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->x[i] = d->u[i];
}
