// What is done to whole functions in front of the vectoriser: loops around an
// innermost one are unrolled and the copies jammed, members of one struct are
// marked as apart, and rows that a loop keeps in registers are unrolled where
// that is not possible.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=znver4 -O3 -c %s
// DEFINE: %{guide} = -takt-guide=unroll,interleave -takt-guide-budget=1000

// RUN: rm -f %t.tried
// RUN: env TAKT_OPTIONS="%{guide} -takt-dump-guide=%t.tried" %takt-clang %{flags} -Rpass=takt -o %t.o 2>&1 | FileCheck %s --implicit-check-not=jammed --implicit-check-not="before vectorising" --implicit-check-not="vectors of"
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried

// Four rows read and write what they add to once.
// CHECK: :[[#@LINE+6]]:5: remark: outer loops unrolled by 4 and jammed: {{[0-9.]+}} → {{[0-9.]+}} cycles per source iteration on znver4
// TRIED: {{^}}sums.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.}}
// TRIED: {{^}}sums.0{{.}}jam 4{{.}}0{{.}}0{{.}}1024{{.}}
void sums(double *restrict to, const double *restrict from,
          const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c] += from[r * n + c] * by[r];
}

// Four chains instead of one, in the order that the source has.
// CHECK: :[[#@LINE+5]]:5: remark: outer loops unrolled by 4 and jammed: 4.00 → 1.00 cycles per source iteration on znver4 {{.*}}, if it runs 1024 iterations and the loop around it 8
double products(double *restrict to, const double *restrict from,
                const double *restrict by, long rows, long n) {
  for (long r = 0; r < rows; r++) {
    double sum = 0;
    for (long c = 0; c < n; c++)
      sum += from[r * n + c] * by[c];
    to[r] = sum;
  }
  return to[0];
}

// Rows of one member of a struct, of which LLVM knows that the other ones are
// apart only when it is told; the inner loop has been unrolled completely. That
// is tried along with the first look, and no other shape of the function.
// CHECK: :[[#@LINE+8]]:5: remark: vectors of 256 bits: {{[0-9.]+}} → {{[0-9.]+}} cycles per source iteration on znver4
// TRIED: {{^}}rows.0{{.}}apart{{.}}0{{.}}256{{.}}32{{.}}
// TRIED-NOT: {{^}}rows.0{{.}}
struct Matrices {
  double by[32], from[32][32], to[32][32];
};
void rows(struct Matrices *m, long n) {
  for (long r = 0; r < n; r++)
    for (long k = 0; k < 32; k++)
      for (long c = 0; c < 32; c++)
        m->to[r % 32][c] += m->by[k] * m->from[k][c];
}

// Rows of two arrays of which nothing is known: there LLVM makes vectors of
// neither, whatever is marked, and unrolling is left.
// TRIED: {{^}}others.0{{.}}function{{.}}2{{.}}64{{.}}32{{.}}
void others(double *to, const double *from, long n) {
  for (long r = 0; r < n; r++)
    for (long k = 0; k < 32; k++)
      for (long c = 0; c < 8; c++)
        to[32 * r + c] += from[32 * k + c];
}

// What the user says of an outer loop stands.
// TRIED-NOT: wish.0{{.}}jam
void wish(double *restrict to, const double *restrict from,
          const double *restrict by, long rows, long n) {
#pragma clang loop unroll(disable)
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[c] += from[r * n + c] * by[r];
}

// Rows of which one reads what the one before has written later on.
// TRIED-NOT: meets.0{{.}}jam
void meets(double *restrict to, const double *restrict from, long rows,
           long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[r + c] = to[r + c + 1] * from[c];
}

