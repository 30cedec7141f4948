# Prefixes, immediates and displacements limit what the op cache delivers in a
# cycle (docs/zen4.md). Measured in a loop, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# Nine macro-ops with the branch, one of them with an EVEX prefix.
# LLVM-MCA-BEGIN one
# CHECK: marked 'one'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles
# [1.497]
        .p2align 6
vmovaps xmm0, xmm31
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
# LLVM-MCA-END

# With a second one only eight of them are.
# LLVM-MCA-BEGIN two
# CHECK: marked 'two'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.996]
        .p2align 6
vmovaps xmm0, xmm31
vmovaps xmm1, xmm31
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
# LLVM-MCA-END

# The displacement is 64 times as large as its byte and has 32 bits, as the
# immediates.
# LLVM-MCA-BEGIN scaled
# CHECK: marked 'scaled'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.996]
        .p2align 6
vmovups zmm0, [rsi + 64]
mov r13d, 100000
mov r13d, 100000
mov r13d, 100000
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
# LLVM-MCA-END
# LLVM-MCA-BEGIN plain
# CHECK: marked 'plain'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles
# [1.497]
        .p2align 6
vmovups ymm0, [rsi + 64]
mov r13d, 100000
mov r13d, 100000
mov r13d, 100000
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
xor r14d, r14d
# LLVM-MCA-END
