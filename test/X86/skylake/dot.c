// A dot product is bound by the latency of its multiply-add, whether or not it
// is unrolled. Reassociated into four chains of 4 cycles, the 8 loads on two
// ports take as long: both bounds are 4.00. The jump of the rolled loop crosses a
// 32 byte boundary, so that the loop is decoded in every iteration (JCC erratum).

// RUN: %takt-clang -O2 -march=skylake -ffp-contract=fast -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNROLLED
// RUN: %takt-clang -O2 -march=skylake -ffp-contract=fast -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ROLLED
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang -O2 -march=skylake -ffp-contract=fast -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REST
// RUN: %takt-clang -O2 -march=skylake -ffast-math -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FAST

// UNROLLED: dot.c:[[#@LINE+8]]:3: remark: unrolled: 32.00 cycles per iteration (4.00 per source iteration, 8 at a time) on skylake, bound by the dependency chain through
// UNROLLED-NOT: remark:
// ROLLED: dot.c:[[#@LINE+6]]:3: remark: 4.00 cycles per iteration on skylake, bound by the dependency chain through xmm0 (vfmadd231sd, 4.00); ports alone 1.00, front end 2.00 [-Rpass-analysis=takt]
// REST-DAG: remark: remainder: 4.00 cycles per iteration on skylake, bound by the dependency chain through xmm0 (vfmadd231sd, 4.00)
// REST-DAG: remark: unrolled: 32.00 cycles per iteration
// FAST: dot.c:[[#@LINE+3]]:3: remark: vector body: 4.00 cycles per iteration (0.25 per source iteration, 16 at a time) on skylake, bound by ports p2 and p3 (4.00 each); dependences alone 4.00
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}
