/* Forward substitution in a lower triangular matrix; one element is a row. */
#include "kernel.h"

KERNEL_SIZE(128);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r) {
    long row = r % Side;
    double value = d->x[row];
    for (long c = 0; c < row; ++c)
      value -= d->matrix[row][c] * 0.01 * d->y[c];
    d->y[row] = value * d->factor;
  }
}
