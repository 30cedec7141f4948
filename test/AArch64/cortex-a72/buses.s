# Results of a vector pipe: two pieces of 64 bits a cycle (docs/arm.md, which has what PMEvo measured:
# 4.12, 4.04, 3.13 and 1.79, the loop around them included).

# REQUIRES: takt
# RUN: %takt --triple=aarch64-linux-gnu --cpu=cortex-a72 --notion=unrolled --summary %s | FileCheck %s

# The last two would finish with fsub, a cycle before them on either pipe.
# CHECK: marked 'wide' at
# CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN wide
        cmp     x1, x2
        fabd    v4.2d, v0.2d, v1.2d
        fsub    v5.2d, v2.2d, v3.2d
        neg     v6.2d, v0.2d
        uaddl2  v7.4s, v1.8h, v2.8h
# LLVM-MCA-END
# Pipe 0 alone: 3 cycles, 4 cycles, 3 cycles.
# CHECK: marked 'convert' at
# CHECK-NEXT: 4.00 cycles
# LLVM-MCA-BEGIN convert
        add     x4, x1, w2, sxtw
        fcvtl2  v4.2d, v0.4s
        frintz  d5, d1
        umull   v6.8h, v2.8b, v3.8b
        usubw2  v7.4s, v0.4s, v1.8h
# LLVM-MCA-END
# Halves and scalars have one piece, so two fit.
# CHECK: marked 'scalars' at
# CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN scalars
        fabd    v4.4s, v0.4s, v1.4s
        fcmp    d2, d3
        frinta  d5, d0
        frintz  s6, s1
        neg     v7.8h, v2.8h
# LLVM-MCA-END
# cmp has no result and is renamed for nothing.
# CHECK: marked 'renamed' at
# CHECK-NEXT: 1.67 (5/3) cycles
# LLVM-MCA-BEGIN renamed
        cmeq    v4.2s, v0.2s, #0
        cmp     x1, #624
        ldr     x4, [x19]
        neg     v5.8h, v1.8h
        orr     x5, x2, x3, lsr #9
# LLVM-MCA-END
# What takes two passes of pipe 0 meets nothing: before what is a cycle quicker,
# after a product, and of products themselves (measured 5.04, 3.02, 3.13).
# CHECK: marked 'passes' at
# CHECK-NEXT: 5.00 cycles
# LLVM-MCA-BEGIN passes
        cmn     x1, #1
        fcvtms  v4.2d, v0.2d
        fcvtzs  v5.2d, v1.2d
        frintm  d6, d2
        frintz  v7.4s, v3.4s
# LLVM-MCA-END
# CHECK: marked 'after-product' at
# CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN after-product
        and     x4, x1, x2
        frintz  v4.4s, v0.4s
        tst     x3, x1
        uaddl2  v5.8h, v1.16b, v2.16b
        umull2  v6.2d, v3.4s, v0.4s
# LLVM-MCA-END
# CHECK: marked 'product' at
# CHECK-NEXT: 3.00 cycles
# LLVM-MCA-BEGIN product
        asr     x4, x1, #2
        fcmp    s2, #0.0
        frintp  v4.2d, v0.2d
        mul     v5.16b, v0.16b, v1.16b
        sub     x5, x1, w2, uxtw
# LLVM-MCA-END
