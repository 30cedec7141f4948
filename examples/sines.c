// A call in the body: what it costs cannot be seen here, and Takt says so.
#include <math.h>

void sines(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = sin(x[i]);
}
