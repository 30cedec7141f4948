// -takt-cpu=native is this machine's CPU, if the code is for such a machine.

// REQUIRES: x86-64-host, x86-registered-target
// RUN: %takt-clang -O2 -march=native -Rpass-analysis=takt -c %s -o %t.o 2>&1 | grep -o ' on [-a-z0-9]*, bound' > %t.native
// RUN: env TAKT_OPTIONS=-takt-cpu=native %takt-clang -O2 -march=x86-64 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | grep -o ' on [-a-z0-9]*, bound' > %t.asked
// RUN: diff %t.native %t.asked
// RUN: %if aarch64-registered-target %{ not env TAKT_OPTIONS=-takt-cpu=native %takt-clang --target=aarch64-linux-gnu -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s %}

// CHECK: error: takt: unknown CPU '{{[-a-z0-9]+}}' for aarch64
float sum(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
