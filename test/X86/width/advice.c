// Where the compiler prefers vectors of half the width that the CPU has, the same
// code with wider ones is predicted, and said if it gains enough at the clock that
// the core then has. On a CPU made up for it, whose additions take 8 cycles.

// REQUIRES: x86-registered-target
// DEFINE: %{march} = skylake-avx512
// DEFINE: %{more} =
// DEFINE: %{options} = -takt-model=%S/Inputs/slow-adds.yaml
// DEFINE: %{remarks} = env TAKT_OPTIONS="%{options}" %takt-clang --target=x86_64-linux-gnu -march=%{march} -O2 %{more} -Rpass-missed=takt -c %s -o %t.o
// RUN: %{remarks} 2>&1 | FileCheck %s --implicit-check-not=remark:

// The clock is 80 %: half of the cycles takes 0.625 of the time, which is a gain of
// 37.5 %.
// REDEFINE: %{options} = -takt-model=%S/Inputs/slow-adds.yaml -takt-advice-threshold=38
// RUN: %{remarks} 2>&1 | FileCheck %s --check-prefix=LESS --implicit-check-not=remark: --implicit-check-not=clock
// LESS-COUNT-2: remark: narrow vectors: 1.00 → 0.50 cycles per source iteration on slow-adds with -mprefer-vector-width=512 [

// Where one after the other is faster than wide vectors, only that is said.
// REDEFINE: %{options} = -takt-model=%S/Inputs/slower-adds.yaml
// RUN: %{remarks} 2>&1 | FileCheck %s --check-prefix=ONE
// ONE-NOT: narrow vectors: 4.00
// ONE: slower as vectors: 4.00 → 2.00
// ONE-NOT: narrow vectors: 4.00

// Nor where nobody looks for what passes through memory: some vectors may not be wider.
// REDEFINE: %{options} = -takt-model=%S/Inputs/slow-adds.yaml -takt-memory-deps=false
// RUN: %{remarks} 2>&1 | FileCheck %s --check-prefix=NOBODY --allow-empty
// NOBODY-NOT: narrow vectors

// Somebody has said how wide they shall be, or the CPU is compiled for with vectors
// as wide as it has them, or it has no wider ones.
// REDEFINE: %{options} = -takt-model=%S/Inputs/slow-adds.yaml
// REDEFINE: %{more} = -mprefer-vector-width=256
// RUN: %{remarks} 2>&1 | count 0
// REDEFINE: %{more} = -mprefer-vector-width=512
// RUN: %{remarks} 2>&1 | count 0
// That the clock is lower is said of the loop then.
// RUN: env TAKT_OPTIONS="%{options}" %takt-clang --target=x86_64-linux-gnu -march=%{march} -O2 %{more} -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: remark: vector body: 32.00 cycles per iteration (0.50 per source iteration, 64 at a time) on slow-adds, {{.*}}; at 80 % of the clock [
// WIDE: remark: vector body: 32.00 cycles per iteration (0.50 per source iteration, 64 at a time) on slow-adds, bound by port p0 (32.00); dependences alone 1.00, front end 3.50 [
// REDEFINE: %{options} =
// REDEFINE: %{more} =
// REDEFINE: %{march} = znver4
// RUN: %{remarks} 2>&1 | count 0
// REDEFINE: %{march} = haswell
// RUN: %{remarks} 2>&1 | count 0

// Nothing is known of the clock.
// REDEFINE: %{march} = icelake-server
// RUN: %{remarks} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: remark: narrow vectors: {{.*}} on icelake-server with -mprefer-vector-width=512, at a clock that may be lower [

// CHECK: :[[#@LINE+2]]:3: remark: narrow vectors: 1.00 → 0.50 cycles per source iteration on slow-adds with -mprefer-vector-width=512, at 80 % of the clock [-Rpass-missed=takt]
void add(float *restrict to, const float *restrict from, int n, float x) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] + x;
}

// Integers do not lower it.
// CHECK: :[[#@LINE+2]]:3: remark: narrow vectors: 1.00 → 0.50 cycles per source iteration on slow-adds with -mprefer-vector-width=512 [-Rpass-missed=takt]
void addints(int *restrict to, const int *restrict from, int n, int x) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] + x;
}

// A loop that is too short for it.
void few(float *restrict to, const float *restrict from, float x) {
  for (int i = 0; i < 200; i++)
    to[i] = from[i] + x;
}

// Eight elements on, they are read again: LLVM keeps them in a register, but no more
// than eight can be done at a time.
void again(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i + 8] = a[i] + 1;
}

// A sum is none of these.
// CHECK: :[[#@LINE+3]]:3: remark: narrow vectors: 1.00 → 0.50
int sum(const int *from, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += from[i];
  return sum;
}

// No vectors.
void walk(float *a, int n) {
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + 1;
}
