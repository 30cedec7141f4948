// Facts of the Neoverse V2: Arm's guide (109898), and jia.je's measurements.

// REQUIRES: takt
// RUN: %takt --triple=aarch64-linux-gnu --notion=unrolled --summary --cpu=neoverse-v2 --attr=+aes %s | FileCheck %s

// Moves have no latency.
// CHECK: marked 'moves' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN moves
mov x1, x0
mov x2, x1
mov x3, x2
add x0, x3, #1
# LLVM-MCA-END
// CHECK: marked 'vector-moves' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN vector-moves
mov v1.16b, v0.16b
fadd v0.4s, v1.4s, v2.4s
# LLVM-MCA-END

// Three loads a cycle, two stores.
// CHECK: marked 'loads' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN loads
ldr x0, [x9]
ldr x1, [x9, #8]
ldr x2, [x9, #16]
# LLVM-MCA-END
// CHECK: marked 'stores' at
// CHECK-NEXT: 1.00 cycles
# LLVM-MCA-BEGIN stores
str x0, [x9]
str x1, [x9, #8]
# LLVM-MCA-END
// Store forwarding takes 5 cycles.
// CHECK: marked 'forwarded' at
// CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN forwarded
str x0, [x9]
ldr x0, [x9]
# LLVM-MCA-END
// ... also from two stores, one for each half.
// CHECK: marked 'from-two' at
// CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN from-two
stp w0, w1, [x9]
ldr x0, [x9]
# LLVM-MCA-END
// Four vector pipes; accumulators are forwarded after two cycles.
// CHECK: marked 'fma' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN fma
fmla v0.4s, v8.4s, v9.4s
fmla v1.4s, v8.4s, v9.4s
fmla v2.4s, v8.4s, v9.4s
fmla v3.4s, v8.4s, v9.4s
fmla v4.4s, v8.4s, v9.4s
fmla v5.4s, v8.4s, v9.4s
fmla v6.4s, v8.4s, v9.4s
fmla v7.4s, v8.4s, v9.4s
# LLVM-MCA-END
// A round is one operation.
.arch_extension aes
// CHECK: marked 'aes-round' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN aes-round
aese v0.16b, v1.16b
aesmc v0.16b, v0.16b
# LLVM-MCA-END
// Of instructions that set flags three go in a cycle, though four pipes take them.
// CHECK: marked 'flags' at
// CHECK-NEXT: 2.00 cycles
# LLVM-MCA-BEGIN flags
adds x0, x8, x9
subs x1, x8, #1
ands x2, x8, x9
cmp x8, x9
ccmp x8, x9, #0, eq
bics x3, x8, x9
# LLVM-MCA-END
