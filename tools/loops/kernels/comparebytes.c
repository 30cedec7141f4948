/* memcmp of equal bytes. */
#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

void kernel(long n, struct Data *d) {
  long i = 0;
  while (i < n && d->text[i] == d->copy[i])
    ++i;
  d->place = i;
}
