// What aligning loops costs is counted as work: the loops that it is no longer
// enough for stay where they are, the same ones each time.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = -O2 -march=skylake -fno-vectorize -fno-unroll-loops --target=x86_64-linux-gnu -Rpass=takt -c %s
// DEFINE: %{align} = -takt-guide=align -takt-guide-budget

// RUN: env TAKT_OPTIONS="%{align}=20 -takt-time" %takt-clang %{flags} -o %t1.o 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: :[[#@LINE+13]]:3: remark: aligned to 32 bytes: up to 2.00 → 1.50 cycles per iteration on skylake
// BOTH: :[[#@LINE+17]]:3: remark: aligned to 32 bytes
// BOTH: takt: 2 of 2 loops aligned with work of {{[0-9]+}}, {{[0-9.]+}} ms

// The work of looking at one.
// RUN: env TAKT_OPTIONS="%{align}=2 -takt-time" %takt-clang %{flags} -o %t2.o 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS="%{align}=2 -takt-time" %takt-clang %{flags} -o %t3.o 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: cmp %t2.o %t3.o
// RUN: not cmp %t1.o %t2.o
// ONE: :[[#@LINE+4]]:3: remark: aligned to 32 bytes
// ONE: takt: 1 of 1 loops aligned

void add(long *restrict c, const long *a, const long *b, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

void sum(long *restrict c, const long *a, const long *b, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

// Reordering takes half of it where both are asked for.
// RUN: env TAKT_OPTIONS="%{align}=5 -takt-time" %takt-clang %{flags} -o %t4.o 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: env TAKT_OPTIONS="-takt-guide=align,order -takt-guide-budget=5 -takt-time" %takt-clang %{flags} -o %t5.o 2>&1 | FileCheck %s --check-prefix=SHARED
// ALONE: takt: 2 of 2 loops aligned
// SHARED: takt: 1 of 1 loops aligned
