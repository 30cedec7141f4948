/* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
   See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The interface of all kernels: each file defines `kernel`, which works on n
   elements of arrays in one struct, so that the compiler knows them to be
   apart. What a kernel touches fits into 24 KiB. kernelSize is the n of
   measurements; less must do, too. Results that are no array go to `sum` and
   its like. */

#ifndef TAKT_LOOPS_KERNEL_H
#define TAKT_LOOPS_KERNEL_H

#include <stdint.h>

/* Elements of arrays of 8, 4, 2 and 1 bytes. Behind them is room for
   neighbours, which also gives the arrays different offsets in their pages. */
enum { Most8 = 2048, Most4 = 4096, Most2 = 8192, Most1 = 16384, Room = 576 };
/* Rows and columns of matrices. */
enum { Side = 32 };

#define TAKT_ARRAY(Type, Name, Bytes)                                          \
  Type Name[(16384 + Room) / (Bytes)] __attribute__((aligned(64)))

/* Arrays are named as in formulas, in C's style, also where C++ includes this.
   NOLINTBEGIN(readability-identifier-naming) */
struct Node {
  struct Node *next;
  int64_t value;
};

struct Point {
  float x, y, z, mass;
};

struct Data {
  /* Between 0.5 and 1.5. */
  TAKT_ARRAY(double, x, 8);
  TAKT_ARRAY(double, y, 8);
  TAKT_ARRAY(double, z, 8);
  TAKT_ARRAY(float, u, 4);
  TAKT_ARRAY(float, v, 4);
  TAKT_ARRAY(float, w, 4);
  /* Any bits. */
  TAKT_ARRAY(uint64_t, p, 8);
  TAKT_ARRAY(uint64_t, q, 8);
  TAKT_ARRAY(uint32_t, i, 4);
  TAKT_ARRAY(uint32_t, j, 4);
  TAKT_ARRAY(int16_t, s, 2);
  TAKT_ARRAY(int16_t, t, 2);
  TAKT_ARRAY(uint8_t, a, 1);
  TAKT_ARRAY(uint8_t, b, 1);
  /* A permutation of 0 .. Most8 / 2 - 1, then other numbers; ascending numbers
   * from -Most4 / 2 on. */
  TAKT_ARRAY(int32_t, order, 4);
  TAKT_ARRAY(int32_t, sorted, 4);
  /* Bytes of text: none is 0 or 200, most are below 128. `copy` is
     the same. */
  TAKT_ARRAY(uint8_t, text, 1);
  TAKT_ARRAY(uint8_t, copy, 1);
  /* Any bits, as in tables of checksums; zeros. */
  uint32_t table[256];
  uint32_t counts[256];
  double matrix[Side][Side], result[Side][Side];
  float image[Side + 2][64 + 8], smooth[Side + 2][64 + 8];
  /* A ring through all of them in some order. */
  struct Node nodes[512];
  struct Point points[1024];
  /* Nonzero constants that the compiler does not know. */
  double factor;
  float factor4;
  uint32_t divisor;
  uint64_t seed;
  double sum, sum2;
  int64_t total, place;
};

#ifdef __cplusplus
extern "C" {
#endif
extern const long kernelSize;
void kernel(long n, struct Data *d);
#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#define KERNEL_SIZE(N) const long kernelSize = (N)

/* A function that kernel() calls with pointers and numbers of which the
   compiler learns nothing: as in a library, they may be the same, and begin
   anywhere. */
#define FUNCTION __attribute__((noinline, visibility("hidden")))

/* Of its pointers, where they may be `restrict` or not (-DAPART=restrict). */
#ifndef APART
#define APART
#endif

#endif
