// Dependences through memory can be switched off.

// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=ON
// RUN: env TAKT_OPTIONS=-takt-memory-deps=false %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %takt-clang-opts -mllvm -takt-memory-deps=false %{flags} 2>&1 | FileCheck %s --check-prefix=OFF

// ON: remark: 6.00 cycles per iteration on skylake, bound by the dependency chain through memory
// OFF: remark: 1.{{[0-9]+}} cycles per iteration on skylake
void count(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    *a += 1;
}
