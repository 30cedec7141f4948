// Which accesses never meet in any two iterations, and why the compiler knows.

// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -g -c %s -o %t.o
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O1 %{flags} | FileCheck %s --check-prefixes=CHECK,O1
// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang -O3 %{flags} | FileCheck %s --check-prefixes=CHECK,O3

// `restrict`: arguments that nothing else points to.
// CHECK-LABEL: facts restricted.
// O1-NEXT: access 0 instr 0 offset 0x{{[0-9a-f]+}} load vaddsd base 0 +0 stride 8 object b
// O1-NEXT: access 1 instr 1 offset 0x{{[0-9a-f]+}} store vmovsd base 1 +0 stride 8 object a
// O1-NEXT: apart 0: 1
// O3: access 3 instr 3 {{.*}} base 0 +96 stride 128 object b
// O3: access 7 instr 7 {{.*}} base 1 +96 stride 128 object a
// O3-NEXT: apart 0: 4 5 6 7
void restricted(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// The same without: two bases, and no more. The vectoriser compares the
// pointers first, but only so that no distance is shorter than a vector.
// CHECK-LABEL: facts plain.
// CHECK: base 0 +0 {{.*}} object b
// CHECK: base 1 +0 {{.*}} object a
// CHECK-NOT: apart
void plain(double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// Runtime checks that compare whole ranges leave their mark on the accesses of
// the vector body, but for those that load two vectors and pick every other
// element.
// CHECK-LABEL: facts checked.
// O1-NOT: apart
// O3: access 8 {{.*}} load vaddpd base 1 +0 stride 128 object b
// O3: access 12 {{.*}} store vmovupd base 2 +0 stride 128 object a
// O3: apart 8: 12 13 14 15
// O3: apart 11: 12 13 14 15
void checked(double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + b[2 * i];
}

// Types: a float is no int.
// CHECK-LABEL: facts types.
// CHECK: apart 0: {{[14]}}
void types(float *a, const int *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i];
}

// Different objects.
// CHECK-LABEL: facts globals.
// CHECK: object from
// CHECK: object to
// CHECK: apart 0: {{[14]}}
double from[1000], to[1000];
void globals(long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

// Whichever of two it is, each is apart from the third.
// O1-LABEL: facts either.
// O1: load {{.*}} object from
// O1: apart 0: 2
double other[1000];
void either(long n, const char *which) {
  for (long i = 0; i < n; i++) {
    double x = from[i];
    (which[i] ? to : other)[i] = x + 1;
  }
}

// CHECK-LABEL: facts locals.
// CHECK: object x
// CHECK: object y
// CHECK: apart
void use(double *, double *);
double locals(long n) {
  double x[100], y[100];
  use(x, y);
  for (long i = 0; i < n; i++)
    y[i] = x[i] * 2;
  use(x, y);
  return y[3];
}

// Fields of a type are apart in all its objects.
// CHECK-LABEL: facts fields.
// CHECK-NEXT: load movl base 0 +0 object p
// CHECK-NEXT: store movl base 0 -4 object p
// CHECK-NEXT: load movq base 0 -12 object p
// CHECK-NEXT: apart 0: 1
// CHECK-NEXT: apart 1: 2
struct list { struct list *next; int a, b; };
void fields(struct list *p) {
  for (; p; p = p->next)
    p->a = p->b + 1;
}

// Strides that are not known: what is loaded and stored in one iteration is not
// loaded again, nor is what is another number of strides away than an iteration.
// CHECK-LABEL: facts strided.
// O1: access 0 {{.*}} load
// O1-NEXT: access 1 {{.*}} store
// O1-NEXT: apart 0: 1
// O3: access 2 {{.*}} load
// O3: access 3 {{.*}} store
// O3: apart 0: 1
// O3: apart 2: {{.*}}3
void strided(double *a, long n, long s) {
#pragma clang loop vectorize(disable) unroll_count(2)
  for (long i = 0; i < n; i++)
    a[i * s] += 1;
}

// Of what the next iteration loads nothing is known, nor of what is loaded behind
// the store.
// CHECK-LABEL: facts next.
// CHECK: store
// CHECK-NOT: apart
void next(double *a, long n, long s) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < n; i++)
    a[i * s + s] = a[i * s] + 1;
}
// CHECK-LABEL: facts behind.
// CHECK: store
// CHECK-NOT: apart
void behind(volatile double *a, long n, long s, double x) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; i++) {
    a[i * s] = x;
    x = a[i * s] + 1;
  }
}
// CHECK-LABEL: facts
void last(double *a, long n) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (long i = 0; i < n; i++)
    a[i] += 1;
}
