// A maximum waits for the one before, 16 cycles on this made-up CPU: of the
// shapes tried the one with most accumulators wins. The vectoriser does what it
// is told, and whatever it does it computes the same.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O3 -ffast-math
// DEFINE: %{guide} = -takt-model=%S/Inputs/slow-max.yaml -takt-guide=interleave -takt-guide-budget=1000

// RUN: env TAKT_OPTIONS="%{guide} -takt-dump-guide=%t.tried" %takt-clang %{flags} -Rpass='takt|loop-vectorize' -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRIED --input-file=%t.tried --implicit-check-not=largest.0{{.}}0{{.}}1
// CHECK: :[[#@LINE+9]]:3: remark: interleaved by 8 instead of 4: 1.00 → 0.50 cycles per source iteration on slow-max (the dependency chain through {{.*}}), if it runs 1024 iterations [-Rpass=takt]
// CHECK: :[[#@LINE+8]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 8)
// Function and loop, width, interleave count, unroll count, source iterations
// at entry, cycles from entry to exit, per source iteration, source iterations
// at a time.
// TRIED-DAG: {{^}}largest.0{{.}}0{{.}}0{{.}}0{{.}}1024{{.}}{{[0-9.]+}}{{.}}1.0000{{.}}16{{.}}
// TRIED-DAG: {{^}}largest.0{{.}}0{{.}}8{{.}}1{{.}}1024{{.}}{{[0-9.]+}}{{.}}0.50{{[0-9]+.}}32{{.}}
double largest(const double *a, long n) {
  double m = a[0];
  for (long i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

// The same code whether or not there is debug information, and each time.
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} -S %s -o %t1.s
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} -S %s -o %t2.s
// RUN: cmp %t1.s %t2.s
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} -g -c %s -o %t3.o
// RUN: llvm-objcopy --strip-debug %t3.o
// RUN: env TAKT_OPTIONS="%{guide}" %takt-clang %{flags} -c %s -o %t4.o
// RUN: llvm-objdump -d --no-addresses --no-show-raw-insn %t3.o | tail -n +3 > %t3.s
// RUN: llvm-objdump -d --no-addresses --no-show-raw-insn %t4.o | tail -n +3 > %t4.s
// RUN: cmp %t3.s %t4.s

// With a budget for not even one look the loop stays as it is.
// RUN: env TAKT_OPTIONS="%{guide} -takt-guide-budget=1" %takt-clang %{flags} -Rpass=takt -S %s -o %t5.s 2>&1 | count 0
// RUN: %takt-clang %{flags} -S %s -o %t6.s
// RUN: cmp %t5.s %t6.s
// RUN: not cmp %t1.s %t6.s

// The same shape given outright is the same code.
// RUN: env TAKT_OPTIONS=-takt-guide-shape=0,8,1 %takt-clang %{flags} -S %s -o %t7.s
// RUN: cmp %t1.s %t7.s
