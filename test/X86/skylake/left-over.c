// What the unroller leaves over it copies and marks without a place. It is a
// remainder all the same, of the loop whose branch and accesses it has.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -O3 -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang %{flags} -g 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang-opts -mllvm -takt-remainders %{flags} 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=remark:

// Of four conditions in a row no path is common. In front of the remainder of this is code of the condition's place.
// CHECK: :[[#@LINE+5]]:3: remark: unrolled: {{.*}} along one path of many (6 % of iterations)
// ALL-DAG: :[[#@LINE+4]]:3: remark: unrolled: {{.*}} along one path of many (6 % of iterations)
// ALL-DAG: :[[#@LINE+3]]:3: remark: remainder: {{[0-9.]+}} cycles per iteration on
int positive(const float *a, int n, int *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0.f)
      out[k++] = i;
  return k;
}

// The branch of this has another place than the loop.
// CHECK: :[[#@LINE+6]]:3: remark: unrolled: {{.*}} along one path of many (6 % of iterations)
// ALL-DAG: :[[#@LINE+5]]:3: remark: unrolled: {{.*}} along one path of many (6 % of iterations)
// ALL-DAG: :[[#@LINE+4]]:3: remark: remainder: {{[0-9.]+}} cycles per iteration on
int branch(const float *a, unsigned n, int *restrict out) {
  int k = 0;
  unsigned i = 0;
  do {
    if (a[i] > 0.f)
      out[k++] = i;
  } while (++i != n);
  return k;
}

// Without accesses its counter tells how many source iterations there are at a
// time.
// CHECK: :[[#@LINE+5]]:3: remark: unrolled: 32.00 cycles per iteration (4.00 per source iteration, 8 at a time) on
// ALL-DAG: :[[#@LINE+4]]:3: remark: unrolled: 32.00 cycles per iteration (4.00 per source iteration, 8 at a time) on
// ALL-DAG: :[[#@LINE+3]]:3: remark: remainder: 4.00 cycles per iteration on
unsigned registers(unsigned n, unsigned x) {
  unsigned i = 0;
  do {
    x = (x ^ i) * 77;
  } while (++i < n);
  return x;
}
