// What an iteration writes is read some iterations later. LLVM's vectoriser takes
// no more than these at a time, but for the interleave count that it is given,
// which it obeys. So no count is asked for that does more, by the model or by hand.

// REQUIRES: x86-64-host, x86-registered-target
// RUN: %takt-clang -O1 %s -o %t.right
// RUN: %t.right > %t.expected
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.expected
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=5000" %takt-clang -mtune=skylake -O3 -Rpass=takt %s -o %t.guided 2> %t.remarks
// RUN: %t.guided | diff %t.expected -
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=0,4,2" %takt-clang -mtune=skylake -O3 -Rpass=loop-vectorize %s -o %t.forced 2> %t.counts
// RUN: %t.forced | diff %t.expected -
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.counts
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=2,4,0" %takt-clang -mtune=skylake -O3 %s -o %t.narrow
// RUN: %t.narrow | diff %t.expected -
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=1,4,0" %takt-clang -mtune=skylake -O3 %s -o %t.scalar
// RUN: %t.scalar | diff %t.expected -
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-shape=1,1,4" %takt-clang -mtune=skylake -O3 %s -o %t.unrolled
// RUN: %t.unrolled | diff %t.expected -

#include <stdio.h>

#define LOOP(NAME, TYPE, HEAD, TO, FROM)                                       \
  __attribute__((noinline)) void NAME(void *restrict p,                        \
                                      const void *restrict q, long n) {        \
    TYPE *a = p;                                                               \
    const TYPE *b = q;                                                         \
    for (HEAD)                                                                 \
      a[TO] = a[FROM] + b[FROM];                                               \
  }
#define UP(NAME, TYPE, D) LOOP(NAME, TYPE, long i = 0; i < n; i++, i + D, i)
#define DOWN(NAME, TYPE, D) LOOP(NAME, TYPE, long i = n; i-- > 0;, i, i + D)
#define TWO(NAME, TYPE, D) LOOP(NAME, TYPE, long i = 0; i < n; i += 2, i + D, i)

// Vectors have 16 bytes. Four of them reach as far as the distance or beyond:
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 2, interleaved count: 1)
UP(f2, float, 2)
// CHECK-NOT: remark:
// CHECK: distance.c:[[@LINE+2]]:1: remark: interleaved by 2 instead of 1, unrolled by 2: {{.*}} on skylake
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
UP(f8, float, 8)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
UP(f12, float, 12)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
UP(f16, float, 16)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
UP(f24, float, 24)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 16, interleaved count: 1)
UP(c48, unsigned char, 48)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 16, interleaved count: 4)
UP(c64, unsigned char, 64)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 8, interleaved count: 1)
UP(s16, unsigned short, 16)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 8, interleaved count: 4)
UP(s40, unsigned short, 40)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 2, interleaved count: 1)
UP(d6, double, 6)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 2, interleaved count: 4)
UP(d8, double, 8)
// LLVM takes two at a time, for stores of four would not be forwarded to loads
// 104 bytes behind them: by itself it reckons with less than the distance.
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 2, interleaved count: 4)
UP(f26, float, 26)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
DOWN(down12, float, 12)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
DOWN(down16, float, 16)
// Every other element: half as many iterations.
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
TWO(two16, float, 16)
// COUNT: distance.c:[[@LINE+1]]:1: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
TWO(two32, float, 32)
// The nearest one decides.
// COUNT: distance.c:[[@LINE+5]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
__attribute__((noinline)) void three(void *restrict p, const void *restrict q,
                                     long n) {
  float *a = p;
  (void)q;
  for (long i = 0; i < n; i++)
    a[i + 96] = a[i] + a[i + 32] + a[i + 84];
}
// Two arrays in one: as far from each other as they are long.
struct Pair {
  double from[1024], to[1024];
};
// COUNT: distance.c:[[@LINE+6]]:3: remark: vectorized loop (vectorization width: 2, interleaved count: 4)
// CHECK: distance.c:[[@LINE+5]]:3: remark: interleaved by 2 instead of 1, unrolled by 2: {{.*}} on skylake
__attribute__((noinline)) void stencil(void *restrict p, const void *restrict q,
                                       long n) {
  struct Pair *a = p;
  (void)q;
  for (long i = 0; i < n; i++)
    a->to[i + 8] = 0.5 * a->from[i + 8] +
                   0.25 * (a->from[i] + a->from[i + 7] + a->from[i + 9] +
                           a->from[i + 16] + a->from[i + 24]);
}

static union {
  unsigned char c[32768];
  unsigned short s[16384];
  float f[8192];
  double d[4096];
} a, b;

#define RUN(NAME, MEMBER)                                                      \
  do {                                                                         \
    for (int i = 0; i != (int)(sizeof a.MEMBER / sizeof *a.MEMBER); i++)       \
      a.MEMBER[i] = i % 7, b.MEMBER[i] = 1;                                    \
    NAME(a.MEMBER + 100, b.MEMBER + 100, 1000);                                \
    double s = 0;                                                              \
    for (int i = 0; i != (int)(sizeof a.MEMBER / sizeof *a.MEMBER); i++)       \
      s += a.MEMBER[i] * (i % 13);                                             \
    printf(#NAME " %.0f\n", s);                                                \
  } while (0)

__attribute__((optnone)) int main(void) {
  RUN(f2, f); RUN(f8, f); RUN(f12, f); RUN(f16, f); RUN(f24, f); RUN(f26, f);
  RUN(c48, c); RUN(c64, c); RUN(s16, s); RUN(s40, s); RUN(d6, d); RUN(d8, d);
  RUN(down12, f); RUN(down16, f); RUN(two16, f); RUN(two32, f); RUN(three, f);
  RUN(stencil, d);
  // RESULT: f2 1646923
  return 0;
}
