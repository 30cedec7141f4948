# What is beyond two operands of an operation on vectors is read by one a cycle
# of each floating-point scheduler (docs/zen4-schedulers.md). Measured, in a loop
# and unrolled, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s

# What was moved there is always read.
# LLVM-MCA-BEGIN moved
# CHECK: marked 'moved'
# CHECK-NEXT: {{^ *}}4.00 cycles
# [3.993, 3.996; by the pipes alone 2.83, 2.67]
        .p2align 6
vmovaps xmm16, xmm29
vfmadd231ps xmm16, xmm30, xmm31
vmovaps xmm17, xmm29
vfmadd231ps xmm17, xmm30, xmm31
vmovaps xmm18, xmm29
vaddps xmm18{k1}, xmm30, xmm31
vmovaps xmm19, xmm29
vaddps xmm19{k1}, xmm30, xmm31
vmovaps xmm20, xmm29
vfmadd231ps xmm20, xmm30, xmm31
vmovaps xmm21, xmm29
vfmadd231ps xmm21, xmm30, xmm31
vmovaps xmm22, xmm29
vaddps xmm22{k1}, xmm30, xmm31
vmovaps xmm23, xmm29
vaddps xmm23{k1}, xmm30, xmm31
# LLVM-MCA-END

# LLVM-MCA-BEGIN blends
# CHECK: marked 'blends'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [2.000, 1.994; by the pipes alone 1.33]
        .p2align 6
vblendvps xmm1, xmm2, xmm3, xmm4
vblendvps xmm5, xmm2, xmm3, xmm4
vpblendvb xmm6, xmm2, xmm3, xmm4
vpblendvb xmm7, xmm2, xmm3, xmm4
# LLVM-MCA-END

# LLVM-MCA-BEGIN blends-beside-sums
# CHECK: marked 'blends-beside-sums'
# CHECK-NEXT: {{^ *}}1.00 cycles
# [0.998, 1.001]
        .p2align 6
vblendvps xmm1, xmm2, xmm3, xmm4
vblendvps xmm5, xmm2, xmm3, xmm4
vaddps xmm6, xmm2, xmm3
vaddps xmm7, xmm2, xmm3
# LLVM-MCA-END

# Which of the three it is: what is added and the index, not what is overwritten.
# Two products and two permutations, eight times.
.macro pairs product v, a, b, c, d
\product \v\a, \v\()30, \v\()31
\product \v\b, \v\()30, \v\()31
vpermt2ps \v\c, \v\()30, \v\()31
vpermt2ps \v\d, \v\()30, \v\()31
.endm
.macro all product v
pairs \product \v, 0, 1, 2, 3
pairs \product \v, 4, 5, 6, 7
pairs \product \v, 8, 9, 10, 11
pairs \product \v, 12, 13, 14, 15
pairs \product \v, 16, 17, 18, 19
pairs \product \v, 20, 21, 22, 23
pairs \product \v, 24, 25, 26, 27
pairs \product \v, 28, 0, 1, 2
.endm

# LLVM-MCA-BEGIN addend-last
# CHECK: marked 'addend-last'
# CHECK-NEXT: {{^ *}}16.00 cycles
# [15.97, 15.99; with what is overwritten 11.9, 12.1]
        .p2align 6
all vfmadd213ps xmm
# LLVM-MCA-END

# LLVM-MCA-BEGIN addend-second
# CHECK: marked 'addend-second'
# CHECK-NEXT: {{^ *}}16.00 cycles
# [15.99, 15.98]
        .p2align 6
all vfmadd132ps xmm
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-passes
# CHECK: marked 'two-passes'
# CHECK-NEXT: {{^ *}}32.00 cycles
# [31.96, 31.99; with what is overwritten 23.2, 23.0]
        .p2align 6
all vfmadd213ps zmm
# LLVM-MCA-END
