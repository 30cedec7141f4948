// What was done to a loop that was inlined says where.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -Rpass=takt -c %s -o %t.o
// RUN: env TAKT_OPTIONS="-takt-guide=interleave -takt-guide-budget=1000" %takt-clang -O3 -ffast-math %{flags} 2>&1 | FileCheck %s --check-prefix=SHAPE --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-guide=align %takt-clang -O2 -fno-vectorize -fno-unroll-loops %{flags} 2>&1 | FileCheck %s --check-prefix=ALIGN --implicit-check-not=remark:

// SHAPE: :[[#@LINE+3]]:3: remark: interleaved by 8 instead of 4: {{.*}}; inlined into total at [[#@LINE+8]]:10 [-Rpass=takt]
static inline float sum(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; i++)
    s += a[i];
  return s;
}
float total(const float *a, long n) {
  return sum(a, n);
}

// ALIGN: :[[#@LINE+3]]:3: remark: aligned to 32 bytes: {{.*}}; inlined into both at [[#@LINE+7]]:3 [-Rpass=takt]
static inline void add(long *restrict c, const long *a, const long *b,
                       long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}
void both(long *restrict c, const long *a, const long *b, long n) {
  add(c, a, b, n);
}
