// Whether the compare and branch of this loop cross a 32 byte boundary, which
// keeps it out of the µop cache (JCC erratum), depends on where the function goes.

// RUN: %takt-clang -O2 -march=skylake -fno-vectorize -fno-unroll-loops -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SIXTEEN
// SIXTEEN: 2.00 cycles per iteration on skylake, bound by the predecoder (2.00); dependences alone 1.00, ports 1.50; 1.50 to 2.00 by alignment [-Rpass-analysis=takt]
// RUN: %takt-clang -O2 -march=skylake -fno-vectorize -fno-unroll-loops -falign-functions=64 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: 2.00 cycles per iteration on skylake, bound by the predecoder (2.00); dependences alone 1.00, ports 1.50 [-Rpass-analysis=takt]
// RUN: %takt-clang -O2 -march=skylake -fno-vectorize -fno-unroll-loops -falign-loops=64 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: 1.50 cycles per iteration on skylake, bound by {{[^;]*}}; {{[^;]*}} [-Rpass-analysis=takt]

// The record has the range.
// RUN: %takt-clang -O2 -march=skylake -fno-vectorize -fno-unroll-loops -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RECORD: Places: {{.*}}1.50 to 2.00 by alignment
// RECORD: BoundBy: predecoder
// RECORD: FrontEndParts: predecoder 2.00, decoders 2.00, issue width 1.25
// RECORD: Exact:
// RECORD: Period:
// RECORD: CyclesLeast: '1.50'
// RECORD: CyclesMost: '2.00'
void add(long *restrict c, const long *a, const long *b, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}
