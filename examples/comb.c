// A comb filter: every sample needs the one stored three samples ago.
void comb(float *y, const float *restrict x, float gain, int n) {
  for (int i = 3; i < n; i++)
    y[i] = x[i] + gain * y[i - 3];
}
