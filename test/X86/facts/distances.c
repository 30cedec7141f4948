// Distances that the registers do not show, from the pointers in the IR.

// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O1 %{flags} | FileCheck %s --check-prefixes=CHECK,O1
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O3 %{flags} | FileCheck %s --check-prefixes=CHECK,O3

// A second pointer that starts 8 elements further and has a register of its
// own, as volatile keeps it.
// CHECK-LABEL: facts derived.
// O1-NEXT: access 0 instr 0 {{.*}} load movq base 0 +0 stride 8 object a
// O1-NEXT: access 1 instr 2 {{.*}} store movq base 0 +64 stride 8 object a
// O3: load movq base 0 +8 stride 64 object a
// O3: store movq base 0 +72 stride 64 object a
// CHECK-NOT: apart
void derived(volatile long *a, long n) {
  volatile long *b = a + 8;
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 1;
}

// q = p + 8 n: at least the length of what the loop runs over.
// CHECK-LABEL: facts halves.
// O1: apart 0: 1
// O3: apart 0: 4 5 6 7
void halves(double *p, long n) {
  double *q = p + n;
  for (long i = 0; i < n; i++)
    q[i] = p[i] + 1;
}

// q = p + 8 m is not known to be.
// CHECK-LABEL: facts somewhere.
// CHECK: base 1
// CHECK-NOT: apart
void somewhere(double *p, long n, long m) {
  double *q = p + m;
  for (long i = 0; i < n; i++)
    q[i] = p[i] + 1;
}

// The programmer's own runtime check.
// CHECK-LABEL: facts guarded.
// O1: apart 0: 1
// O3: apart 0: 4 5 6 7
void guarded(double *p, double *q, long n) {
  if (q >= p + n)
    for (long i = 0; i < n; i++)
      q[i] = p[i] + 1;
}

// One that does not suffice.
// CHECK-LABEL: facts guarded_badly.
// CHECK-NOT: apart
void guarded_badly(double *p, double *q, long n) {
  if (q >= p + n - 1)
    for (long i = 0; i < n; i++)
      q[i] = p[i] + 1;
}

// Rows of a matrix: what is read from others than the one that is written. The
// unrolled loop runs over a multiple of its length.
// CHECK-LABEL: facts seidel.
// O1-NEXT: access 0 {{.*}} load vaddsd base 0 +0 stride 8 object A
// O1-NEXT: access 1 {{.*}} load vaddsd base 1 +0 stride 8 object A
// O1-NEXT: access 2 {{.*}} load vaddsd base 1 +8 stride 8 object A
// O1-NEXT: access 3 {{.*}} load vaddsd base 2 +0 stride 8 object A
// O1-NEXT: access 4 {{.*}} store vmovsd base 1 +0 stride 8 object A
// O1-NEXT: apart 0: 4
// O1-NEXT: apart 3: 4
// O3: base 1 +24 stride 32 object A
// O3: apart 0: 5 8 12 16
// O3: apart 4: 5 8 12 16
void seidel(double *A, long n) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      A[i * n + j] = (A[(i - 1) * n + j] + A[i * n + j - 1] + A[i * n + j] +
                      A[i * n + j + 1] + A[(i + 1) * n + j]) / 5;
}

// Downwards.
// CHECK-LABEL: facts reversed.
// O1-DAG: load vaddsd base 0 +0 stride -8 object a
// O1-DAG: store vmovsd base 1 +0 stride -8 object a
// O1: apart 0: 1
void reversed(double *a, long n) {
  for (long i = n - 1; i >= 0; i--)
    a[i + n] = a[i] + 1;
}

// Where an index comes from memory: the same place in one iteration, and
// nothing is known of two.
// CHECK-LABEL: facts histogram.
// O1-NEXT: access 0 {{.*}} load movslq base 0 +0 stride 4 object k
// O1-NEXT: access 1 {{.*}} load incl base 1 +0 object h
// O1-NEXT: access 2 {{.*}} store incl base 1 +0 object h
// CHECK-NOT: apart
void histogram(int *h, const int *k, long n) {
  for (long i = 0; i < n; i++)
    h[k[i]]++;
}

// `restrict` of an inlined function holds for one call, not between iterations.
// CHECK-LABEL: facts inlined.
// O1: load addl base 0 +0 stride 4 object a
// O1: store movl base 0 +0 stride 4 object a
// CHECK-NOT: apart
static void step(int *restrict p, const int *restrict q) { *p += *q * 3; }
void inlined(int *a, int n) {
  for (int i = 0; i < n; i++)
    step(&a[i + 1], &a[i]);
}

// CHECK-LABEL: facts short_loop.
// O1-SAME: from 0x{{[0-9a-f]+}} trip-count 8
// CHECK-NOT: facts
void short_loop(double *a) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < 8; i++)
    a[i + 8] = a[i] * 2;
}
