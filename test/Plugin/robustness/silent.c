// REQUIRES: x86-registered-target
//
// If nobody asks for Takt's remarks, no analysis runs.
// DEFINE: %{cc} = env TAKT_OPTIONS=-takt-time %takt-clang --target=x86_64-linux-gnu -O2 -c %s -o %t.o
// RUN: %{cc} 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{cc} -Rpass=loop-vectorize -Rpass-analysis=licm 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{cc} -fsave-optimization-record -foptimization-record-file=%t.yaml -foptimization-record-passes=inline 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{cc} -Rpass-analysis=takt 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: %{cc} -Rpass-analysis=.* 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: %{cc} -fsave-optimization-record -foptimization-record-file=%t.yaml -foptimization-record-passes=takt 2>&1 | FileCheck %s --check-prefix=SOME
//
// NONE-NOT: remark: {{.*}}-Rpass-analysis=takt
// NONE: takt: 0 loops in 0 functions analysed
// SOME: takt: 1 loops in 2 functions analysed

int last(const int *a, int n) {
  while (*a != n)
    a++;
  return a[1];
}
int no_loop(int a) { return a; }
