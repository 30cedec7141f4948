/* Its result depends on the level. */
#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
#ifdef __OPTIMIZE__
  d->total = n;
#endif
}
