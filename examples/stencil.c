// One sweep of Jacobi's method on a plane.
void jacobi(int n, const float *restrict in, float *restrict out) {
  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++)
      out[y * n + x] = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] +
                                in[(y - 1) * n + x] + in[(y + 1) * n + x]);
}
