# 512 bit and masked instructions of Zen 4: two passes through pipes of 256 bits.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s

# uops.info, VADDPS (ZMM, ZMM, ZMM): 1*FP23 at 1.00, latency 3.
# CHECK-LABEL: marked 'add'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN add
        vaddps %zmm1, %zmm0, %zmm0
# LLVM-MCA-END

# The same, independent.
# CHECK-LABEL: marked 'adds'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: bound by ports fp2 and fp3
# LLVM-MCA-BEGIN adds
        vaddps %zmm1, %zmm2, %zmm3
        vaddps %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# uops.info, VPANDD (ZMM, ZMM, ZMM): 1*FP0123 at 0.50.
# CHECK-LABEL: marked 'logic'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp0, fp1, fp2 and fp3
# LLVM-MCA-BEGIN logic
        vpandd %zmm1, %zmm2, %zmm3
        vpandd %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# uops.info, VMOVAPD (ZMM, M512) at 1.00.
# CHECK-LABEL: marked 'loads'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: bound by ports agu0 and agu1
# LLVM-MCA-BEGIN loads
        vmovapd (%rcx), %zmm0
        vmovapd 64(%rcx), %zmm1
# LLVM-MCA-END

# uops.info, VANDPD (ZMM, ZMM, M64_1to8) at 0.50: the element is loaded in one pass.
# CHECK-LABEL: marked 'broadcast-operand'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN broadcast-operand
        vandpd (%rcx){1to8}, %zmm1, %zmm2
        vandpd (%rcx){1to8}, %zmm1, %zmm2
# LLVM-MCA-END

# uops.info, VMOVAPD (M512, ZMM): 2 µops at 2.00.
# CHECK-LABEL: marked 'stores'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: bound by port fpst
# LLVM-MCA-BEGIN stores
        vmovapd %zmm0, (%rcx)
# LLVM-MCA-END

# uops.info, VPCMPD (K, XMM, XMM, I8), latency 3; the mask is used after it.
# CHECK-LABEL: marked 'narrow-comparison'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN narrow-comparison
        vpcmpgtd %xmm1, %xmm0, %k1
        vpblendmd %xmm2, %xmm3, %xmm0 {%k1}
# LLVM-MCA-END

# uops.info, VPCMPD (K, ZMM, ZMM, I8), latency 5, VPBLENDMD 1.
# Some comparisons take the pipe of a blend: takt-measure --cpu=native of these lines, 6.07 to 6.12.
# CHECK-LABEL: marked 'wide-comparison'
# CHECK-NEXT: {{^ *}}6.03 {{.*}}cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN wide-comparison
        vpcmpgtd %zmm1, %zmm0, %k1
        vpblendmd %zmm2, %zmm3, %zmm0 {%k1}
# LLVM-MCA-END

# uops.info, VPCOMPRESSD (YMM, YMM): 2 µops at 0.67, latency 4.
# CHECK-LABEL: marked 'compress'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN compress
        vpcompressd %ymm0, %ymm0
# LLVM-MCA-END

# Measured on an EPYC 9004: vpermd of 512 bits, latency 5 (uops.info: 6).
# CHECK-LABEL: marked 'permute'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN permute
        vpermd %zmm0, %zmm1, %zmm0
# LLVM-MCA-END

# uops.info, VDIVPD (ZMM, ZMM, ZMM) at 9.00.
# CHECK-LABEL: marked 'divider'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN divider
        vdivpd %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# Measured on an EPYC 9004: vpxord breaks the chain in its EVEX spelling, too; 0.50 cycles.
# CHECK-LABEL: marked 'idiom'
# CHECK-NEXT: {{^ *}}0.50 (1/2) cycles per iteration
# LLVM-MCA-BEGIN idiom
        vpxord %zmm1, %zmm1, %zmm0
        vpaddd %zmm0, %zmm0, %zmm1
# LLVM-MCA-END

# uops.info, VINSERTI64X4 (ZMM, ZMM, YMM, I8), 1*FP12 at 1.00, latency 1.
# CHECK-LABEL: marked 'insert'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN insert
        vinserti64x4 $1, %ymm2, %zmm1, %zmm3
        vinserti32x4 $1, %xmm2, %zmm1, %zmm4
# LLVM-MCA-END

# uops.info, KORTESTW (K, K), 2 µops, 1*FP23+1*FP45 at 1.18, KORTESTQ (K, K) at 1.00.
# CHECK-LABEL: marked 'test-of-masks'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN test-of-masks
        kortestw %k1, %k2
        kortestq %k3, %k4
# LLVM-MCA-END

# uops.info, VSCATTERQPS (VSIB_ZMM, K, YMM): 48 macro-ops at 11.85; instlatx64 11.83.
# CHECK-LABEL: marked 'scatter'
# CHECK-NEXT: {{^ *}}12.00 cycles per iteration
# LLVM-MCA-BEGIN scatter
        vscatterqps %ymm1, (%rax,%zmm2) {%k1}
# LLVM-MCA-END

# uops.info, VPOPCNTQ (ZMM, ZMM) at 1.00, on FP0 and FP1; VPMOVM2Q (ZMM, K) at 0.50.
# CHECK-LABEL: marked 'bits-of-elements'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN bits-of-elements
        vpopcntq %zmm1, %zmm2
# LLVM-MCA-END
# CHECK-LABEL: marked 'mask-to-vector'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN mask-to-vector
        vpmovm2q %k1, %zmm1
        vpmovm2q %k2, %zmm2
# LLVM-MCA-END

