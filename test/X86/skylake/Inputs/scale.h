// For inlined.c.

static inline void scale(float *a, float by, long n) {
  for (long i = 0; i < n; i++)
    a[i] *= by;
}
