/* Scalar product of floats. */
#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  float sum = 0;
  for (long i = 0; i < n; ++i)
    sum += d->u[i] * d->v[i];
  d->sum = sum;
}
