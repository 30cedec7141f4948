# Gathers on Golden Cove (docs/sapphire-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s

# Six places in a cycle of their own. With 13 others three cycles, also measured.
# CHECK-LABEL: marked 'places'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN places
        kxnorw %k0, %k0, %k1
        vpxor %xmm5, %xmm5, %xmm5
        vgatherdps (%rsi,%xmm2,4), %xmm5 {%k1}
        .rept 9
        movl %ebp, %ebx
        .endr
# LLVM-MCA-END

# Eight elements take the three ports of loads nine cycles, six loads six. Measured 5.01.
# CHECK-LABEL: marked 'loads'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration {{.*}}bound by ports p2, p3 and p11
# LLVM-MCA-BEGIN loads
        kxnorw %k0, %k0, %k1
        vpxor %xmm5, %xmm5, %xmm5
        vgatherdps (%rsi,%ymm2,4), %ymm5 {%k1}
        .rept 6
        movq (%rdi), %rbx
        .endr
# LLVM-MCA-END

# From the index to four elements 21, with AVX2 22. Measured 23.0.
# CHECK-LABEL: marked 'index'
# CHECK-NEXT: {{^ *}}23.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN index
        vpand %xmm10, %xmm5, %xmm2
        vpaddd %xmm2, %xmm3, %xmm2
        kxnorw %k0, %k0, %k1
        vgatherdps (%rsi,%xmm2,4), %xmm5 {%k1}
# LLVM-MCA-END
# CHECK-LABEL: marked 'index, AVX2'
# CHECK-NEXT: {{^ *}}24.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN index, AVX2
        vpand %xmm10, %xmm5, %xmm2
        vpaddd %xmm2, %xmm3, %xmm2
        vpcmpeqd %xmm1, %xmm1, %xmm1
        vgatherdps %xmm1, (%rsi,%xmm2,4), %xmm5
# LLVM-MCA-END

# From the old value one: the ports take longer. Measured 2.37.
# CHECK-LABEL: marked 'old value'
# CHECK-NEXT: {{^ *}}2.{{[0-9]*}} {{.*}}dependences alone 2.00
# LLVM-MCA-BEGIN old value
        kxnorw %k0, %k0, %k1
        vpaddd %xmm5, %xmm5, %xmm5
        vgatherdps (%rsi,%xmm2,4), %xmm5 {%k1}
# LLVM-MCA-END
