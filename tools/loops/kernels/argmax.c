/* Place of the largest of ascending integers' complements: the branch is never taken. */
#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  int32_t most = INT32_MIN;
  long place = 0;
  for (long i = 0; i < n; ++i)
    if (-d->sorted[i] > most) {
      most = -d->sorted[i];
      place = i;
    }
  d->place = place;
}
