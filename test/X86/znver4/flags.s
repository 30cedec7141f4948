# Zen 4: carries, products with two results, and limits of registers in flight
# (docs/zen4.md), measured on an EPYC (family 25 model 17).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s --check-prefix=LOOP

# adc goes to any ALU, setc to two of the four: 1.00 unrolled.
# CHECK-LABEL: marked 'carry'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN carry
        adc rax, rbx
        setc cl
        setc dl
# LLVM-MCA-END

# The renamer does clc, stc takes an ALU; neither waits for the flags. 1.00.
# CHECK-LABEL: marked 'clear'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN clear
        clc
        adc rax, rdi
# LLVM-MCA-END
# CHECK-LABEL: marked 'set'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN set
        stc
        adc rax, rdi
# LLVM-MCA-END

# Measured 2.25.
# CHECK-LABEL: marked 'mulx'
# CHECK-NEXT: {{^ *}}2.25 (9/4) cycles per iteration
# LLVM-MCA-BEGIN mulx
        mulx r8, rax, rdi
        lea r9, [rdi + 1]
        lea r10, [rdi + 1]
        lea r11, [rdi + 1]
        lea r12, [rdi + 1]
# LLVM-MCA-END

# Measured 2.00, 1.00 without the index.
# CHECK-LABEL: marked 'indexed'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN indexed
        mulx r8, rax, [rsi + 8*r9]
# LLVM-MCA-END

# 193 general registers are written while the chain of 84 cycles waits: two
# chains overlap (measured 74.4). With one more, and that of the counter, they
# do not (99.9).
# LOOP-LABEL: marked 'overlap'
# LOOP-NEXT: {{^ *}}67.50 (135/2) cycles per iteration
# LLVM-MCA-BEGIN overlap
        vmovaps xmm0, xmm1
        .rept 4
        vsqrtsd xmm0, xmm0, xmm0
        .endr
        .rept 193
        lea r8, [rdi + 1]
        .endr
# LLVM-MCA-END
# LOOP-LABEL: marked 'full'
# LOOP-NEXT: {{^ *}}87.00 cycles per iteration
# LLVM-MCA-BEGIN full
        vmovaps xmm0, xmm1
        .rept 4
        vsqrtsd xmm0, xmm0, xmm0
        .endr
        .rept 194
        lea r8, [rdi + 1]
        .endr
# LLVM-MCA-END
# LOOP-LABEL: marked 'masks-overlap'
# LOOP-NEXT: {{^ *}}50.00 cycles per iteration
# LLVM-MCA-BEGIN masks-overlap
        vmovaps xmm0, xmm1
        .rept 4
        vsqrtsd xmm0, xmm0, xmm0
        .endr
        .rept 45
        kaddw k1, k2, k3
        .endr
# LLVM-MCA-END
# LOOP-LABEL: marked 'masks-full'
# LOOP-NEXT: {{^ *}}87.00 cycles per iteration
# LLVM-MCA-BEGIN masks-full
        vmovaps xmm0, xmm1
        .rept 4
        vsqrtsd xmm0, xmm0, xmm0
        .endr
        .rept 46
        kaddw k1, k2, k3
        .endr
# LLVM-MCA-END
