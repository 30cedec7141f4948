// Scalable vectors are modelled where LLVM's model of the CPU has them. Elsewhere the
// remark says that nothing is known.

// DEFINE: %{flags} = --target=aarch64-linux-gnu -O2 -mllvm -scalable-vectorization=preferred -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang -mcpu=cortex-a72+sve %{flags} 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang -mcpu=tsv110+sve %{flags} 2>&1 | FileCheck %s -DCPU=tsv110
// RUN: %takt-clang -mcpu=neoverse-n1+sve %{flags} 2>&1 | FileCheck %s -DCPU=neoverse-n1
// RUN: %takt-clang -mcpu=neoverse-v2 %{flags} 2>&1 | FileCheck %s --check-prefix=V2
// The processor's vectors, or those that are compiled for, have 128, 256 and 512 bits.
// RUN: %takt-clang -mcpu=neoverse-v1 %{flags} 2>&1 | FileCheck %s --check-prefix=V1
// RUN: %takt-clang -mcpu=neoverse-v1 -msve-vector-bits=512 %{flags} 2>&1 | FileCheck %s --check-prefix=BITS
// Of others nobody knows.
// RUN: %takt-clang -march=armv9-a -mllvm -takt-cpu=neoverse-v2 -fplugin=%takt-plugin %{flags} 2>&1 | FileCheck %s --check-prefix=UNKNOWN

void scale(float *restrict a, const float *restrict b, long n) {
  // CHECK: :[[#@LINE+5]]:3: remark: vector body: loop not modelled: ld1w: no scheduling information in LLVM's model of [[CPU]]
  // V2: :[[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time) on neoverse-v2
  // V1: :[[#@LINE+3]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 16 at a time) on neoverse-v1
  // BITS: :[[#@LINE+2]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time) on neoverse-v1
  // UNKNOWN: :[[#@LINE+1]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration on neoverse-v2
  for (long i = 0; i < n; i++)
    a[i] = b[i] * 3;
}
