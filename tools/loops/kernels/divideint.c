/* Integer division by a variable. */
#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->j[i] = d->i[i] / d->divisor;
}
