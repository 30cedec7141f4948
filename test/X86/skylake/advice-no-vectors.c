// Where the number of iterations or the begin of an array is loaded in each
// iteration, because a store might meet it, there are no vectors, also where
// ports hide the loads. What vectors would take the code at hand does not tell.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -Rpass-missed=takt -c %s -o %t.o
// RUN: %takt-clang -O2 -g %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// Such a loop gets vectors as advised.
// RUN: %takt-clang -O2 -g -DAPART=restrict %{flags} -Rpass-analysis=takt 2>&1 | FileCheck %s --check-prefix=APART
// Nobody makes vectors at -O1 or -Os.
// RUN: %takt-clang -O1 -g %{flags} 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %takt-clang -Os -g %{flags} 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{no vectors|vectors may}}

#ifndef APART
#define APART
#endif
typedef unsigned char byte;
struct Image {
  byte *pixels, *end;
  long n;
};

// CHECK: :[[#@LINE+4]]:3: remark: no vectors while d and n may alias: 1.50 cycles per iteration on skylake; they need `restrict`, or a copy in a local variable [-Rpass-missed=takt]
// APART: :[[#@LINE+3]]:3: remark: vector body: {{.*}} cycles per iteration ({{.*}} per source iteration
// The number of iterations.
void bound(int *APART d, const int *APART n) {
  for (int i = 0; i < *n; i++)
    d[i] += 3;
}

// CHECK: :[[#@LINE+4]]:3: remark: no vectors while image and the store at [[#@LINE+5]]:22 may alias: 1.00 cycles per source iteration on skylake; they need
// APART: :[[#@LINE+3]]:3: remark: vector body:
// The begin of an array; LLVM has unrolled the loop.
void begin(struct Image *APART image, long n) {
  for (long i = 0; i < n; i++)
    image->pixels[i] = i;
}

// CHECK: :[[#@LINE+3]]:3: remark: image and the store at [[#@LINE+4]]:22 may alias: 1.50 → 1.00 cycles per iteration on skylake with `restrict` on image, or a copy in a local variable; vectors may gain more [-Rpass-missed=takt]
// Both, and ports do not hide it.
void both(struct Image *image, byte value) {
  for (long i = 0; i < image->n; i++)
    image->pixels[i] = value;
}

// CHECK: :[[#@LINE+3]]:3: remark: no vectors while image and the store at [[#@LINE+4]]:22 may alias:
// As a size of std::vector, whose begin comes from the iteration before.
void vector(struct Image *image, byte value) {
  for (unsigned long i = 0; i < image->end - image->pixels; i++)
    image->pixels[i] = value;
}

// Of each an iteration needs the one before: there would be no vectors.
void before(struct Image *image, long n) {
  for (long i = 1; i < n; i++)
    image->pixels[i] = image->pixels[i - 1] + 3;
}
void ahead(int *d, const int *n) {
  for (int i = 1; i < *n; i++)
    d[i] = d[i - 1] * 3;
}
void sum(float *s, const float *a, const int *n, int *count) {
  for (int i = 0; i < *n; i++) {
    *count = i;
    *s += a[i];
  }
}

// CHECK: :[[#@LINE+2]]:3: remark: count and n, a and s, a and t may alias: 9.00 → 4.00 cycles per iteration on skylake with `restrict`, or a copy in a local variable [-Rpass-missed=takt]
void sums(float *s, float *t, const float *a, const int *n, int *count) {
  for (int i = 0; i < *n; i++) {
    *count = i;
    *s += a[i];
    *t += a[i] * 2;
  }
}

// LLVM makes vectors of none of these for other reasons.
void few(struct Image *image) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < 8; i++)
    image->pixels[i] = i;
}
// CHECK: :[[#@LINE+6]]:3: remark: image and the store at [[#@LINE+7]]:26 may alias: 1.50 → 1.00 cycles per source iteration on skylake with `restrict` on image, or a copy in a local variable [-Rpass-missed=takt]
void strided(struct Image *image, byte value, long n) {
  for (long i = 0; i < n; i++)
    image->pixels[3 * i] = value;
}
void scattered(struct Image *image, const byte *at, long n) {
  for (long i = 0; i < n; i++)
    image->pixels[at[i]] = 1;
}
void divided(int *d, const int *n) {
  for (int i = 0; i < *n; i++)
    d[i] /= *n;
}
void forbidden(int *d, const int *n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < *n; i++)
    d[i] += 3;
}
// It compares pointers in front of this one, and finds that vectors of such
// numbers gain nothing.
void factor(__int128 *d, const __int128 *k, long n) {
  for (long i = 0; i < n; i++)
    d[i] += *k;
}
