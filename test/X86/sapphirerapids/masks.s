# What equal registers give into masks, and what masks give back, on Golden Cove
# (docs/sapphire-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s

# All bits, whatever they were, in no chain. Measured 2.02.
# CHECK-LABEL: marked 'kxnorw'
# CHECK-NEXT: {{^ *}}2.0{{.*}}bound by port p0 (2.00)
# LLVM-MCA-BEGIN kxnorw
        vpmovq2m %xmm5, %k0
        kxnorw %k0, %k0, %k1
        vpmovm2q %k1, %xmm5
# LLVM-MCA-END

# Two registers do not: five cycles, measured 6.00.
# CHECK-LABEL: marked 'kandnw'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN kandnw
        vpmovq2m %xmm5, %k0
        kandnw %k0, %k2, %k1
        vpmovm2q %k1, %xmm5
# LLVM-MCA-END

# CHECK-LABEL: marked 'equal'
# CHECK-NEXT: {{^ *}}1.{{[0-9]*}} {{.*}}dependences alone 1.00
# LLVM-MCA-BEGIN equal
        vpcmpeqd %zmm9, %zmm9, %k2
        vpmovm2d %k2, %zmm9
# LLVM-MCA-END

# A false dependence on the destination: bytes three cycles, measured 4.00.
# CHECK-LABEL: marked 'into bytes'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN into bytes
        vpaddd %zmm8, %zmm9, %zmm9
        vpmovm2b %k2, %zmm9
# LLVM-MCA-END
# CHECK-LABEL: marked 'into words of 32 bits'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN into words of 32 bits
        vpaddd %zmm8, %zmm9, %zmm9
        vpmovm2d %k2, %zmm9
# LLVM-MCA-END
