/* Scalar product of 16-bit integers. */
#include "kernel.h"

KERNEL_SIZE(3 * Most2 / 4);

void kernel(long n, struct Data *d) {
  uint32_t sum = 0;
  for (long i = 0; i < n; ++i)
    sum += (uint32_t)(d->s[i] * d->t[i]);
  d->total = sum;
}
