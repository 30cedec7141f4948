// Accesses that may meet, for all that is known. A value is there 5 cycles after it
// was stored, and the sum takes 2.

// DEFINE: %{flags} = --target=aarch64-linux-gnu -mcpu=neoverse-n1 -Rpass-analysis=takt -O1 -g -c %s -o %t.o
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: env TAKT_OPTIONS=-takt-alias=compiler %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefixes=CHECK,COMPILER
// RUN: env TAKT_OPTIONS=-takt-alias=assume-all %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=ALL

// NONE: :[[#@LINE+4]]:3: remark: 1.25 cycles {{.*}}; 7.00 if a and b overlap; `restrict` or a runtime check settles it [-Rpass
// COMPILER: :[[#@LINE+3]]:3: remark: 7.00 cycles per iteration on neoverse-n1, bound by the dependency chain through {{d[0-9]}} and memory
// ALL: :[[#@LINE+2]]:3: remark: {{[0-9.]+}} cycles per iteration on neoverse-n1, bound by the dependency chain through {{d[0-9]}} and memory
void plain(double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// CHECK: :[[#@LINE+4]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
// ALL: :[[#@LINE+2]]:3: remark: {{.*}} and memory
void restricted(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// CHECK: :[[#@LINE+4]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
double from[1000], to[1000];
void globals(long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i] + 1;
}
