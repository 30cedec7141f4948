// clang-format off
// Loops at one line and column of two files are two loops.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: line2-vectors.inc:2:1: remark: vector body:
// CHECK: line2-chain.inc:2:1: remark: 4.00 cycles per iteration
void both(float *restrict a, float *restrict b, long n) {
#include "Inputs/line2-vectors.inc"
#include "Inputs/line2-chain.inc"
}
