/* Floats to integers, with truncation. */
#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->i[i] = (uint32_t)(int32_t)(d->u[i] * 100);
}
