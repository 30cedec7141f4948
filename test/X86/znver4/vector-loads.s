# Measured: two of the three address pipes load vectors, and a third such load of a
# cycle has an operation's place only while neither scheduler is about to fill up
# (docs/zen4-schedulers.md, "Dispatch to integer schedulers"). In a loop, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

.p2align 6
# LLVM-MCA-BEGIN one
# CHECK: marked 'one'
# CHECK-NEXT: {{^ *}}1.00 cycles
# [1.00]
vmovups zmm0, [rsi]
# LLVM-MCA-END

.p2align 6
# LLVM-MCA-BEGIN two-of-four
# CHECK: marked 'two-of-four'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [2.00]
vmovups zmm0, [rsi]
vmovups zmm1, [rsi]
lea r8, [rdi + 1]
# LLVM-MCA-END

.p2align 6
# LLVM-MCA-BEGIN three-of-six
# CHECK: marked 'three-of-six'
# CHECK-NEXT: {{^ *}}3.00 cycles
# [2.99]
vmovups zmm0, [rsi]
vmovups zmm1, [rsi]
vmovups zmm2, [rsi]
lea r8, [rdi + 1]
lea r8, [rdi + 1]
# LLVM-MCA-END

.p2align 6
# LLVM-MCA-BEGIN three-halves
# CHECK: marked 'three-halves'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles
# [1.50]
vmovups ymm0, [rsi]
vmovups ymm1, [rsi]
vmovups ymm2, [rsi]
lea r8, [rdi + 1]
lea r8, [rdi + 1]
# LLVM-MCA-END

# Four general registers in six places are bound by packets all the same.
.p2align 6
# LLVM-MCA-BEGIN general
# CHECK: marked 'general'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles
# [1.50]
mov r10, [rsi]
mov r10, [rsi]
mov r10, [rsi]
mov r10, [rsi]
lea r8, [rdi + 1]
# LLVM-MCA-END
