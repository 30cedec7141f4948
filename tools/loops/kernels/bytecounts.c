/* Histogram of bytes. */
#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->counts[d->a[i]]++;
}
