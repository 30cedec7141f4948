// Running sum: each result is the next iteration's input.
void prefix_sum(int n, const int *in, int *restrict out) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += in[i];
    out[i] = sum;
  }
}
