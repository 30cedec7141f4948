// LLVM unrolls the loop by 4 behind its vectoriser; interleaved by as many the
// vectoriser of straight code makes vectors of it. The remark says both ways.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-guide=interleave -takt-guide-budget=1000" %takt-clang --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -Rpass=takt -o %t.o 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+4]]:5: remark: interleaved by 4 instead of unrolled by 4: {{[0-9.]+}} → {{[0-9.]+}} cycles per source iteration
void repeats(unsigned *restrict to, const unsigned *restrict from, long rows,
             long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[(unsigned char)c] = to[(unsigned char)c] * 3 + from[r * n + c];
}
