# A double shift takes a cycle of dispatch alone, and its chain two
# (docs/zen4-instructions.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s --check-prefix=UNROLLED

# Measured 2.00 and 2.00.
# CHECK-LABEL: marked 'alone'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# UNROLLED-LABEL: marked 'alone'
# UNROLLED-NEXT: {{^ *}}2.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN alone
        shldl $5, %ecx, %r8d
# LLVM-MCA-END

# They wait for nothing, and take a cycle of dispatch each, as the moves do in
# front of them: measured 3.99 both.
# CHECK-LABEL: marked 'independent'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# UNROLLED-LABEL: marked 'independent'
# UNROLLED-NEXT: {{^ *}}4.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN independent
        movl %edi, %r8d
        shldl $5, %ecx, %r8d
        movl %edi, %r9d
        shrdl %cl, %edx, %r9d
# LLVM-MCA-END

# Seven eliminated moves take two cycles of dispatch beside it: measured 3.00
# unrolled.
# UNROLLED-LABEL: marked 'with moves'
# UNROLLED-NEXT: {{^ *}}3.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN with moves
        shldl $5, %ecx, %r8d
        .rept 7
        movq %rdi, %r11
        .endr
# LLVM-MCA-END
