// What passes through memory, or may, is in the record.

// RUN: %takt-clang --target=x86_64-linux-gnu -O1 -g -march=skylake -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s < %t.yaml

// CHECK: Function: {{ *}}back
// CHECK: - MemoryDependences: {{ *}}'2 -> 0 distance 2'
// CHECK-NOT: Possible
void back(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    a[i + 2] = a[i] + 1;
}

// Loads of b and c, and a store to a.
// CHECK: Function: {{ *}}three
// CHECK-NOT: - MemoryDependences
// CHECK: - Overlap: {{ *}}'9.00 if a and b overlap; `restrict` or a runtime check settles it'
// CHECK: - PossibleDependences: {{ *}}'2 -> 0 distance 1, 2 -> 1 distance 1'
// CHECK: - PossibleOverlaps: {{ *}}a and b, a and c
// CHECK: - CyclesIfOverlap: {{ *}}'9.00'
void three(double *a, const double *b, const double *c, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + c[i];
}

// Each element is read before the next iteration stores to it.
// CHECK: Function: {{ *}}ahead
// CHECK-NOT: - MemoryDependences
// CHECK: - WriteAfterRead: {{ *}}'0 -> 2 distance 1'
void ahead(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] = a[i + 1] + 1;
}

// CHECK: Function: {{ *}}twice
// CHECK: - WriteAfterWrite: {{ *}}'0 -> 1 distance 1'
void twice(volatile long *a, long n) {
  for (long i = 0; i < n; i++) {
    a[i + 1] = n;
    a[i] = i;
  }
}

// Cheap in any case: the number is in the record, the remark does not say it.
// CHECK: Function: {{ *}}slow
// CHECK-NOT: - Overlap:
// CHECK: - PossibleOverlaps: {{ *}}a and b
// CHECK: - CyclesIfOverlap: {{ *}}'8.00'
double slow(double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) {
    s = (s + b[i]) * 3;
    a[i] = n;
  }
  return s;
}
