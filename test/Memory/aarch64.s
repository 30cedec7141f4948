// Which loads read what was stored, as in x86-64.s, where the notation and the
// reasons are; here are those of other addresses: post-index, pre-index, pairs.

// REQUIRES: takt, aarch64-registered-target
// RUN: %takt --triple=aarch64-linux-gnu --cpu=cortex-a72 --json %s | %python %S/Inputs/triplets | FileCheck %s
// RUN: %takt --triple=aarch64-linux-gnu --cpu=neoverse-n1 --json %s | %python %S/Inputs/triplets | FileCheck %s
// RUN: %takt --triple=aarch64-linux-gnu --cpu=cortex-a72 --no-memory-deps --json %s | %python %S/Inputs/triplets | FileCheck %s --check-prefix=NONE
// NONE-NOT: {{[0-9]->}}

// bastian-thesis, listing 2: a read and a write are two instructions here.
// CHECK-LABEL: {{^}}listing2a: 2->0 d1, 2->3 d0 | waw 2->2 d1, war 0->2 d0{{$}}
listing2a:
  ldr x2, [x1]
  add x2, x2, x0
  str x2, [x1]
  ldr x3, [x1]
  cbnz x3, listing2a
// CHECK-LABEL: {{^}}listing2b: 2->4 d0 | war 0->2 d0{{$}}
listing2b:
  ldr x2, [x1]
  add x2, x2, x0
  str x2, [x1]
  add x1, x1, #8
  ldur x3, [x1, #-8]
  cbnz x3, listing2b
// CHECK-LABEL: {{^}}listing2c: 2->0 d1, 2->4 d0 | waw 2->2 d1, war 0->2 d0{{$}}
listing2c:
  ldr x2, [x1]
  add x2, x2, x0
  str x2, [x1]
  add x10, x1, #16
  ldur x3, [x10, #-16]
  cbnz x3, listing2c
// CHECK-LABEL: {{^}}listing3a: none | none{{$}}
listing3a:
  ldr x2, [x0], #8
  add x10, x10, x2
  cbnz x2, listing3a
// B[i] = A[i] + B[i-2]: x12 is &B[i-2].
// CHECK-LABEL: {{^}}listing3b: 6->1 d2, 2->4 d0 | waw 2->6 d0, war 4->6 d0{{$}}
listing3b:
  sub x12, x10, #16
  ldr x2, [x1, x12]
  str x2, [x1, x10]
  ldr x2, [x0, x10]
  ldr x3, [x1, x10]
  add x2, x2, x3
  str x2, [x1, x10]
  add x10, x10, #8
  cbnz x2, listing3b

// durbin, *sum += r[k-i-1] * y[i].
// CHECK-LABEL: {{^}}durbin_sum: 4->2 d1 | waw 4->4 d1, war 2->4 d0{{$}}
durbin_sum:
  ldr d1, [x8, x0, lsl #3]
  ldr d2, [x2], #8
  ldr d0, [x3]
  fmadd d0, d1, d2, d0
  str d0, [x3]
  subs x0, x0, #1
  b.ne durbin_sum
// durbin, z[i] = y[i] + alpha * y[k-i-1].
// CHECK-LABEL: {{^}}durbin_step: none | none{{$}}
durbin_step:
  ldr d1, [x1, x9]
  ldr d2, [x1, x8, lsl #3]
  fmadd d1, d0, d2, d1
  str d1, [x2, x9]
  sub x8, x8, #1
  add x9, x9, #8
  cmn x8, #1
  b.ne durbin_step
// gemver, A[j] += u1 * v1[j] + u2 * v2[j].
// CHECK-LABEL: {{^}}gemver_update: none | war 4->6 d0{{$}}
gemver_update:
  ldr d2, [x2], #8
  ldr d3, [x3], #8
  fmul d3, d3, d1
  fmadd d2, d0, d2, d3
  ldr d3, [x1]
  fadd d2, d3, d2
  str d2, [x1], #8
  subs x0, x0, #1
  b.ne gemver_update
// gemver, *x += beta * A[j] * y[j]: x3 stays.
// CHECK-LABEL: {{^}}gemver_x: 5->3 d1 | waw 5->5 d1, war 3->5 d0{{$}}
gemver_x:
  ldr d2, [x1, x8, lsl #3]
  fmul d2, d0, d2
  ldr d3, [x2, x8, lsl #3]
  ldr d1, [x3]
  fmadd d1, d2, d3, d1
  str d1, [x3]
  add x8, x8, #1
  cmp x8, x9
  b.ne gemver_x
// atax, tmp[i] += A[i][j] * x[j].
// CHECK-LABEL: {{^}}atax: 4->2 d1 | waw 4->4 d1, war 2->4 d0{{$}}
atax:
  ldr d1, [x1], #8
  ldr d2, [x2], #8
  ldr d0, [x3, x4, lsl #3]
  fmadd d0, d1, d2, d0
  str d0, [x3, x4, lsl #3]
  subs x0, x0, #1
  b.ne atax

// a[i] = a[i-1] + a[i-2], x10 is &a[i] and goes on behind the store.
// CHECK-LABEL: {{^}}fibonacci: 3->0 d1, 3->1 d2 | none{{$}}
fibonacci:
  ldur x8, [x10, #-8]
  ldur x11, [x10, #-16]
  add x8, x11, x8
  str x8, [x10], #8
  subs x9, x9, #1
  b.ne fibonacci
// a[i] = a[i-1] + a[i-2] twice: the first waits for both of the iteration before,
// the second for the first and for the second of the iteration before.
// CHECK-LABEL: {{^}}unrolled: 7->0 d1, 3->1 d1, 3->4 d0, 7->5 d1 | none{{$}}
unrolled:
  ldur x11, [x10, #-8]
  ldur x12, [x10, #-16]
  add x11, x11, x12
  str x11, [x10]
  ldr x12, [x10]
  ldur x13, [x10, #-8]
  add x12, x12, x13
  str x12, [x10, #8]
  add x10, x10, #16
  subs x9, x9, #1
  b.ne unrolled
// The same in pairs: one load of both, of which the upper one is an iteration old
// and the lower one two; each store writes one half of what is loaded.
// CHECK-LABEL: {{^}}pairs: 2->0 d1 partial, 2->0 d2 partial | none{{$}}
pairs:
  ldp x11, x8, [x10, #-16]
  add x8, x11, x8
  str x8, [x10], #8
  subs x9, x9, #1
  b.ne pairs
// Pairs stored and loaded: equal, the upper half only, and one element on, which
// is half of this pair and half of nothing in flight.
// CHECK-LABEL: {{^}}whole_pairs: 0->1 d0, 0->2 d0, 0->3 d0 partial | none{{$}}
whole_pairs:
  stp x4, x5, [x0]
  ldp x6, x7, [x0]
  ldr x8, [x0, #8]
  ldp x9, x11, [x0, #8]
  add x0, x0, #64
  cbnz x9, whole_pairs
// a[i] = a[i-8] + b[i].
// CHECK-LABEL: {{^}}eight: 3->0 d8 | none{{$}}
eight:
  ldur x11, [x10, #-64]
  ldr x12, [x9], #8
  add x11, x12, x11
  str x11, [x10], #8
  subs x8, x8, #1
  b.ne eight
// seidel in place.
// CHECK-LABEL: {{^}}seidel: 5->0 d1 | war 1->5 d0{{$}}
seidel:
  ldur s2, [x1, #-4]
  ldr s1, [x1]
  ldr s3, [x1, #4]
  fadd s0, s2, s1
  fadd s0, s0, s3
  str s0, [x1], #4
  subs x8, x8, #1
  b.ne seidel
// jacobi in place: pre-index.
// 1 read the element that 3 writes an iteration ago, after 0 two iterations ago.
// CHECK-LABEL: {{^}}jacobi: none | war 1->3 d1{{$}}
jacobi:
  ldr s1, [x9, #8]
  ldr s2, [x9, #4]!
  fadd s1, s2, s1
  stur s1, [x9, #-4]
  subs x8, x8, #1
  b.ne jacobi
// s->count++, s->total += v[i].
// CHECK-LABEL: {{^}}counters: 2->0 d1, 6->4 d1 | waw 2->2 d1, war 0->2 d0, waw 6->6 d1, war 4->6 d0{{$}}
counters:
  ldr w9, [x1, #4]
  add w9, w9, #1
  str w9, [x1, #4]
  ldrsw x10, [x2], #4
  ldr x8, [x1, #8]
  add x8, x8, x10
  str x8, [x1, #8]
  subs x0, x0, #1
  b.ne counters
// h[k] += v[i], and h[v[i]]++.
// CHECK-LABEL: {{^}}histogram_one: 3->1 d1 | waw 3->3 d1, war 1->3 d0{{$}}
histogram_one:
  ldr w9, [x3], #4
  ldr w8, [x1, x2, lsl #2]
  add w8, w8, w9
  str w8, [x1, x2, lsl #2]
  subs x0, x0, #1
  b.ne histogram_one
// CHECK-LABEL: {{^}}histogram_many: none | war 1->3 d0{{$}}
histogram_many:
  ldr w8, [x2], #4
  ldr w9, [x1, x8, lsl #2]
  add w9, w9, #1
  str w9, [x1, x8, lsl #2]
  subs x0, x0, #1
  b.ne histogram_many
// A spilled sum and index.
// CHECK-LABEL: {{^}}spilled: 7->1 d1, 5->3 d1 | waw 5->5 d1, war 3->5 d0, waw 7->7 d1, war 1->7 d0{{$}}
spilled:
  ldr x8, [sp, #8]
  ldrsw x9, [sp, #4]
  ldr w10, [x8, x9, lsl #2]
  ldr w11, [sp]
  add w10, w11, w10
  str w10, [sp]
  add w9, w9, #1
  str w9, [sp, #4]
  cbnz w9, spilled
// a[i-1] = a[i+2] + 1, downwards by post-index.
// CHECK-LABEL: {{^}}reversed: 2->0 d3 | none{{$}}
reversed:
  ldr x10, [x9, #24]
  add x10, x10, #1
  str x10, [x9], #-8
  subs x8, x8, #1
  b.ne reversed
// a[i-1u] with an index of 32 bits, extended in the address.
// CHECK-LABEL: {{^}}wrap32: 3->1 d1 | none{{$}}
wrap32:
  sub w8, w2, #1
  ldr x9, [x1, w8, uxtw #3]
  add x9, x9, #5
  str x9, [x1, w2, uxtw #3]
  add w2, w2, #1
  cmp w2, w0
  b.ne wrap32
// Variables that only relocations name: count, 4 bytes into .bss, is read and
// written; total is another one.
// CHECK-LABEL: {{^}}variables: 5->1 d1 | waw 5->5 d1, war 1->5 d0{{$}}
variables:
  adrp x8, count
  ldr w9, [x8, :lo12:count]
  adrp x10, total
  ldr w11, [x10, :lo12:total]
  adrp x12, .bss+4
  str w9, [x12, :lo12:.bss+4]
  subs x0, x0, #1
  b.ne variables
.bss
  .zero 4
count:
  .zero 4
.text
