// Pointwise product of two complex signals.
struct complex {
  float re, im;
};

void multiply(int n, const struct complex *restrict a,
              const struct complex *restrict b, struct complex *restrict out) {
  for (int i = 0; i < n; i++) {
    out[i].re = a[i].re * b[i].re - a[i].im * b[i].im;
    out[i].im = a[i].re * b[i].im + a[i].im * b[i].re;
  }
}
