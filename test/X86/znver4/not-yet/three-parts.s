# Measured, and not yet so: two `lea` of three parts, four operations, do not keep
# the pair that closes a loop out of their cycle. For takt 1.40.
# REQUIRES: takt, x86-registered-target
# XFAIL: *
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN two
# CHECK: marked 'two'
# CHECK-NEXT: {{^ *}}1.2{{[0-9]}} (
lea rax, [rbx + rcx + 8]
lea rdx, [rbx + rcx + 8]
# LLVM-MCA-END
