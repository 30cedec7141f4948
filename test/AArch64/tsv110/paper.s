// The examples of the Kunpeng 920 paper, with what it measured or derives.

// REQUIRES: takt
// DEFINE: %{takt} = %takt --triple=aarch64-linux-gnu --notion=unrolled --summary
// RUN: %{takt} --cpu=tsv110 %s | FileCheck %s
// RUN: %{takt} --cpu=%S/Inputs/mla-on-one-unit.yaml %s | FileCheck %s --check-prefix=ONE
// RUN: %{takt} --cpu=%S/Inputs/every-move.yaml %s | FileCheck %s --check-prefix=EVERY
// RUN: %takt --triple=aarch64-linux-gnu --notion=unrolled --cpu=tsv110 %s | FileCheck %s --check-prefix=UOPS

// Listing 5 (section 6.3.1): 900 cycles for 500 iterations. Four instructions a
// cycle; one of them is eliminated, the three others have an ALU.
// CHECK: marked 'listing5' at
// CHECK-NEXT: 1.75
# LLVM-MCA-BEGIN listing5
mov x7, x9
mov w6, w11
mov w5, w27
mov x4, x20
mov x2, x26
mov x1, x28
mov x0, x25
# LLVM-MCA-END

// Of the four that are renamed together one move goes away, two and the sum take
// a cycle each (section 4.4.2).
// CHECK: marked 'moves-in-a-chain' at
// CHECK-NEXT: 3.00
// EVERY: marked 'moves-in-a-chain' at
// EVERY-NEXT: 1.00
# LLVM-MCA-BEGIN moves-in-a-chain
mov x1, x0
mov x2, x1
mov x3, x2
add x0, x3, #1
# LLVM-MCA-END

// Listing 6 (section 6.3.2): about 6500 cycles for 500 iterations.
// CHECK: marked 'listing6' at
// CHECK-NEXT: 13.00
# LLVM-MCA-BEGIN listing6
add x0, x22, #0x608
add x0, x0, #8
ldaxr w1, [x0]
# LLVM-MCA-END

// Listing 7 (section 7.2.2): 8 cycles more for each further iteration.
// CHECK: marked 'listing7' at
// CHECK-NEXT: 8.00 cycles per iteration on tsv110 (unrolled), bound by the dependency chain through q0 (mla, 8.00)
# LLVM-MCA-BEGIN listing7
ldr q2, [x0, x2]
ldr q1, [x1, x0]
add x0, x0, #16
cmp x0, x3
mla v0.4s, v2.4s, v1.4s
# LLVM-MCA-END

// Listing 12: 16 cycles with all mla on one unit (section 7.2.3). On both the
// two passes of eight take 8 cycles; the paper's simulation, 9 (7.2.5).
// CHECK: marked 'listing12' at
// CHECK-NEXT: 8.00
// ONE: marked 'listing12' at
// ONE-NEXT: 16.00 cycles per iteration on mla-on-one-unit (unrolled), bound by port f1 (16.00)
# LLVM-MCA-BEGIN listing12
ldr q0, [x0, x10]
ldr q24, [x8, x0]
ldr q23, [x7, x0]
ldr q22, [x6, x0]
ldr q21, [x5, x0]
ldr q20, [x4, x0]
ldr q19, [x3, x0]
ldr q18, [x2, x0]
ldr q17, [x1, x0]
add x0, x0, #16
mla v2.4s, v0.4s, v24.4s
cmp x0, x9
mla v3.4s, v0.4s, v23.4s
mla v4.4s, v0.4s, v22.4s
mla v5.4s, v0.4s, v21.4s
mla v6.4s, v0.4s, v20.4s
mla v7.4s, v0.4s, v19.4s
mla v16.4s, v0.4s, v18.4s
mla v1.4s, v0.4s, v17.4s
# LLVM-MCA-END

// Listing 15 (section 8.2): 500 cycles for 500 iterations.
// CHECK: marked 'listing15' at
// CHECK-NEXT: 1.00
# LLVM-MCA-BEGIN listing15
ldr q0, [x1, #0x10]!
# LLVM-MCA-END

// Section 4.4.1: a shifted operand takes a second cycle.
// CHECK: marked 'plain' at
// CHECK-NEXT: 1.00
# LLVM-MCA-BEGIN plain
add x0, x0, x2
# LLVM-MCA-END
// CHECK: marked 'shifted' at
// CHECK-NEXT: 2.00
# LLVM-MCA-BEGIN shifted
add x0, x0, x2, lsl #3
# LLVM-MCA-END
// CHECK: marked 'extended' at
// CHECK-NEXT: 2.00
# LLVM-MCA-BEGIN extended
add x0, x0, w2, sxtw #3
# LLVM-MCA-END

// Section 4.4.3: nothing knows that the result is zero.
// CHECK: marked 'zero-idiom' at
// CHECK-NEXT: 1.00
# LLVM-MCA-BEGIN zero-idiom
eor x0, x0, x0
# LLVM-MCA-END

// Section 4.2: an indexed load is a load and an addition on any integer port, and its
// pointer does not wait for memory.
// CHECK: marked 'post-index' at
// CHECK-NEXT: 1.00
// UOPS: marked 'post-index' at
// UOPS: alu ab0 ab1 ls0 ls1
// UOPS-NEXT: {{ 2 2 .33 .33 .33 .50 .50 4 .*}}ldr x0, [x1], #8
# LLVM-MCA-BEGIN post-index
ldr x0, [x1], #8
# LLVM-MCA-END
