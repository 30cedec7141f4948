// Source lines of compiled code, and their selection.
// REQUIRES: takt, x86-registered-target
// RUN: %clang --target=x86_64-linux-gnu -O1 -g -fno-discard-value-names -c %s -o %t.o
// RUN: %takt --cpu=skylake %t.o | FileCheck %s --check-prefixes=FIRST,SECOND
// RUN: %takt --cpu=skylake --line=lines.c:15 %t.o | FileCheck %s --check-prefix=SECOND --implicit-check-not=first
// RUN: %clang --target=x86_64-linux-gnu -O1 -g -S %s -o %t.s
// RUN: %takt --cpu=skylake %t.s | FileCheck %s --check-prefixes=FIRST,SECOND

// FIRST: lines.c:[[#@LINE+1]]: first
void first(int *A, int N) { for (int I = 0; I < N; ++I) A[I] += 3; }

// SECOND: lines.c:[[#@LINE+3]]: second
void second(int *A, int N) {
  for (int I = 0; I < N; ++I)
    A[I] *= A[N - I];
}
