// Counts bytes: an increment in memory may have to wait for the one before.
void histogram(const unsigned char *text, int n, unsigned *count) {
  for (int i = 0; i < n; i++)
    count[text[i]]++;
}
