# Zen 5 reads twelve instructions of a line of 64 bytes in a cycle, and the next
# ones of the same line two cycles later (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: split-file %s %t
# RUN: %takt --cpu=znver5 --notion=loop --summary %t/twelve.s | FileCheck %s --check-prefix=TWELVE
# RUN: %takt --cpu=znver5 --notion=loop --summary %t/thirteen.s | FileCheck %s --check-prefix=THIRTEEN
# RUN: %takt --cpu=znver5 --notion=loop --summary %t/double.s | FileCheck %s --check-prefix=DOUBLE

# Eleven and the branch: eight a cycle are dispatched. Measured 1.49.
# TWELVE: 1.50 (3/2) cycles per iteration
#--- twelve.s
# LLVM-MCA-BEGIN
        .rept 11
        movq %rsi, %rax
        .endr
# LLVM-MCA-END

# Measured 3.00.
# THIRTEEN: 3.00 cycles per iteration
# THIRTEEN-SAME: bound by the µop cache
#--- thirteen.s
# LLVM-MCA-BEGIN
        .rept 12
        movq %rsi, %rax
        .endr
# LLVM-MCA-END

# Two places in dispatch, one of the twelve. Measured 1.66.
# DOUBLE: 1.6{{[23]}}{{.*}} cycles per iteration
#--- double.s
# LLVM-MCA-BEGIN
        .rept 10
        movq %rsi, %rax
        .endr
        leaq 8(%rsi,%rcx), %rdi
# LLVM-MCA-END
