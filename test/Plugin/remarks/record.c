// The record carries every number as a named argument, in well-formed YAML.

// RUN: %takt-clang -O1 -march=skylake -ffp-contract=fast -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: FileCheck %s < %t.yaml
// RUN: llvm-remarkutil yaml2bitstream %t.yaml -o %t.bitstream
// RUN: llvm-remarkutil bitstream2yaml %t.bitstream -o - | FileCheck %s

// CHECK: --- !Analysis
// CHECK: Pass: {{ *}}takt
// CHECK: Name: {{ *}}Cycles
// CHECK: DebugLoc: {{.*}}Line: [[#@LINE+31]], Column: 3
// CHECK: Function: {{ *}}dot
// CHECK: - Cycles: {{ *}}'4.00'
// CHECK: - Cpu: {{ *}}skylake
// CHECK: - Binding: {{ *}}'bound by the dependency chain
// CHECK: - Others:
// CHECK: - Role: {{ *}}main
// CHECK: - Depth: {{ *}}'1'
// CHECK: - Frequency:
// CHECK: - Profiled: {{ *}}'false'
// CHECK: - CyclesExact: {{ *}}'4'
// CHECK: - BoundBy: {{ *}}dependences
// The branch reaches over a 32 byte boundary: not from the µop cache.
// CHECK: - FrontEnd: {{ *}}'2.00'
// CHECK: - FrontEndParts: {{ *}}predecoder 2.00
// CHECK: - Ports: {{ *}}'1.00'
// CHECK: - Dependences: {{ *}}'4.00'
// CHECK: - Instructions: {{ *}}'5'
// CHECK: - Uops: {{ *}}'5'
// CHECK: - SourceIterations: {{ *}}'1'
// CHECK: - CyclesPerSourceIteration: {{ *}}'4.00'
// CHECK: - PathProbability: {{ *}}'100'
// CHECK: - Recurrence: {{ *}}vfmadd231sd
// CHECK: - Port_p0:
// CHECK: - Port_p7:
// CHECK: --- !Analysis
// CHECK: Name: {{ *}}NotModelled
// CHECK: - String: {{ *}}'loop not modelled: '
// CHECK: - Reason: {{ *}}call to print
double dot(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

void print(int);
void calls(int n) {
  for (int i = 0; i < n; i++)
    print(i);
}
