/* Optimised, it does not end. */
#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  (void)d;
#ifdef __OPTIMIZE__
  for (volatile long i = 0; i < n; i = 0)
    ;
#else
  (void)n;
#endif
}
