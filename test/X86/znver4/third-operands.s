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
# CHECK-NEXT: {{^ *(1.99|2.0[01]) .*}}cycles
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
