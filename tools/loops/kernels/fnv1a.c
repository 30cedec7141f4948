/* FNV-1a hash of bytes. */
#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  uint64_t hash = 0xcbf29ce484222325;
  for (long i = 0; i < n; ++i)
    hash = (hash ^ d->a[i]) * 0x100000001b3;
  d->total = (int64_t)hash;
}
