// Targets that Takt does not know compile as without it.

// REQUIRES: riscv-registered-target
// RUN: %takt-clang --target=riscv64 -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | count 0

int length(const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}
