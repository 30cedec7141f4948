// What it calls is elsewhere, so the linker makes jumps.
void called(void);
int each(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 3;
  called();
  return a[0];
}

__attribute__((noinline)) static void hidden(int n, void (*f)(void)) {
  for (int i = 0; i < n; i++)
    f();
}
void calls(int n, void (*f)(void)) {
  for (int i = 0; i < n; i++)
    called();
  for (int i = 0; i < n; i++)
    hidden(n, f);
}
