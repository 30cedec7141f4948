// Facts of the Neoverse N1: what LLVM's model has of Arm's guide.

// REQUIRES: takt
// RUN: %takt --triple=aarch64-linux-gnu --notion=unrolled --summary --cpu=neoverse-n1 --attr=+aes %s | FileCheck %s

// Two loads a cycle, three additions.
// CHECK: marked 'loads' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN loads
ldr x0, [x9]
ldr x1, [x9, #8]
# LLVM-MCA-END
// CHECK: marked 'additions' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN additions
add x0, x8, x9
add x1, x8, x9
add x2, x8, x9
# LLVM-MCA-END
// What is loaded takes 5 cycles, the address one.
// CHECK: marked 'write-back' at
// CHECK-NEXT: 1.00 cycles {{.*}} chain through x1 (ldr, 1.00)
# LLVM-MCA-BEGIN write-back
ldr q0, [x1, #16]!
# LLVM-MCA-END
// The accumulator is forwarded after 2 cycles of 4.
// CHECK: marked 'accumulator' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN accumulator
fmla v0.4s, v1.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'factor' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN factor
fmla v0.4s, v0.4s, v2.4s
# LLVM-MCA-END
// The pair is one operation.
// CHECK: marked 'aes' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN aes
aese v0.16b, v1.16b
aesmc v0.16b, v0.16b
# LLVM-MCA-END
// wzr is no register: no chain but that of one addition.
// CHECK: marked 'zero' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN zero
mov w0, wzr
add w1, w0, w1
subs wzr, w1, w2
# LLVM-MCA-END
// Accumulators of products: after 1 of 2 cycles, 3 of 4 (the multiplier is taken for
// 3), 1 of 4, 2 of 5 in two passes; of differences, pairs and shifts after 1 of 4.
// CHECK: marked 'madd-w' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN madd-w
madd w0, w1, w2, w0
# LLVM-MCA-END
// CHECK: marked 'smaddl' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN smaddl
smaddl x0, w1, w2, x0
# LLVM-MCA-END
// CHECK: marked 'madd-x' at
// CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN madd-x
madd x0, x1, x2, x0
# LLVM-MCA-END
// CHECK: marked 'madd-x-factor' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN madd-x-factor
madd x0, x0, x2, x1
# LLVM-MCA-END
// CHECK: marked 'umlal' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN umlal
umlal v0.2d, v1.2s, v2.2s
# LLVM-MCA-END
// CHECK: marked 'mla' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN mla
mla v0.4s, v1.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'mla-factor' at
// CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN mla-factor
mla v0.4s, v0.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'saba' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN saba
saba v0.4s, v1.4s, v2.4s
# LLVM-MCA-END
// CHECK: marked 'sadalp' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN sadalp
sadalp v0.2d, v1.4s
# LLVM-MCA-END
// CHECK: marked 'ssra' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN ssra
ssra v0.2d, v1.2d, #1
# LLVM-MCA-END
// The high half takes the multiplier for four cycles.
// CHECK: marked 'umulh' at
// CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN umulh
umulh x0, x1, x2
# LLVM-MCA-END
