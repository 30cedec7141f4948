# Zen 3 where it differs from Zen 4, each as measured (docs/zen3.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver3 --summary %s | FileCheck %s

# Eight macro-operations of one entry with three immediates and the branch's
# target.
# CHECK-LABEL: marked 'fields'
# CHECK-NEXT: {{^ *}}1.33 {{(\([0-9/]+\) )?}}cycles per iteration
# LLVM-MCA-BEGIN fields
.p2align 6
1:
.rept 3
        leaq 10(%rsi), %rdx
.endr
.rept 4
        movq %rbx, %rax
.endr
        decq %r15
        jnz 1b
# LLVM-MCA-END

# With four it has two entries.
# CHECK-LABEL: marked 'more-fields'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: µop cache
# LLVM-MCA-BEGIN more-fields
.p2align 6
2:
.rept 4
        leaq 10(%rsi), %rdx
.endr
.rept 3
        movq %rbx, %rax
.endr
        decq %r15
        jnz 2b
# LLVM-MCA-END

# A cycle from floats to integers, and one back.
# CHECK-LABEL: marked 'domains'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN domains
.p2align 6
3:
        vaddps %xmm1, %xmm0, %xmm0
        vpaddd %xmm2, %xmm0, %xmm0
        decq %r15
        jnz 3b
# LLVM-MCA-END

# Within floats none.
# CHECK-LABEL: marked 'floats'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN floats
.p2align 6
4:
        vaddps %xmm1, %xmm0, %xmm0
        vandps %xmm2, %xmm0, %xmm0
        decq %r15
        jnz 4b
# LLVM-MCA-END

# Loads of loaded addresses: 24 loads hold 44 places for too long to take the
# eight cycles of their three pipes (measured 11.48).
# CHECK-LABEL: marked 'linked-loads'
# CHECK-NEXT: {{^ *}}11.{{[3-6][0-9]}} {{(\([0-9/]+\) )?}}cycles per iteration
# CHECK-SAME: buffers
# LLVM-MCA-BEGIN linked-loads
.p2align 6
5:
.irp reg, rax, rbx, rcx, rdx, r8, r9
        movq (%rsi), %\reg
        movq (%\reg), %\reg
        movq (%\reg), %\reg
        movq (%\reg), %\reg
.endr
        decq %r15
        jnz 5b
# LLVM-MCA-END

# Stores of a block beside a load of what one of them stored (measured 2.99),
# and if the load spells the address otherwise (1.50).
# CHECK-LABEL: marked 'alone'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN alone
.p2align 6
6:
        movq 8(%rsi), %rax
        movq %rdx, 8(%rsi)
        movq %rcx, (%rsi)
        movq %rcx, (%rsi)
        decq %r15
        jnz 6b
# LLVM-MCA-END

# CHECK-LABEL: marked 'other-name'
# CHECK-NEXT: {{^ *}}1.50 {{(\([0-9/]+\) )?}}cycles per iteration
# LLVM-MCA-BEGIN other-name
.p2align 6
7:
        movq 8(%rsi,%r14), %rax
        movq %rdx, 8(%rsi)
        movq %rcx, (%rsi)
        movq %rcx, (%rsi)
        decq %r15
        jnz 7b
# LLVM-MCA-END

# It has its cycles nearly for itself: with eight moves 6.99.
# CHECK-LABEL: marked 'vzeroall'
# CHECK-NEXT: {{^ *}}7.00 cycles per iteration
# LLVM-MCA-BEGIN vzeroall
.p2align 6
8:
        vzeroall
.rept 8
        movq %rbx, %rax
.endr
        decq %r15
        jnz 8b
# LLVM-MCA-END

# What crosses 128 bits goes to one pipe of products: both at once 7.99.
# CHECK-LABEL: marked 'across'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN across
.p2align 6
9:
.rept 4
        vextracti128 $1, %ymm0, %xmm2
        vinserti128 $1, %xmm1, %ymm0, %ymm3
.endr
        decq %r15
        jnz 9b
# LLVM-MCA-END

# vpermd takes both pipes of products: with as many of these 6.00.
# CHECK-LABEL: marked 'across-products'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN across-products
.p2align 6
10:
.rept 4
        vpermd %ymm1, %ymm0, %ymm2
        vmulps %ymm1, %ymm0, %ymm3
.endr
        decq %r15
        jnz 10b
# LLVM-MCA-END

# Sums are not in the way: 4.00.
# CHECK-LABEL: marked 'across-sums'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN across-sums
.p2align 6
11:
.rept 4
        vperm2i128 $1, %ymm1, %ymm0, %ymm2
        vaddps %ymm1, %ymm0, %ymm3
        vaddps %ymm1, %ymm0, %ymm4
.endr
        decq %r15
        jnz 11b
# LLVM-MCA-END
