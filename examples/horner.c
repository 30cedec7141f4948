// Value of a polynomial: one chain of multiplications and additions.
double horner(const double *coefficient, int degree, double x) {
  double value = coefficient[degree];
  for (int i = degree - 1; i >= 0; i--)
    value = value * x + coefficient[i];
  return value;
}
