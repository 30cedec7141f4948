# Measured, 1.24: two `lea` of three parts, four operations, do not keep the pair that
# closes a loop out of their cycle, as long as there is room.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN two
# CHECK: marked 'two'
# CHECK-NEXT: {{^ *}}1.25 (5/4) cycles
lea rax, [rbx + rcx + 8]
lea rdx, [rbx + rcx + 8]
# LLVM-MCA-END
