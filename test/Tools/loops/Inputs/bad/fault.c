/* Optimised, it stores to address 0. */
#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  (void)d;
#ifdef __OPTIMIZE__
  *(volatile long *)0 = n;
#else
  (void)n;
#endif
}
