// The copy of a loop for accesses that meet may have vectors, too: of the
// straight code that its inner loop has become. It still does one source
// iteration, or is marked otherwise than what the vectoriser made, and is not
// what runs in the usual case.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -ffast-math -g -c %s -o %t.o -Rpass-analysis=takt
// RUN: %takt-clang -march=skylake %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-remainders %takt-clang -march=skylake %{flags} 2>&1 | FileCheck %s --check-prefix=ALL
// Two vectors of four do not stand in a row.
// RUN: env TAKT_OPTIONS=-takt-cpu=skylake %takt-clang -march=x86-64 %{flags} 2>&1 | FileCheck %s --check-prefix=NARROW --implicit-check-not=remark:

// The vectors stand in a row: the loop around them is said.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{.*}}; the loop at [[#@LINE+5]]:5 in it as vectors in a row
// ALL: :[[#@LINE+4]]:5: remark: remainder: {{[0-9.]+}} cycles per iteration on skylake
// NARROW: :[[#@LINE+3]]:5: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 4 at a time)
void product(float (*c)[16], float (*a)[16], float (*b)[16], int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++) {
      float s = 0;
      for (int k = 0; k < 16; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
