// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o
//
// TAKT_OPTIONS is read like a command line.
// RUN: env TAKT_OPTIONS="" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=skylake
// RUN: env TAKT_OPTIONS="  --takt-cpu=haswell  -takt-remainders=false" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=haswell
// RUN: env TAKT_OPTIONS="'-takt-dump-layout=%t with space'" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=skylake
// RUN: FileCheck %s --check-prefix=LAYOUT < "%t with space"
// LAYOUT: function sum
//
// What is wrong is an error of the compilation, not a crash.
// RUN: env TAKT_OPTIONS="-takt-cpu=" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,EMPTY
// EMPTY: error: takt: in TAKT_OPTIONS: option '-takt-cpu' needs a value
// RUN: env TAKT_OPTIONS="-takt-remainders -takt-cup=haswell" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,NAME
// NAME: error: takt: in TAKT_OPTIONS: unknown option '-takt-cup=haswell'
// RUN: env TAKT_OPTIONS="-takt-cpu=no-such-cpu" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,CPU
// RUN: not %takt-clang-opts -mllvm -takt-cpu=no-such-cpu %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,CPU
// CPU: error: takt: unknown CPU 'no-such-cpu'
// RUN: not %takt-clang-opts -mllvm -takt-remainders=maybe %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,BOOL
// BOOL: 'maybe' is invalid value for boolean argument
// ERROR-NOT: {{PLEASE submit|Stack dump|LLVM ERROR}}

int sum(const int *a, int n) {
  int s = 0;
  // CHECK: spelling.c:[[#@LINE+1]]:3: remark: {{.*}} cycles per iteration{{.*}} on [[CPU]]
  for (int i = 0; i < n; i++)
    s = (s ^ a[i]) * 5;
  return s;
}
