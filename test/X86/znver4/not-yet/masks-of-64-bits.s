# Masks of 64 bits go through a pipe twice: two take the two pipes for two cycles,
# beside one addition. uops.info, KANDQ at 1.00, KANDD at 0.50; takt-measure
# --cpu=native of these lines: 2.50. takt says 2.53. Once it says 2.50, this goes to
# avx512.s.
# REQUIRES: takt, x86-registered-target
# XFAIL: *
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s

# CHECK-LABEL: marked 'masks-of-64-bits'
# CHECK-NEXT: {{^ *}}2.50 {{.*}}cycles per iteration
# LLVM-MCA-BEGIN masks-of-64-bits
        kandq %k3, %k2, %k1
        knotq %k5, %k4
        vaddps %xmm2, %xmm1, %xmm0
# LLVM-MCA-END
