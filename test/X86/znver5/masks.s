# Masks, what merges by them, and which pipes it takes, as measured on Zen 5 (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Measured 8.00 for 64 bytes, 5.00 for 16.
# CHECK-LABEL: marked 'comparison-64'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN comparison-64
        vpcmpltud %zmm1, %zmm0, %k2
        vpmovm2d %k2, %zmm0
# LLVM-MCA-END

# CHECK-LABEL: marked 'comparison-16'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN comparison-16
        vpcmpltud %xmm1, %xmm0, %k2
        vpmovm2d %k2, %xmm0
# LLVM-MCA-END

# Measured 4.00: a cycle each among themselves ...
# CHECK-LABEL: marked 'kand'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN kand
        kandw %k1, %k2, %k1
        kandw %k1, %k2, %k1
        kandw %k1, %k2, %k1
        kandw %k1, %k2, %k1
# LLVM-MCA-END

# ... and two to others: measured 9.98.
# CHECK-LABEL: marked 'kand-to-others'
# CHECK-NEXT: {{^ *}}10.00 cycles per iteration
# LLVM-MCA-BEGIN kand-to-others
        vpcmpltud %zmm1, %zmm0, %k2
        kandw %k2, %k3, %k2
        vpmovm2d %k2, %zmm0
# LLVM-MCA-END

# Measured 9.00: 6 to the mask, 3 from it to a sum that merges.
# CHECK-LABEL: marked 'merges'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN merges
        vpmovd2m %zmm0, %k1
        vpaddd %zmm2, %zmm1, %zmm0 {%k1}
# LLVM-MCA-END

# Measured 2.00: it waits less for what it merges with.
# CHECK-LABEL: marked 'merges-with-itself'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN merges-with-itself
        vpaddd %zmm2, %zmm0, %zmm0 {%k1}
# LLVM-MCA-END

# Measured 3.00; 2.00 where the others become zero.
# CHECK-LABEL: marked 'additions-that-merge'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN additions-that-merge
        vaddpd %zmm2, %zmm0, %zmm0 {%k1}
# LLVM-MCA-END

# CHECK-LABEL: marked 'additions-with-zeros'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN additions-with-zeros
        vaddpd %zmm2, %zmm0, %zmm0 {%k1} {z}
# LLVM-MCA-END

# Measured: absolute values take the pipes that shuffles do not (twelve of each 6.0),
# reciprocals those of shuffles (12.0).
# CHECK-LABEL: marked 'absolute-values'
# CHECK-NEXT: bound by ports fp0, fp1, fp2 and fp3 (1.00 each)
# LLVM-MCA-BEGIN absolute-values
        vpabsd %xmm15, %xmm0
        vpabsd %xmm15, %xmm1
        vpshufb %xmm14, %xmm15, %xmm2
        vpshufb %xmm14, %xmm15, %xmm3
# LLVM-MCA-END

# CHECK-LABEL: marked 'reciprocals'
# CHECK-NEXT: bound by ports fp1 and fp2 (2.00 each)
# LLVM-MCA-BEGIN reciprocals
        vrcpps %xmm15, %xmm0
        vrcpps %xmm15, %xmm1
        vpshufb %xmm14, %xmm15, %xmm2
        vpshufb %xmm14, %xmm15, %xmm3
# LLVM-MCA-END

# Measured 14.0 and 20.0.
# CHECK-LABEL: marked 'root-32'
# CHECK-NEXT: {{^ *}}14.00 cycles per iteration
# LLVM-MCA-BEGIN root-32
        vsqrtss %xmm0, %xmm0, %xmm0
# LLVM-MCA-END

# CHECK-LABEL: marked 'root-64'
# CHECK-NEXT: {{^ *}}20.00 cycles per iteration
# LLVM-MCA-BEGIN root-64
        vsqrtsd %xmm0, %xmm0, %xmm0
# LLVM-MCA-END
