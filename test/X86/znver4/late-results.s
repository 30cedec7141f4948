# Measured: a pipe of vectors hands on one result a cycle, so that what takes two
# cycles comes a cycle later behind what takes three (docs/zen4-schedulers.md,
# "Results of vectors"). In a loop, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN two-products
# CHECK: marked 'two-products'
# CHECK-NEXT: {{^ *}}2.33 (7/3) cycles
# [2.33; of two vaddps in their place, which have other pipes, 2.00]
vpabsd xmm1, xmm1
vmulps xmm2, xmm30, xmm31
vmulps xmm3, xmm30, xmm31
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-sums
# CHECK: marked 'two-sums'
# CHECK-NEXT: {{^ *}}2.00 cycles
vpabsd xmm1, xmm1
vaddps xmm2, xmm30, xmm31
vaddps xmm3, xmm30, xmm31
# LLVM-MCA-END

# LLVM-MCA-BEGIN three-sums-beside-maxima
# CHECK: marked 'three-sums-beside-maxima'
# CHECK-NEXT: {{^ *}}2.71 ({{.*}}) cycles
# [2.69; the pipes need 2.00]
vmaxps xmm1, xmm1, xmm31
vaddps xmm2, xmm30, xmm31
vaddps xmm3, xmm30, xmm31
vaddps xmm4, xmm30, xmm31
# LLVM-MCA-END

# Results of one latency never meet.
# LLVM-MCA-BEGIN products-alone
# CHECK: marked 'products-alone'
# CHECK-NEXT: {{^ *}}3.00 cycles
# [2.99]
vmulps xmm1, xmm1, xmm31
vmulps xmm2, xmm30, xmm31
vmulps xmm3, xmm30, xmm31
vmulps xmm4, xmm30, xmm31
# LLVM-MCA-END
