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
// CHECK: marked 'atomic' at
// CHECK-NEXT: not modelled: instruction 0 (ldadd): no scheduling information in LLVM's model of neoverse-n1
# LLVM-MCA-BEGIN atomic
ldadd x0, x1, [x2]
# LLVM-MCA-END
