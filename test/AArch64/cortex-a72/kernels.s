// Facts of the Cortex-A72: Arm's guide (UAN 0016A) says latency and accumulate
// latency, PMEvo measured the rates.

// REQUIRES: takt
// RUN: %takt --triple=aarch64-linux-gnu --notion=unrolled --summary --cpu=cortex-a72 %s | FileCheck %s

// 3(1) and 5(3): accumulators are forwarded.
// CHECK: marked 'madd-w' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN madd-w
madd w0, w1, w2, w0
# LLVM-MCA-END
// CHECK: marked 'madd-w-factor' at
// CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN madd-w-factor
madd w0, w0, w2, w1
# LLVM-MCA-END
// CHECK: marked 'madd-x' at
// CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN madd-x
madd x0, x1, x2, x0
# LLVM-MCA-END
// 4(1), and 5(2) where pipe 0 takes two passes.
// CHECK: marked 'mla-d' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN mla-d
mla v0.2s, v1.2s, v2.2s
# LLVM-MCA-END
// CHECK: marked 'mla-q' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN mla-q
mla v0.4s, v1.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'mla-factor' at
// CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN mla-factor
mla v0.4s, v0.4s, v2.4s
# LLVM-MCA-END
// 7(3).
// CHECK: marked 'fmla' at
// CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN fmla
fmla v0.4s, v1.4s, v2.4s
# LLVM-MCA-END

// The write-back has a µop and a latency of its own.
// CHECK: marked 'post-index' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN post-index
ldr x0, [x1], #8
# LLVM-MCA-END
// CHECK: marked 'pre-index-store' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN pre-index-store
str x0, [x1, #8]!
# LLVM-MCA-END
// CHECK: marked 'pointer' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN pointer
ldr x0, [x0]
# LLVM-MCA-END
// CHECK: marked 'pointer-pair' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN pointer-pair
ldp x1, x0, [x0]
# LLVM-MCA-END
// An index of halves is shifted first.
// CHECK: marked 'indexed-word' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN indexed-word
ldr x0, [x1, x0, lsl #3]
# LLVM-MCA-END
// CHECK: marked 'indexed-half' at
// CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN indexed-half
ldrh w0, [x1, x0, lsl #1]
# LLVM-MCA-END

// Two slots of three for a result of 128 bits, one for 64.
// CHECK: marked 'add-q' at
// CHECK-NEXT: 0.67
# LLVM-MCA-BEGIN add-q
add v0.4s, v1.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'add-d' at
// CHECK-NEXT: 0.50
# LLVM-MCA-BEGIN add-d
add v0.2s, v1.2s, v2.2s
# LLVM-MCA-END
// PMEvo's mix of 3.02 cycles: pipe 0 has the conversion and both products.
// CHECK: marked 'conversion-and-products' at
// CHECK-NEXT: 3.00 cycles per iteration on cortex-a72 (unrolled), bound by port f0 (3.00)
# LLVM-MCA-BEGIN conversion-and-products
add x4, x1, w2, sxth
fcvtpu x5, d0
fnmadd d4, d1, d2, d3
umull2 v5.8h, v0.16b, v1.16b
umull2 v6.8h, v2.16b, v3.16b
# LLVM-MCA-END

// A fused pair is one operation of three cycles in one slot, of the one that the
// queue of pipe 0 gets in a cycle.
// CHECK: marked 'aes-round' at
// CHECK-NEXT: 3.00 cycles {{.*}}front end 1.00
.arch_extension aes
# LLVM-MCA-BEGIN aes-round
aese v0.16b, v1.16b
aesmc v0.16b, v0.16b
# LLVM-MCA-END
// CHECK: marked 'literal' at
// CHECK-NEXT: 0.50
# LLVM-MCA-BEGIN literal
mov x0, #1
movk x0, #2, lsl #16
# LLVM-MCA-END
// One a cycle.
// CHECK: marked 'nop' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN nop
nop
# LLVM-MCA-END
