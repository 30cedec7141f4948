// Where the compare and branch of this loop end in a 32 byte block decides on a
// Skylake whether it comes from the µop cache (JCC erratum): aligned it always
// does.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = -fno-vectorize -fno-unroll-loops --target=x86_64-linux-gnu %s
// DEFINE: %{guide} = env TAKT_OPTIONS=-takt-guide=align %takt-clang

// RUN: %{guide} -O2 -march=skylake %{flags} -Rpass=takt -Rpass-analysis=takt -S -o %t.s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ASM < %t.s
// CHECK: :[[#@LINE+9]]:3: remark: aligned to 32 bytes: up to 2.00 → 1.50 cycles per iteration on skylake [-Rpass=takt]
// The analysis sees the loop where it is now.
// CHECK: 1.50 cycles per iteration on skylake, bound by
// CHECK-NOT: by alignment
// ASM-LABEL: {{^}}add:
// ASM: .p2align 5
// ASM-NEXT: {{^}}.LBB0_{{.*}} Inner Loop
// ASM-LABEL: {{^}}cold:
void add(long *restrict c, const long *a, const long *b, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}
// ASM-NOT: .p2align 5
__attribute__((cold)) void cold(long *restrict c, const long *a, const long *b,
                                long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

// Where the place costs nothing, or the code is to be small, nothing changes.
// RUN: %{guide} -O2 -march=icelake-client %{flags} -c -o %t1.o
// RUN: %takt-clang -O2 -march=icelake-client %{flags} -c -o %t2.o
// RUN: cmp %t1.o %t2.o
// RUN: %{guide} -Os -march=skylake %{flags} -c -o %t1.o
// RUN: %takt-clang -Os -march=skylake %{flags} -c -o %t2.o
// RUN: cmp %t1.o %t2.o
// RUN: %{guide} -O2 -march=skylake %{flags} -falign-loops=64 -c -o %t1.o
// RUN: %takt-clang -O2 -march=skylake %{flags} -falign-loops=64 -c -o %t2.o
// RUN: cmp %t1.o %t2.o
// Combined predictions know no places.
// RUN: env TAKT_OPTIONS="-takt-guide=align -takt-predictor=combined" %takt-clang -O2 -march=skylake %{flags} -c -o %t1.o
// RUN: %takt-clang -O2 -march=skylake %{flags} -c -o %t2.o
// RUN: cmp %t1.o %t2.o
// Here it does.
// RUN: %{guide} -O2 -march=skylake %{flags} -c -o %t1.o
// RUN: %takt-clang -O2 -march=skylake %{flags} -c -o %t2.o
// RUN: not cmp %t1.o %t2.o

// The same with and without debug information, also where the unroller leaves a
// loop over that only this would tell from another one.
// DEFINE: %{unrolled} = %{guide} -O3 -march=skylake -fno-vectorize --target=x86_64-linux-gnu %s
// RUN: %{unrolled} -c -o %t1.o
// RUN: %{unrolled} -g -c -o %t2.o
// RUN: llvm-objdump -d %t1.o | tail -n +3 > %t1.s
// RUN: llvm-objdump -d %t2.o | tail -n +3 > %t2.s
// RUN: cmp %t1.s %t2.s
