# Measured: two branches a cycle, whichever ALU one of them has for a result beside
# the flags (docs/zen4.md, "Front end and dispatch"). In a loop closed by a decrement,
# in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

.p2align 6
# LLVM-MCA-BEGIN two
# CHECK: marked 'two'
# CHECK-NEXT: {{^ *}}1.00 cycles
# [1.00]
test r12, r12
js .Ltwo
.Ltwo:
# LLVM-MCA-END

.p2align 6
# LLVM-MCA-BEGIN three
# CHECK: marked 'three'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles
# [1.50]
test r12, r12
js .Lthree
test r12, r12
js .Lthree
.Lthree:
# LLVM-MCA-END

.p2align 6
# LLVM-MCA-BEGIN five
# CHECK: marked 'five'
# CHECK-NEXT: {{^ *}}2.50 (5/2) cycles
# [2.50]
test r12, r12
js .Lfive
test r12, r12
js .Lfive
test r12, r12
js .Lfive
test r12, r12
js .Lfive
.Lfive:
# LLVM-MCA-END
