// Division and square root: neither is pipelined like the rest.
#include <math.h>

void normalize(int n, float (*v)[2]) {
  for (int i = 0; i < n; i++) {
    float length = sqrtf(v[i][0] * v[i][0] + v[i][1] * v[i][1]);
    v[i][0] /= length;
    v[i][1] /= length;
  }
}
