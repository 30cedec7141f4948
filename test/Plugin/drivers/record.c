// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -c %s -o %t.o \
// RUN:   -fsave-optimization-record -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=takt
// RUN: FileCheck %s < %t.yaml
//
// LLVM's own reader takes it: a round trip through its binary form.
// RUN: llvm-remarkutil yaml2bitstream %t.yaml -o %t.bitstream
// RUN: llvm-remarkutil bitstream2yaml %t.bitstream | FileCheck %s
//
// CHECK: --- !Analysis
// CHECK: Pass: {{ *}}takt
// CHECK: Name: {{ *}}Cycles
// CHECK: DebugLoc: {{.*}}record.c', Line: [[#LOOP:]], Column: 3
// CHECK: Function: {{ *}}sum
// CHECK: Args:
// CHECK-DAG: - Cycles: {{ *}}'4.00'
// CHECK-DAG: - Cpu: {{ *}}skylake
// CHECK-DAG: - Role: {{ *}}main
// CHECK-DAG: - BoundBy: {{ *}}dependences
// CHECK-DAG: - FrontEnd: {{ *}}'{{[0-9]+\.[0-9][0-9]}}'
// CHECK-DAG: - Ports: {{ *}}'{{[0-9]+\.[0-9][0-9]}}'
// CHECK-DAG: - Dependences: {{ *}}'4.00'
// CHECK-DAG: - Instructions: {{ *}}'{{[0-9]+}}'
// CHECK-DAG: - Uops: {{ *}}'{{[0-9]+}}'
// CHECK-DAG: - Recurrence: {{ *}}vaddsd
// CHECK: ...

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}
