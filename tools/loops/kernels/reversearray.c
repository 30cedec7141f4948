/* An array turned round in place; one element is a pair. */
#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint64_t kept = d->p[i];
    d->p[i] = d->p[2 * 512 - 1 - i];
    d->p[2 * 512 - 1 - i] = kept;
  }
}
