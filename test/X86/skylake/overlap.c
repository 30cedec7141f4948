// Accesses that may meet, for all that is known: the prediction assumes that
// they do not, and the remark says what it would be if they did.

// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefixes=CHECK,NAMES
// RUN: %takt-clang -O1 %{flags} 2>&1 | FileCheck %s --check-prefixes=CHECK,PLACES
// RUN: env TAKT_OPTIONS=-takt-alias=compiler %takt-clang -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefixes=CHECK,COMPILER
// RUN: %takt-clang-opts -mllvm -takt-alias=assume-all -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %takt-clang -O3 -g %{flags} 2>&1 | FileCheck %s --check-prefix=VECTOR

// If b[i] is what the iteration before stored in a[i - 1], it comes 5 cycles
// after the sum was stored, and the sum takes 4. (The load is part of the
// addition, which is its place then.)
// NAMES: :[[#@LINE+7]]:3: remark: {{[0-2]}}.{{.*}}; 9.00 if a and b overlap; `restrict` or a runtime check settles it [-Rpass
// PLACES: :[[#@LINE+6]]:3: remark: {{[0-2]}}.{{.*}}; 9.00 if the store at [[#@LINE+7]]:10 and the load at [[#@LINE+7]]:17 overlap; `restrict` or a runtime check settles it [-Rpass
// COMPILER: :[[#@LINE+5]]:3: remark: 9.00 cycles per iteration on skylake, bound by the dependency chain through {{xmm[0-9]}} and memory at {{.*}}, 1 iteration back (vaddsd → vmovsd, 9.00)
// ALL: :[[#@LINE+4]]:3: remark: 9.00 cycles per iteration on skylake, bound by the dependency chain through {{xmm[0-9]}} and memory at {{.*}}, 1 iteration back (vaddsd → vmovsd, 9.00)
// The vectoriser has compared them.
// VECTOR: :[[#@LINE+2]]:3: remark: vector body: 4.00 cycles per iteration {{.*}} front end {{[0-9.]+}} [-Rpass
void plain(double *a, const double *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// With `restrict` there is nothing to say, unless it is not to be believed.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
// ALL: :[[#@LINE+2]]:3: remark: 9.00 cycles per iteration
void restricted(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + 1;
}

// A float is no int.
// CHECK: :[[#@LINE+3]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
void types(float *a, const int *b, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i];
}

// CHECK: :[[#@LINE+4]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
double from[1000], to[1000];
void globals(long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

// Nor if it is chosen in each iteration which one is stored to.
// CHECK: :[[#@LINE+5]]:3: remark: {{[0-9]}}.
// CHECK-NOT: settles it
// CHECK-NOT: meet in
double other[1000];
void either(const int *k, long n) {
  for (long i = 0; i < n; i++)
    *(k[i] ? &to[i] : &other[i]) = from[i] + 1;
}

// What stays meets what moves in one iteration at most.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-9]}}.
// CHECK-NOT: settles it
// CHECK-NOT: meet in
void fixed(const double *p, double *a, long n) {
  for (long i = 0; i < n; i++)
    a[i] = *p + a[i];
}

// At least as far as the loop runs.
// CHECK: :[[#@LINE+4]]:3: remark: {{[0-2]}}.
// CHECK-NOT: settles it
void halves(double *p, long n) {
  double *q = p + n;
  for (long i = 0; i < n; i++)
    q[i] = p[i] + 1;
}

// Whether increments of one counter follow each other is up to the indices; the
// pair that costs most is another one: 5 cycles of forwarding to a load of an
// index, which takes 5 more to the counter, and 1 to add.
// NAMES: :[[#@LINE+4]]:3: remark: 1.50 {{.*}}; 11.00 if h and k overlap; `restrict` or a runtime check settles it [-Rpass
// PLACES: :[[#@LINE+3]]:3: remark: 1.50 {{.*}}; 11.00 if the store at [[#@LINE+4]]:12 and the load at [[#@LINE+4]]:7 overlap; `restrict` or a runtime check settles it [-Rpass
// COMPILER: :[[#@LINE+2]]:3: remark: 11.00 cycles
void histogram(int *h, const int *k, long n) {
  for (long i = 0; i < n; i++)
    h[k[i]]++;
}

// Here nothing else can meet, and no `restrict` helps.
// NAMES: :[[#@LINE+4]]:3: remark: {{[12]}}.{{.*}}; 6.00 if iterations meet in h [-Rpass
// PLACES: :[[#@LINE+3]]:3: remark: {{[12]}}.{{.*}}; 6.00 if iterations meet in memory [-Rpass
// COMPILER: :[[#@LINE+2]]:3: remark: 6.00 cycles
void bytes(int *restrict h, const unsigned char *restrict k, long n) {
  for (long i = 0; i < n; i++)
    h[k[i]]++;
}

// The chain through s is longer than anything that may come on top.
// NAMES: :[[#@LINE+4]]:3: remark: 8.00 cycles
// NAMES-NOT: settles it
double longer(double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) {
    s = (s + b[i]) * 3;
    a[i] = n;
  }
  return s;
}
