/* Integers to floats. */
#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->u[i] = (float)(int32_t)d->i[i];
}
