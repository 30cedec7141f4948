# Measured: what reads three operands waits for its turn beside the multipliers of
# its scheduler, also where those that read there still wait for their own
# (docs/zen4-schedulers.md, "Whose turn it is"). In a loop, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# A chain through both loses two cycles, since other products wait for it.
# LLVM-MCA-BEGIN chain
# CHECK: marked 'chain'
# CHECK-NEXT: {{^ *}}9.00 cycles
# [8.98]
vfmadd231ps xmm1, xmm2, xmm31
vaddps xmm2{k1}, xmm1, xmm31
# LLVM-MCA-END

# LLVM-MCA-BEGIN chain-of-two-operands
# CHECK: marked 'chain-of-two-operands'
# CHECK-NEXT: {{^ *}}7.00 cycles
# [6.99]
vfmadd231ps xmm1, xmm2, xmm31
vaddps xmm2, xmm1, xmm31
# LLVM-MCA-END

# Permutations that wait for nothing hold up a chain of products.
# LLVM-MCA-BEGIN permutations
# CHECK: marked 'permutations'
# CHECK-NEXT: {{^ *}}8.00 cycles
# [7.99; of vpshufb in their place 6.00 and 8.00]
.irp d, 4, 5, 6
vpermt2ps xmm\d, xmm30, xmm31
.endr
vfmadd231ps xmm1, xmm29, xmm28
.irp d, 7, 8, 9
vpermt2ps xmm\d, xmm30, xmm31
.endr
vfmadd231ps xmm1, xmm29, xmm28
# LLVM-MCA-END

# LLVM-MCA-BEGIN one-product
# CHECK: marked 'one-product'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp d, 4, 5, 6, 7, 8, 9
vpermt2ps xmm\d, xmm30, xmm31
.endr
vfmadd231ps xmm1, xmm29, xmm28
# LLVM-MCA-END
