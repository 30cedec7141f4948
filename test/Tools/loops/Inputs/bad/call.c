/* A function of another library. */
#include "kernel.h"

KERNEL_SIZE(64);

void elsewhere(long n);

void kernel(long n, struct Data *d) {
  (void)d;
  elsewhere(n);
}
