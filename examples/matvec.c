// Matrix times vector in column order.
void matvec(int n, const double *restrict a, const double *restrict x,
            double *restrict y) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      y[i] += a[j * n + i] * x[j];
}
