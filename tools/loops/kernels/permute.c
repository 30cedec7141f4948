/* Elements to the places of a permutation. */
#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->q[d->order[i]] = d->p[i];
}
