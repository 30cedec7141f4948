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

// Half of what an iteration of the outer loop stores the inner one reads, of
// others: dependence analysis compares where they begin, and sees none.
typedef union {
  unsigned long both;
  unsigned half[2];
} Halves;
void readsHalves(unsigned long *restrict to, Halves *from, long rows, long n) {
  for (long r = 0; r < rows; r++) {
    from[r].both = 0x0101010100000000 * r;
    for (long c = 0; c < n; c++)
      to[c] += from[c].half[1];
  }
}

// The same behind the inner loop.
void readsBytes(unsigned long *restrict to, unsigned char *from, long rows,
                long n) {
  for (long r = 0; r < rows; r++) {
    unsigned long sum = 0;
    for (long c = 0; c < n; c++)
      sum += to[c] * from[8 * c + 3];
    sum ^= r;
    __builtin_memcpy(from + 8 * r, &sum, 8);
  }
}

// Of one size, half an element apart.
void readsBetween(unsigned long *restrict to, unsigned char *from, long rows,
                  long n) {
  for (long r = 0; r < rows; r++) {
    unsigned long stored = r * 0x0123456789ab;
    __builtin_memcpy(from + 8 * r, &stored, 8);
    for (long c = 0; c < n; c++) {
      unsigned long read;
      __builtin_memcpy(&read, from + 8 * c + 4, 8);
      to[c] = to[c] * 3 + read;
    }
  }
}

// A store that overlaps its own of the next iteration, in some rows.
void overlapsItself(unsigned char *restrict to, const unsigned *restrict from,
                    long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++) {
      unsigned long product = from[c] * 0x10305070901 * (r + 1);
      if ((from[c + r] ^ r) & 2)
        __builtin_memcpy(to + 4 * c, &product, 8);
    }
}

// Arrays that swap their roles: what a row stores the next one reads. LLVM
// compares pointers of one iteration.
void swapsArrays(unsigned *restrict one, unsigned *restrict other, long rows,
                 long n) {
  unsigned *from = one, *to = other;
  for (long r = 0; r < rows; r++) {
    unsigned sum = r;
    for (long c = 0; c < n; c++)
      sum = sum * 3 + from[c];
    to[r] = sum;
    unsigned *next = from;
    from = to;
    to = next;
  }
}

// Rows that may begin anywhere: LLVM forgets what they begin at.
void rowsByPointer(unsigned **restrict row, long rows, long n) {
  for (long r = 0; r < rows; r++) {
    unsigned *to = row[r];
    for (long c = 0; c < n; c++)
      to[r * n + c] = to[(r + 1) * n + c] * 3 + r;
  }
}

// With a step of 0 each iteration stores the same element, whether that goes
// with the inner loop ...
void innerStep(unsigned *restrict to, const unsigned *restrict from, long step,
               long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c * step] = to[c * step] * 3 + from[r * n + c];
}

// ... or with the outer one.
void outerStep(unsigned *restrict to, const unsigned *restrict from, long step,
               long rows, long n) {
  for (long r = 0; r < rows; r++) {
    unsigned sum = to[r * step];
    for (long c = 0; c < n; c++)
      sum = sum * 3 + from[c];
    to[r * step] = sum;
  }
}

// A step that is not 0, since there are rows: jammed.
// CHECK: :[[#@LINE+3]]:3: remark: unroll and jammed loop by a factor of 4
void columns(unsigned *restrict to, const unsigned *restrict from, long rows,
             long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c * rows + r] = to[c * rows + r] * 3 + from[c];
}
