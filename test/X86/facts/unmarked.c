// A front end that does not mark its loops with their places (Flang) leaves the
// code in front of them, which the optimiser may make into something else's: the
// vectors' place is that of what they leave over, or of their accesses.

// REQUIRES: x86-registered-target
// RUN: %clang --target=x86_64-linux-gnu -march=skylake -O2 -gline-tables-only -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | sed "s/, !llvm.loop ![0-9]*//" > %t.ll
// RUN: %takt-clang --target=x86_64-linux-gnu -Wno-override-module -x ir %t.ll -O2 -Rpass-analysis=takt -Rpass-missed=takt -c -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:

// CHECK: remark: {{.*}}unmarked.c:[[#@LINE+2]]:3: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
void known(float *restrict a, const float *restrict b, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = b[i] * 2;
}
