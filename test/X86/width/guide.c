// -takt-guide=wide gives functions vectors as wide as the CPU has them, where LLVM
// prefers narrower ones and the cycles at the clock that is left are fewer. On a CPU
// made up for it, whose additions take 8 cycles.

// REQUIRES: x86-registered-target
// DEFINE: %{march} = skylake-avx512
// DEFINE: %{more} =
// DEFINE: %{model} = %S/Inputs/slow-adds.yaml
// DEFINE: %{guide} = env TAKT_OPTIONS="-takt-model=%{model} -takt-guide=wide" %takt-clang --target=x86_64-linux-gnu -march=%{march} -O2 %{more} -Rpass=takt
// RUN: %{guide} -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %{guide} -S %s -o - 2>/dev/null | FileCheck %s --check-prefix=ASM
// CHECK: :[[#@LINE+30]]:3: remark: vectors of 512 bits: 1.00 → 0.50 cycles per source iteration on slow-adds (port p0 (32.00)), at 80 % of the clock, if it runs 1024 iterations [-Rpass=takt]
// ASM-LABEL: add:
// ASM: vaddps{{.*}}%zmm

// At less of the clock than half it would take longer.
// REDEFINE: %{model} = %S/Inputs/slow-clock.yaml
// RUN: %{guide} -c %s -o %t.o 2>&1 | count 0

// Somebody has said how wide they shall be, or LLVM prefers the widest, or there are
// no wider ones.
// REDEFINE: %{model} = %S/Inputs/slow-adds.yaml
// REDEFINE: %{more} = -mprefer-vector-width=256
// RUN: %{guide} -c %s -o %t.o 2>&1 | count 0
// REDEFINE: %{more} = -mtune=znver4
// RUN: %{guide} -c %s -o %t.o 2>&1 | count 0
// REDEFINE: %{more} =
// REDEFINE: %{march} = haswell
// RUN: %{guide} -c %s -o %t.o 2>&1 | count 0

// Nor without being asked.
// RUN: env TAKT_OPTIONS="-takt-model=%S/Inputs/slow-adds.yaml -takt-guide=interleave,unroll" %takt-clang --target=x86_64-linux-gnu -march=skylake-avx512 -O2 -S %s -o - | FileCheck %s --check-prefix=NARROW
// NARROW-LABEL: add:
// NARROW-NOT: zmm

// Of the record.
// RUN: %{guide} -march=skylake-avx512 -fsave-optimization-record -foptimization-record-passes=takt -foptimization-record-file=%t.yaml -c %s -o %t.o 2>/dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RECORD: ClockPercent: '80'
// RECORD: VectorBits: '512'
void add(float *restrict to, const float *restrict from, int n, float x) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] + x;
}
