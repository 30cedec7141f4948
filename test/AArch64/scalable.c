// Scalable vectors are modelled where LLVM's model of the CPU has them. Elsewhere the
// remark says that nothing is known.

// DEFINE: %{flags} = --target=aarch64-linux-gnu -O2 -mllvm -scalable-vectorization=preferred -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang -mcpu=cortex-a72+sve %{flags} 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang -mcpu=tsv110+sve %{flags} 2>&1 | FileCheck %s -DCPU=tsv110
// RUN: %takt-clang -mcpu=neoverse-n1+sve %{flags} 2>&1 | FileCheck %s -DCPU=neoverse-n1
// RUN: %takt-clang -mcpu=neoverse-v2 %{flags} 2>&1 | FileCheck %s --check-prefix=V2

void scale(float *restrict a, const float *restrict b, long n) {
  // CHECK: :[[#@LINE+2]]:3: remark: vector body: loop not modelled: ld1w: no scheduling information in LLVM's model of [[CPU]]
  // V2: :[[#@LINE+1]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration {{.*}}on neoverse-v2
  for (long i = 0; i < n; i++)
    a[i] = b[i] * 3;
}
