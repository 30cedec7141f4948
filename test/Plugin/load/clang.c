// Each way of loading the plugin into clang gives every remark once.

// RUN: %clang -fpass-plugin=%takt-plugin -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%takt-plugin -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%takt-plugin -fpass-plugin=%takt-plugin -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -Xclang -load -Xclang %takt-plugin -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s

// Intermediate code is the same way in.
// RUN: %clang -O2 -march=skylake -gline-tables-only -S -emit-llvm %s -o %t.ll
// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c -x ir %t.ll -o %t.o 2>&1 | FileCheck %s

// Nothing is said that nobody has asked for.
// RUN: %takt-clang -O2 -march=skylake -c %s -o %t.o 2>&1 | count 0
// RUN: %takt-clang -O2 -march=skylake -Rpass-analysis=licm -c %s -o %t.o 2>&1 | count 0

// CHECK-NOT: [-Rpass-analysis=takt]
// CHECK: {{.*}}:[[#@LINE+5]]:3: {{.*}} cycles per iteration on skylake, {{.*}} [-Rpass-analysis=takt]
// CHECK-NOT: [-Rpass-analysis=takt]
int length(const char *s);
int length(const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}
