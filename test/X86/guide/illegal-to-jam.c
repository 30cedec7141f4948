// Nests that look as if they could be jammed, and must not be.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=znver4 -c %s -Rpass=loop-unroll-and-jam
// At -O2 the inner loop of the first is not unrolled completely yet.
// NONE-NOT: jammed
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,4,0,0 %takt-clang %{flags} -O2 -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,4,0,0 %takt-clang %{flags} -O3 -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

// What a row stores the next one overwrites, one element earlier: jammed, the
// earlier row would have the last word. LLVM compares a store with all others,
// but not with itself.
void overwrites(long *restrict to, const long *restrict from, long rows) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < 32; c++)
      to[r + c] = from[2 * c] + 1;
}

// Each call of a row promises that its arguments are apart; the next row reads
// what this one has written all the same.
static inline void row(long *restrict to, const long *restrict from, long n) {
  for (long c = 0; c < n; c++)
    to[c] = from[c] * 3 + to[c];
}
void chain(long *rows, long count, long n) {
  for (long r = 0; r < count; r++)
    row(rows + (r + 1) * 64, rows + r * 64, n);
}

// Without a call all rows add to one, which a row is not: jammed.
// CHECK: :[[#@LINE+2]]:3: remark: unroll and jammed loop by a factor of 4
void addUp(long *restrict to, const long *restrict rows, long count, long n) {
  for (long r = 0; r < count; r++)
    for (long c = 0; c < n; c++)
      to[c] += rows[r * 64 + c];
}

// The order of an early exit stands.
long leaves(const long *restrict rows, const long *restrict most, long count,
            long n) {
  long sum = 0;
  for (long r = 0; r < count; r++) {
    if (most[r] == 0)
      break;
    for (long c = 0; c < n; c++)
      sum += rows[r * 64 + c] ^ sum;
  }
  return sum;
}

// As long as the outer counter says, a jammed loop would end too early.
void triangle(long *restrict to, const long *restrict from, long n) {
  for (long r = 0; r < n; r++)
    for (long c = 0; c < r; c++)
      to[c] += from[r * 64 + c];
}