// Without the model: the same for all functions. LLVM says what it did.
// RUN: env TAKT_OPTIONS=-takt-guide-function=0,2,0,0 %takt-clang %{flags} -Rpass=loop-unroll-and-jam -o %t2.o 2>&1 | FileCheck %s --check-prefix=JAM --implicit-check-not=remark:
// JAM: :20:3: remark: unroll and jammed loop by a factor of 2 with run-time trip count
// JAM: :29:3: remark: unroll and jammed loop by a factor of 2 with run-time trip count
// RUN: env TAKT_OPTIONS=-takt-guide-function=0,0,0,128 %takt-clang %{flags} -S -o %t128.s
// RUN: FileCheck %s --check-prefix=NARROW --input-file=%t128.s --implicit-check-not=ymm --implicit-check-not=zmm
// NARROW: xmm

// The factor of a row's multiply-adds is broadcast: that it is loaded, like the
// elements, must not make LLVM sort it in among these.
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,0,0,256 %takt-clang %{flags} -S -o %t.rows.s
// RUN: sed -n '/^rows:/,/^.Lfunc_end/p' %t.rows.s | FileCheck %s --check-prefix=ROWS --implicit-check-not=vblend --implicit-check-not=vperm --implicit-check-not=vinsert --implicit-check-not=vunpck
// RUN: sed -n -e '/^struct Matrices/,/^}/p' -e '/^void rows/,/^}/p' %s | sed 's/\(m->to.*\) += \(.*\) \* \(.*\);/\1 = __builtin_fma(\2, \3, \1);/' > %t.fma.c
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,0,0,256 %takt-clang --target=x86_64-linux-gnu -march=znver4 -O3 -c %t.fma.c -S -o %t.fma.s
// RUN: sed -n '/^rows:/,/^.Lfunc_end/p' %t.fma.s | FileCheck %s --check-prefix=ROWS --implicit-check-not=vblend --implicit-check-not=vperm --implicit-check-not=vinsert --implicit-check-not=vunpck
// ROWS: vbroadcastsd
// ROWS: vfmadd

// What compares the accesses of a row for nothing is left out there, and only
// there.
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,0,0,256 %takt-clang %{flags} -Xclang -fdebug-pass-manager -o %t5.o 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: Running pass: LoopLoadEliminationPass on sums
// LEFT: Skipping pass: LoopLoadEliminationPass on rows
// LEFT: Running pass: LoopLoadEliminationPass on others
// RUN: env TAKT_OPTIONS=-takt-guide-function=1,0,0,256 %takt-clang %{flags} -Rpass-missed=loop-vectorize -o %t6.o 2>&1 | FileCheck %s --check-prefix=DISABLED
// DISABLED: :49:5: remark: loop not vectorized: vectorization is explicitly disabled
// DISABLED-NOT: explicitly disabled

// Widths of vectors belong to `interleave`, and all the rest to `unroll`.
// RUN: rm -f %t.unroll
// RUN: env TAKT_OPTIONS="-takt-guide=unroll -takt-guide-budget=1000 -takt-dump-guide=%t.unroll" %takt-clang %{flags} -o %t3.o
// RUN: FileCheck %s --check-prefix=UNROLL --input-file=%t.unroll --implicit-check-not={{apart.[0-9]+.[1-9]}}
// UNROLL: jam 4
// UNROLL: apart
// RUN: rm -f %t.interleave
// RUN: env TAKT_OPTIONS="-takt-guide=interleave -takt-guide-budget=1000 -takt-dump-guide=%t.interleave" %takt-clang %{flags} -o %t4.o
// RUN: FileCheck %s --check-prefix=INTERLEAVE --input-file=%t.interleave --implicit-check-not=jam --implicit-check-not=apart
// INTERLEAVE: sums.0

// Whoever keeps its shape is compiled as without guiding, whatever was asked
// about it: no nest of these gains.
// RUN: sed -n '/^void meets/,/^}/p' %s > %t.same.c
// RUN: env TAKT_OPTIONS="%{guide} -takt-time" %takt-clang --target=x86_64-linux-gnu -march=sapphirerapids -O3 -c %t.same.c -o %t.guided.o 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %clang --target=x86_64-linux-gnu -march=sapphirerapids -O3 -c %t.same.c -o %t.plain.o
// RUN: cmp %t.guided.o %t.plain.o
// SAME: 0 of 1 loops guided by {{[2-9]}} copies
