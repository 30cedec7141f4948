// What it calls is elsewhere, so the linker makes jumps.
void called(void);
int each(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 3;
  called();
  return a[0];
}
