/* Bytes to floats between 0 and 1. */
#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->u[i] = d->a[i] * (1.0f / 255);
}
