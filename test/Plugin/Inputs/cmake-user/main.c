double dot(const double *a, const double *b, int n);

int main(int argc, char **argv) {
  double a[8] = {1};
  (void)argv;
  return (int)dot(a, a, argc);
}
