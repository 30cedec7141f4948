# Latencies of vectors where Golden Cove differs from Ice Lake (docs/sapphire-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=icelake-server --notion=loop --summary %s | FileCheck %s --check-prefix=ICELAKE

# Measured 3.00.
# CHECK-LABEL: marked 'carry-less product'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# ICELAKE-LABEL: marked 'carry-less product'
# ICELAKE-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN carry-less product
        pclmulqdq $5, %xmm1, %xmm9
# LLVM-MCA-END

# CHECK-LABEL: marked 'AES'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# ICELAKE-LABEL: marked 'AES'
# ICELAKE-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN AES
        vaesenc %ymm9, %ymm1, %ymm9
# LLVM-MCA-END

# Of 512 bits a product of words takes a cycle more, under a mask two more. Measured
# 5.94 and 7.97.
# CHECK-LABEL: marked 'words'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# ICELAKE-LABEL: marked 'words'
# ICELAKE-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN words
        vpmullw %zmm1, %zmm9, %zmm9
# LLVM-MCA-END
# CHECK-LABEL: marked 'masked words'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# ICELAKE-LABEL: marked 'masked words'
# ICELAKE-NEXT: {{^ *}}7.00 cycles per iteration
# LLVM-MCA-BEGIN masked words
        vpmullw %zmm1, %zmm9, %zmm9 {%k1}
# LLVM-MCA-END

# SHA-256 by the destination 4, as on Ice Lake.
# CHECK-LABEL: marked 'SHA'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# ICELAKE-LABEL: marked 'SHA'
# ICELAKE-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN SHA
        sha256rnds2 %xmm0, %xmm2, %xmm1
# LLVM-MCA-END

# As with an operand in memory.
# CHECK-LABEL: marked 'SHA, memory'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# ICELAKE-LABEL: marked 'SHA, memory'
# ICELAKE-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN SHA, memory
        sha1nexte (%rsi), %xmm9
# LLVM-MCA-END

# By the first vector 3, by the second one 5.
# CHECK-LABEL: marked 'differences'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN differences
        vmpsadbw $5, %xmm1, %xmm9, %xmm9
        vmpsadbw $5, %xmm9, %xmm1, %xmm9
# LLVM-MCA-END

# Length-changing prefixes come from the µop cache. Measured 12.0.
# CHECK-LABEL: marked 'prefixes'
# CHECK-NEXT: {{^ *}}12.00 cycles per iteration {{.*}}bound by the dependency chain
# ICELAKE-LABEL: marked 'prefixes'
# ICELAKE-NEXT: {{^ *}}{{[34][0-9]}}.{{.*}}bound by the predecoder
        .p2align 6
# LLVM-MCA-BEGIN prefixes
        .rept 12
        andw $31095, %r8w
        .endr
# LLVM-MCA-END