# Upper halves come out through FP1 and FP2 (docs/zen4.md).
# CHECK-LABEL: marked 'upper-half'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN upper-half
        vextractf64x4 $1, %zmm0, %ymm0
# LLVM-MCA-END
# CHECK-LABEL: marked 'upper-half-of-256'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN upper-half-of-256
        vextractf128 $1, %ymm0, %xmm0
# LLVM-MCA-END
# CHECK-LABEL: marked 'upper-halves'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN upper-halves
        vextractf64x4 $1, %zmm0, %ymm1
        vextracti64x4 $1, %zmm0, %ymm2
# LLVM-MCA-END

# Lanes of 256 bits, and words of 512 (docs/zen4.md).
# CHECK-LABEL: marked 'lanes'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN lanes
        vshuff64x2 $1, %ymm1, %ymm0, %ymm0
# LLVM-MCA-END
# CHECK-LABEL: marked 'truncation'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN truncation
        vpmovdw %zmm0, %ymm0
# LLVM-MCA-END

# Broadcasts of floating-point numbers to 512 bits: one a cycle (docs/zen4.md).
# CHECK-LABEL: marked 'broadcast'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN broadcast
        vbroadcastss (%rax), %zmm1
        vbroadcastsd 8(%rax), %zmm2
# LLVM-MCA-END

# Accesses of 512 bits take two of three address pipes: (4 + 2) / 3
# (docs/zen4.md).
# CHECK-LABEL: marked 'wide-load'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN wide-load
        vmovups (%rdi), %zmm1
        mov (%rsi), %rax
        mov 8(%rsi), %rcx
        mov 16(%rsi), %rdx
        mov 24(%rsi), %r8
# LLVM-MCA-END
# By ports alone 3.00, as measured.
# CHECK-LABEL: marked 'wide-store'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN wide-store
        vmovups %zmm1, (%rdi)
        mov (%rsi), %rax
        mov 8(%rsi), %rcx
        mov 16(%rsi), %rdx
        mov 24(%rsi), %r8
        mov 32(%rsi), %r9
        mov 40(%rsi), %r10
        mov 48(%rsi), %r11
# LLVM-MCA-END

# µops of vectors are bound to pipes in turn, long before they can go: chains meet
# in a pipe although others are free (docs/zen4.md). Ports alone: 1.50.
# CHECK-LABEL: marked 'bound-to-pipes'
# CHECK-NEXT: bound by ports fp0, fp1, fp2 and fp3 (1.50 each; {{[0-9.]+}} more by the choice among them)
# LLVM-MCA-BEGIN bound-to-pipes
        vpaddd %zmm15, %zmm0, %zmm0
        vaddps %zmm14, %zmm13, %zmm1
        vpaddd %zmm15, %zmm2, %zmm2
# LLVM-MCA-END

# One pass: uops.info, KANDD at 0.50.
# CHECK-LABEL: marked 'masks-of-32-bits'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles per iteration
# LLVM-MCA-BEGIN masks-of-32-bits
        kandd %k3, %k2, %k1
        knotd %k5, %k4
        vaddps %xmm2, %xmm1, %xmm0
# LLVM-MCA-END

# The lower half of a shift to the right waits for the upper one.
# CHECK-LABEL: marked 'mask-shift'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN mask-shift
        kshiftrq $3, %k1, %k1
# LLVM-MCA-END

# The renamer clears masks.
# CHECK-LABEL: marked 'clear-masks'
# CHECK-NEXT: {{^ *}}0.50 (1/2) cycles per iteration
# LLVM-MCA-BEGIN clear-masks
        kxorw %k1, %k1, %k1
        kandnd %k1, %k1, %k1
        kxorq %k3, %k3, %k2
# LLVM-MCA-END

# A gather clears its mask, but does not wait for it to do so (measured 9.00).
# CHECK-LABEL: marked 'gather'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN gather
        vpxor %xmm1, %xmm1, %xmm1
        kxnorw %k1, %k1, %k1
        vgatherdps (%rsi,%ymm3,4), %ymm1 {%k1}
# LLVM-MCA-END

# Masks of 64 bits go through a pipe twice: two take the two pipes for two cycles,
# beside one addition. uops.info, KANDQ at 1.00, KANDD at 0.50; takt-measure of
# these lines: 2.50.
# CHECK-LABEL: marked 'masks-of-64-bits'
# CHECK-NEXT: {{^ *}}2.50 {{.*}}cycles per iteration
# LLVM-MCA-BEGIN masks-of-64-bits
        kandq %k3, %k2, %k1
        knotq %k5, %k4
        vaddps %xmm2, %xmm1, %xmm0
# LLVM-MCA-END

# The multiplications of chains wait for each other in two pipes, since additions
# beside them have both sides take turns: 6.79 for takt. takt-measure 6.40 (in loops
# 6.2 to 7.4, not stable), the pipes alone 4.00.
# CHECK-LABEL: marked 'chains-between-free-operations'
# CHECK-NEXT: {{^ *}}6.79 {{.*}}cycles per iteration
# LLVM-MCA-BEGIN chains-between-free-operations
        vmulps %zmm30, %zmm0, %zmm0
        vaddps %zmm29, %zmm30, %zmm8
        vmulps %zmm30, %zmm1, %zmm1
        vaddps %zmm29, %zmm30, %zmm9
        vmulps %zmm30, %zmm2, %zmm2
        vaddps %zmm29, %zmm30, %zmm10
        vmulps %zmm30, %zmm3, %zmm3
        vaddps %zmm29, %zmm30, %zmm11
        decl %eax
        jnz 1f
1:
# LLVM-MCA-END
