/* Optimised, it has an undefined instruction. */
#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  (void)n;
  (void)d;
#ifdef __OPTIMIZE__
  __asm__ volatile("ud2");
#endif
}
