// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-analysis=takt -c %s -o %t.o
//
// Options in the environment, for plain -fpass-plugin ...
// RUN: env TAKT_OPTIONS="-takt-cpu=haswell" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=haswell
// RUN: env TAKT_OPTIONS="--takt-cpu=haswell -takt-remainders=false" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=haswell
// RUN: env TAKT_OPTIONS="" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=skylake
// RUN: env TAKT_OPTIONS="'-takt-dump-layout=%t with space'" %takt-clang %{flags} 2>&1 | FileCheck %s -DCPU=skylake
// RUN: FileCheck %s --check-prefix=LAYOUT < "%t with space"
// ... on the command line, and there rather than in the environment.
// RUN: %takt-clang-opts -mllvm -takt-cpu=haswell %{flags} 2>&1 | FileCheck %s -DCPU=haswell
// RUN: env TAKT_OPTIONS="-takt-cpu=znver4" %takt-clang-opts -mllvm -takt-cpu=haswell %{flags} 2>&1 | FileCheck %s -DCPU=haswell
//
// LAYOUT: function sum
//
// Wrong ones are an error that names them.
// RUN: env TAKT_OPTIONS="-takt-cup=haswell" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,NAME
// NAME: error: takt: in TAKT_OPTIONS: unknown option '-takt-cup=haswell'
// RUN: env TAKT_OPTIONS="takt-cpu" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,DASH
// DASH: error: takt: in TAKT_OPTIONS: 'takt-cpu' is not an option
// RUN: env TAKT_OPTIONS="-takt-cpu" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,EMPTY
// RUN: env TAKT_OPTIONS="-takt-cpu=" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,EMPTY
// EMPTY: error: takt: in TAKT_OPTIONS: option '-takt-cpu' needs a value
// RUN: env TAKT_OPTIONS="-takt-remainders=maybe" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,BOOL
// BOOL: error: takt: in TAKT_OPTIONS: 'maybe' is not a value of option '-takt-remainders': true or false
// RUN: env TAKT_OPTIONS="-takt-dump-layout=%t.absent/file" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,WRITE
// WRITE: cannot write '{{.*}}absent/file'
// RUN: env TAKT_OPTIONS="-takt-cpu=no-such-cpu" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,CPU
// CPU: error: {{.*}}no-such-cpu
// RUN: env TAKT_OPTIONS="-takt-model=%t.absent.yaml" not %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,MODEL
// MODEL: error: {{.*}}absent.yaml
//
// RUN: not %takt-clang-opts -mllvm -takt-cup=haswell %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,MLLVM
// MLLVM: Unknown command line argument '-takt-cup=haswell'
// RUN: not %takt-clang-opts -mllvm -takt-remainders=maybe %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,MLLVMBOOL
// MLLVMBOOL: 'maybe' is invalid value for boolean argument
// RUN: not %takt-clang-opts -mllvm -takt-cpu=no-such-cpu %{flags} 2>&1 | FileCheck %s --check-prefixes=ERROR,CPU
// ERROR-NOT: {{PLEASE submit|Stack dump|LLVM ERROR}}

int sum(const int *a, int n) {
  int s = 0;
  // CHECK: options.c:[[#@LINE+1]]:3: remark: {{.*}} cycles per iteration{{.*}} on [[CPU]]
  for (int i = 0; i < n; i++)
    s = (s ^ a[i]) * 5;
  return s;
}
