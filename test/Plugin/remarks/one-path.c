// Where no path through a loop is common, the cycles are said to be those of one
// path, and nothing is claimed for each iteration of the source, nor what would
// help; where one is, its share is the last thing.

// RUN: %takt-clang -O2 -ffp-contract=off -march=x86-64 -mtune=skylake -Rpass-analysis=takt -Rpass-missed=takt -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml

// CHECK-NOT: remark:
// CHECK: one-path.c:[[#@LINE+8]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration along one path of many (less than 1 % of iterations) on skylake, bound by {{.*}}
// CHECK-NOT: along the hottest
// RECORD: Function: {{ *}}store
// RECORD-NOT: CyclesPerSourceIteration
// RECORD: - SourceIterations: {{ *}}'8'
// RECORD-NOT: CyclesPerSourceIteration
// RECORD: - PathProbability: {{ *}}'0.39'
void store(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    if (b[i] > 0.f)
      a[i] = b[i];
}

// CHECK: one-path.c:[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, bound by {{.*}}; along the hottest path ({{[1-9][0-9]}} % of iterations)
int count(const float *a, int *restrict b, int n) {
  int k = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < n; i++)
    if (a[i] > 0.f)
      b[k++] = i;
  return k;
}

// CHECK: one-path.c:[[#@LINE+7]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration along one path of many (6 % of iterations) on skylake
// CHECK-NOT: one-path.c:[[#@LINE+6]]:3: remark: reassociation
// RECORD: - SourceIterations: {{ *}}'4'
// RECORD-NEXT: - PathProbability: {{ *}}'6.2'
float sum(const float *a, int *restrict b, int n) {
  float s = 0;
#pragma clang loop unroll_count(4)
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (a[i] > 0.f)
      *b++ = i;
  }
  return s;
}

// An iteration that leaves out some of the path takes another one.
// CHECK: one-path.c:[[#@LINE+6]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, bound by {{.*}}; along the hottest path ({{[1-9][0-9]}} % of iterations)
// RECORD: Function: {{ *}}some
// RECORD-NOT: - PathProbability: {{ *}}'100'
int counter;
void some(char *p, int n) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < n; i++) {
    if (p[i])
      counter++;
    p[i] = 0;
  }
}
