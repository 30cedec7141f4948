// A loop that was reordered where it was inlined says where that is.

// REQUIRES: aarch64-registered-target
// RUN: env TAKT_OPTIONS=-takt-guide=order %takt-clang -O3 --target=aarch64-linux-gnu -mcpu=cortex-a72 -c %s -o %t.o -Rpass=takt 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+3]]:3: remark: reordered: 17.00 → {{.*}}; inlined into all at [[#@LINE+7]]:3 [-Rpass=takt]
static inline void widen(float *restrict to, const unsigned char *restrict from,
                         long n) {
  for (long i = 0; i < n; i++)
    to[i] = from[i];
}
void all(float *restrict to, const unsigned char *restrict from, long n) {
  widen(to, from, n);
}
