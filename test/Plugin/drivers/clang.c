// REQUIRES: x86-registered-target, aarch64-registered-target
//
// Every optimization level of both architectures; at -O0 AArch64 uses
// GlobalISel.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -Rpass-analysis=takt -S %s -o %t.s 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -Os -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -Oz -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O1 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O3 -Rpass-analysis=takt -S %s -o %t.s 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -Os -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -Oz -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
//
// GlobalISel where it is not the default.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -mllvm -global-isel -mllvm -global-isel-abort=0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -mllvm -global-isel -mllvm -global-isel-abort=0 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=cortex-a72
//
// IR and bitcode through the driver; clang says the place in another way.
// RUN: %clang --target=x86_64-linux-gnu -march=skylake -O1 -gline-tables-only -S -emit-llvm %s -o %t.ll
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -x ir -Rpass-analysis=takt -c %t.ll -o %t.o 2>&1 | FileCheck %s --check-prefix=IR
// RUN: %clang --target=x86_64-linux-gnu -march=skylake -O1 -gline-tables-only -c -emit-llvm %s -o %t.bc
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %t.bc -o %t.o 2>&1 | FileCheck %s --check-prefix=IR
//
// Loaded in both ways it works once.
// RUN: %takt-clang-opts --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake

// CHECK-NOT: {{warning|error}}:
int sum(const int *a, int n) {
  int s = 0;
  // IR: remark: {{.*}}clang.c:[[#@LINE+2]]:3: {{.*}} cycles per iteration{{.*}} on skylake
  // CHECK: clang.c:[[#@LINE+1]]:{{[38]}}: remark: {{.*}} cycles per iteration{{.*}} on [[CPU]]{{.*}}[-Rpass-analysis=takt]
  for (int i = 0; i < n; i++)
    s = (s ^ a[i]) * 5;
  return s;
}
// CHECK-NOT: remark:
