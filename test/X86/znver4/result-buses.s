# Result buses of ALU 2 and 3, and the pair that closes a loop beside four operations
# (docs/zen4-instructions.md, docs/zen4-schedulers.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary %s | FileCheck %s

# Each lea wants the bus of a result: measured 2.99.
# CHECK-LABEL: marked 'results'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN results
        vmovd %xmm1, %eax
        .rept 8
        leaq 1(%rdi), %r11
        .endr
# LLVM-MCA-END

# Comparisons do not: measured 2.24.
# CHECK-LABEL: marked 'no-results'
# CHECK-NEXT: {{^ *}}2.25 (9/4) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN no-results
        vmovd %xmm1, %eax
        .rept 8
        cmpq %r9, %rdi
        .endr
# LLVM-MCA-END

# Flags come in through ALU 3: measured 2.50.
# CHECK-LABEL: marked 'flags'
# CHECK-NEXT: {{^ *}}2.50 (5/2) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN flags
        vucomisd %xmm1, %xmm0
        .rept 8
        cmpq %r9, %rdi
        .endr
# LLVM-MCA-END

# Measured 2.25.
# CHECK-LABEL: marked 'no-flags'
# CHECK-NEXT: {{^ *}}2.25 (9/4) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN no-flags
        vucomisd %xmm1, %xmm0
        .rept 8
        leaq 1(%rdi), %r11
        .endr
# LLVM-MCA-END

# Measured 3.49.
# CHECK-LABEL: marked 'beside-products'
# CHECK-NEXT: {{^ *}}3.50 (7/2) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN beside-products
        imull $77, %edi, %edx
        imull $150, %edi, %r8d
        .rept 6
        leaq 1(%rdi), %r11
        .endr
# LLVM-MCA-END

# Measured 1.00.
# CHECK-LABEL: marked 'transfer-and-store'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN transfer-and-store
        vmovd %xmm1, %eax
        vmovsd %xmm2, (%rsi)
# LLVM-MCA-END
