// Of the exits of an unrolled loop LLVM may be able to leave out all but one in
// the middle. The loop's mark stays there: it is still a vector body, whose
// pointers were compared in front of it, or a remainder, and starts where the
// source's loop does.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not="meet in"
// RUN: %takt-clang-opts -mllvm -takt-remainders %{flags} 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=remark:
float a[32000], b[32000];

// 999 times 32, so the body ends after the first of two copies, and the
// remainder of 31 after the third of four.
// CHECK: :[[#@LINE+4]]:3: remark: vector body: {{.*}} per source iteration, 64 at a time)
// ALL: :[[#@LINE+3]]:3: remark: vector body: {{.*}} per source iteration, 64 at a time)
// ALL: :[[#@LINE+2]]:3: remark: remainder: {{.*}} per source iteration, 4 at a time)
void backwards(void) {
  for (int i = 32000 - 2; i >= 0; i--)
    a[i + 1] = a[i] + b[i];
}

// CHECK: :[[#@LINE+5]]:3: remark: vector body: {{.*}} per source iteration, 64 at a time)
// ALL-DAG: :[[#@LINE+4]]:3: remark: vector body: {{.*}} per source iteration, 64 at a time)
// ALL-DAG: :[[#@LINE+3]]:3: remark: remainder: {{.*}} per source iteration, 4 at a time)
// ALL-DAG: :[[#@LINE+2]]:3: remark: remainder: {{[0-9.]+}} cycles per iteration on
void compared(int m) {
  for (int i = 0; i < 31999; i++)
    a[i] = a[i + m] + b[i];
}
