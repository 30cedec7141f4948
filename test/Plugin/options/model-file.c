// A machine description from a file is used instead of the one compiled in;
// one that cannot be read or used fails the compilation.

// RUN: env TAKT_OPTIONS=-takt-model=%S/Inputs/narrow.yaml %takt-clang -O2 -march=skylake -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: on narrow, bound by the front end

// RUN: not env TAKT_OPTIONS=-takt-model=%t.none.yaml %takt-clang -O2 -march=skylake -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: takt: cannot read the machine description '{{.*}}.none.yaml': No such file or directory

// RUN: not env TAKT_OPTIONS=-takt-model=%S/Inputs/malformed.yaml %takt-clang -O2 -march=skylake -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MALFORMED
// MALFORMED: error: takt: {{.*}}malformed.yaml:5:{{.*}}widht

// RUN: not env TAKT_OPTIONS=-takt-model=%S/Inputs/narrow.yaml %takt-clang --target=aarch64-linux-gnu -O2 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ARCH
// ARCH: error: takt: {{.*}}narrow.yaml:4:13: unknown CPU 'skylake' for aarch64

void scale(double *a, int n, double x) {
  for (int i = 0; i < n; i++)
    a[i] *= x;
}
