// One loop may be inlined at several places: where it is now tells them apart.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O1 -c %s -o %t.o
// RUN: %takt-clang %{flags} -Rpass-analysis=takt -Rpass-missed=takt 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang %{flags} -gno-column-info -Rpass-analysis=takt 2>&1 | FileCheck %s --check-prefix=LINES
// RUN: %takt-clang %{flags} -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

#include "Inputs/scale.h"

// CHECK-DAG: scale.h:4:3: remark: 1.{{.*}} on skylake, bound by {{.*}}; inlined into once at inlined.c:[[#@LINE+4]]:3 [-Rpass-analysis=takt]
// LINES-DAG: scale.h:4:1: remark: {{.*}}; inlined into once at inlined.c:[[#@LINE+3]] [-Rpass-analysis=takt]
// RECORD: InlinedInto: 'once at inlined.c:[[#@LINE+2]]:3'
void once(float *a, long n) {
  scale(a, 2, n);
}

// CHECK-DAG: scale.h:4:3: remark: 1.{{.*}}; inlined into twice at inlined.c:[[#@LINE+3]]:3 [-Rpass-analysis=takt]
// CHECK-DAG: scale.h:4:3: remark: 1.{{.*}}; inlined into twice at inlined.c:[[#@LINE+3]]:3 [-Rpass-analysis=takt]
void twice(float *a, long n) {
  scale(a, 2, n);
  scale(a, 3, n);
}

// By way of another function that was inlined; in the file of the loop.
// CHECK-DAG: inlined.c:[[#@LINE+4]]:3: remark: 4.00 {{.*}}; inlined into outer at [[#@LINE+12]]:10 via [[#@LINE+9]]:10 [-Rpass-analysis=takt]
// CHECK-DAG: inlined.c:[[#@LINE+3]]:3: remark: reassociation needed: {{.*}}; inlined into outer at [[#@LINE+11]]:10 via [[#@LINE+8]]:10 [-Rpass-missed=takt]
static inline float inner(const float *a, long n) {
  float sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i];
  return sum;
}
static inline float between(const float *a, long n) {
  return inner(a + 1, n);
}
float outer(const float *a, long n) {
  return between(a, n);
}

// CHECK-DAG: inlined.c:[[#@LINE-11]]:3: remark: 4.00 {{.*}}; inlined into deep at [[#@LINE+11]]:10 via [[#@LINE+8]]:10, [[#@LINE+5]]:10, [[#@LINE-6]]:10 [-Rpass-analysis=takt]
// CHECK-DAG: inlined.c:[[#@LINE-12]]:3: remark: 4.00 {{.*}}; inlined into deeper at [[#@LINE+16]]:10 via [[#@LINE+13]]:10 … [[#@LINE-7]]:10 [-Rpass-analysis=takt]
// CHECK-DAG: inlined.c:[[#@LINE-13]]:3: remark: reassociation needed: {{.*}}; inlined into deep at
// CHECK-DAG: inlined.c:[[#@LINE-14]]:3: remark: reassociation needed: {{.*}}; inlined into deeper at
static inline float second(const float *a, long n) {
  return between(a, n);
}
static inline float third(const float *a, long n) {
  return second(a, n);
}
float deep(const float *a, long n) {
  return third(a, n);
}
static inline float fourth(const float *a, long n) {
  return third(a, n);
}
float deeper(const float *a, long n) {
  return fourth(a, n);
}

// CHECK-DAG: inlined.c:[[#@LINE+3]]:3: remark: loop not modelled: call to effect; inlined into caller at [[#@LINE+7]]:3 [-Rpass-analysis=takt]
void effect(long i);
static inline void effects(long n) {
  for (long i = 0; i < n; i++)
    effect(i);
}
void caller(long n) {
  effects(n);
}

// CHECK-DAG: inlined.c:[[#@LINE+2]]:3: remark: 1.25 {{.*}} ports 1.00 [-Rpass-analysis=takt]
void plain(float *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] *= 2;
}
