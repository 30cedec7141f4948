# How long results take on Zen 5 by where they go (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# A sum is there after two cycles for another sum, after three for all else.
# Measured 4.00, 5.99 and 4.99.
# CHECK-LABEL: marked 'sums'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN sums
        vaddss %xmm1, %xmm0, %xmm0
        vsubss %xmm0, %xmm1, %xmm0
# LLVM-MCA-END
# CHECK-LABEL: marked 'sum and product'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN sum and product
        vaddss %xmm1, %xmm0, %xmm0
        vmulss %xmm1, %xmm0, %xmm0
# LLVM-MCA-END
# CHECK-LABEL: marked 'sum and maximum'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN sum and maximum
        vaddss %xmm1, %xmm0, %xmm0
        vmaxss %xmm1, %xmm0, %xmm0
# LLVM-MCA-END

# Conditions of two flags take a cycle more. Measured 2.99 and 1.99.
# CHECK-LABEL: marked 'greater'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN greater
        cmpl %r9d, %r8d
        cmovgl %r8d, %r9d
# LLVM-MCA-END
# CHECK-LABEL: marked 'equal'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN equal
        cmpl %r9d, %r8d
        cmovel %r8d, %r9d
# LLVM-MCA-END

# A load of a vector, and out of it. Measured 9.99.
# CHECK-LABEL: marked 'vector'
# CHECK-NEXT: {{^ *}}10.00 cycles per iteration
# LLVM-MCA-BEGIN vector
        vmovups (%rsi,%rcx), %xmm1
        vmovd %xmm1, %ecx
        andq $0, %rcx
# LLVM-MCA-END
