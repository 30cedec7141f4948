# What uses of the stack pointer cost (docs/zen4-memory.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary %s | FileCheck %s

# Two places: measured 2.33.
# CHECK-LABEL: marked 'value'
# CHECK-NEXT: {{^ *}}2.33 (7/3) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN value
        cmpq %r14, %rsp
        .rept 11
        movq %rdi, %r11
        .endr
# LLVM-MCA-END

# Measured 2.16.
# CHECK-LABEL: marked 'address'
# CHECK-NEXT: {{^ *}}2.17 (13/6) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN address
        movq 8(%rsp), %rax
        .rept 11
        movq %rdi, %r11
        .endr
# LLVM-MCA-END

# Measured 2.16.
# CHECK-LABEL: marked 'copy'
# CHECK-NEXT: {{^ *}}2.17 (13/6) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN copy
        movq %rsp, %r14
        .rept 11
        movq %rdi, %r11
        .endr
# LLVM-MCA-END

# One a cycle: measured 2.99.
# CHECK-LABEL: marked 'values'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN values
        cmpq %r14, %rsp
        cmpq %r14, %rsp
        cmpq %r14, %rsp
# LLVM-MCA-END

# Measured 2.00.
# CHECK-LABEL: marked 'moved'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN moved
        pushq %rbx
        popq %rbx
        addq $8, %rsp
# LLVM-MCA-END

# Measured 1.00.
# CHECK-LABEL: marked 'not-moved'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN not-moved
        addq $8, %rsp
# LLVM-MCA-END

# Measured 0.99.
# CHECK-LABEL: marked 'moved-address'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN moved-address
        popq %rbx
        leaq -8(%rsp), %rsp
# LLVM-MCA-END
