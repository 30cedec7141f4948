# Operations of AVX-512 with an operand in memory go where those of registers go
# (uops.info).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary %s | FileCheck %s

# Two on two pipes each.
# CHECK-LABEL: marked 'scale'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN scale
        .rept 8
        vscalefpd (%rsi), %xmm1, %xmm2
        .endr
# LLVM-MCA-END

# One on one of two, of 512 bits for two cycles.
# CHECK-LABEL: marked 'bits'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN bits
        .rept 8
        vgf2p8affineqb $5, (%rsi), %xmm1, %xmm2
        .endr
# LLVM-MCA-END
# CHECK-LABEL: marked 'bits of 512'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN bits of 512
        .rept 8
        vgf2p8affineqb $5, (%rsi), %zmm1, %zmm2
        .endr
# LLVM-MCA-END
