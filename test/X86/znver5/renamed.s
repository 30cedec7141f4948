# Which loads get the register of a store on Zen 5 (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Measured 0.77: told by the instruction pointer, too.
# CHECK-LABEL: marked 'relative'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN relative
        movq 64(%rip), %rax
        addq $1, %rax
        movq %rax, 53(%rip)
# LLVM-MCA-END

# Measured 1.00 and 3.00.
# CHECK-LABEL: marked 'shift'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN shift
        shrxq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'deposit'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN deposit
        pdepq (%rsi), %rcx, %rax
        movq %rax, (%rsi)
# LLVM-MCA-END

# Measured 7.93: a byte is not.
# CHECK-LABEL: marked 'byte'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN byte
        movzbl (%rsi), %eax
        addl $1, %eax
        movl %eax, (%rsi)
# LLVM-MCA-END
