// Vectors that are stored element by element take longer than what the
// vectoriser leaves over takes one by one, and the user can say so. (Measured on
// a Granite Rapids: docs/granite-rapids.md.)

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=graniterapids -mprefer-vector-width=256 -O2 -g -c %s -o %t.o
// RUN: %takt-clang %{flags} -Rpass-missed=takt 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang %{flags} -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
struct element { long a, b, c; };

// CHECK: :[[#@LINE+8]]:3: remark: slower as vectors: {{[0-9.]+}} → {{[0-9.]+}} cycles per source iteration on graniterapids with '#pragma clang loop vectorize(disable)' [-Rpass-missed=takt]
// RECORD: --- !Missed
// RECORD-NEXT: Pass: takt
// RECORD-NEXT: Name: Vectorization
// RECORD: Function: number
// RECORD: CyclesBefore:
// RECORD: CyclesAfter:
void number(struct element *e, int n) {
  for (int i = 0; i < n; i++)
    e[i].b = i;
}

// What it says is true.
void scalar(struct element *e, int n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++)
    e[i].b = i;
}

// These pay.
void add(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
