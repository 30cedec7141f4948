# Vector instructions of Zen 4: what measurements say of single ones, unrolled.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s

# uops.info, VMOVUPS (M128, XMM) at 1.00; measured on an EPYC 9004, eight movaps
# to memory take 8.00 cycles.
# CHECK-LABEL: marked 'stores'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: bound by port fpst
# LLVM-MCA-BEGIN stores
        movaps %xmm0, (%rcx)
        movaps %xmm1, 16(%rcx)
# LLVM-MCA-END

# uops.info, VMOVUPS (YMM, M256) at 0.50.
# CHECK-LABEL: marked 'loads'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports agu0 and agu1
# LLVM-MCA-BEGIN loads
        vmovups (%rcx), %ymm0
        vmovups 32(%rcx), %ymm1
# LLVM-MCA-END

# uops.info, VPAND (YMM, YMM, M256) at 0.50, though four pipes could do it.
# CHECK-LABEL: marked 'load-and-operation'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports agu0 and agu1
# LLVM-MCA-BEGIN load-and-operation
        vpand (%rcx), %ymm1, %ymm0
        vpand 32(%rcx), %ymm1, %ymm2
# LLVM-MCA-END

# uops.info, PUNPCKLBW (XMM, XMM): 1*FP123.
# CHECK-LABEL: marked 'unpack'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp1, fp2 and fp3
# LLVM-MCA-BEGIN unpack
        vpunpcklbw %xmm1, %xmm2, %xmm3
        vpunpcklbw %xmm1, %xmm2, %xmm3
        vpunpcklbw %xmm1, %xmm2, %xmm3
# LLVM-MCA-END

# uops.info, PACKSSDW (XMM, XMM): 1*FP12.
# CHECK-LABEL: marked 'pack'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp1 and fp2
# LLVM-MCA-BEGIN pack
        vpackssdw %xmm1, %xmm2, %xmm3
        vpackssdw %xmm1, %xmm2, %xmm3
# LLVM-MCA-END

# uops.info, PSHUFB (XMM, XMM), latency 2.
# CHECK-LABEL: marked 'byte-shuffle'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN byte-shuffle
        pshufb %xmm1, %xmm0
# LLVM-MCA-END

# uops.info, VPERMPD (YMM, YMM, I8), latency 4.
# CHECK-LABEL: marked 'across-lanes'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN across-lanes
        vpermpd $177, %ymm0, %ymm0
# LLVM-MCA-END

# uops.info, PSLLD (XMM, I8): 1*FP23.
# CHECK-LABEL: marked 'shift'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp2 and fp3
# LLVM-MCA-BEGIN shift
        vpslld $1, %xmm1, %xmm0
        vpslld $1, %xmm1, %xmm0
# LLVM-MCA-END

# uops.info, CMPPS (XMM, XMM, I8): 1*FP23, latency 2.
# CHECK-LABEL: marked 'comparison'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN comparison
        cmpltps %xmm1, %xmm0
# LLVM-MCA-END

# uops.info, VDIVPD (YMM, YMM, YMM) at 5.00; multiplications go on beside it.
# CHECK-LABEL: marked 'divider'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN divider
        vdivpd %ymm1, %ymm2, %ymm3
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
        vmulpd %ymm1, %ymm2, %ymm4
# LLVM-MCA-END

# uops.info, VSQRTPS (XMM, XMM) at 5.00.
# CHECK-LABEL: marked 'root'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN root
        vsqrtps %xmm1, %xmm2
# LLVM-MCA-END

# instlatx64, VMOVD r32, xmm + VMOVD xmm, r32: 6.
# CHECK-LABEL: marked 'way-and-back'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN way-and-back
        vmovd %xmm0, %eax
        vmovd %eax, %xmm0
# LLVM-MCA-END

# instlatx64, MOVD r32, xmm + MOVD xmm, r32: 7.
# CHECK-LABEL: marked 'sse-way-and-back'
# CHECK-NEXT: {{^ *}}7.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN sse-way-and-back
        movd %xmm0, %eax
        movd %eax, %xmm0
# LLVM-MCA-END

# instlatx64, CVTSD2SI + CVTSI2SD r64: 12.
# CHECK-LABEL: marked 'conversion-and-back'
# CHECK-NEXT: {{^ *}}12.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN conversion-and-back
        cvtsd2si %xmm0, %rax
        vcvtsi2sd %rax, %xmm1, %xmm0
# LLVM-MCA-END

# instlatx64, PEXTRD + PINSRD: 8.
# CHECK-LABEL: marked 'element-and-back'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN element-and-back
        vpextrd $1, %xmm0, %eax
        vpinsrd $1, %eax, %xmm1, %xmm0
# LLVM-MCA-END

# Measured on an EPYC 9004: vcvtsi2sd waits 3 cycles for its first source.
# CHECK-LABEL: marked 'conversion-merges'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# CHECK-SAME: dependency chain through xmm0
# LLVM-MCA-BEGIN conversion-merges
        vcvtsi2sd %rax, %xmm0, %xmm0
# LLVM-MCA-END

# uops.info, HADDPS (XMM, XMM), latency 4.
# CHECK-LABEL: marked 'horizontal'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN horizontal
        haddps %xmm1, %xmm0
# LLVM-MCA-END

# Four cycles of microcode, and one for the others (measured: 5.00).
# CHECK-LABEL: marked 'gather'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN gather
        vgatherdpd %ymm1, (%rax,%xmm2,8), %ymm3
        vpcmpeqd %ymm1, %ymm1, %ymm1
        vxorpd %xmm3, %xmm3, %xmm3
# LLVM-MCA-END

# uops.info, VCVTDQ2PD (YMM, XMM): 1*FP12+1*FP23 at 0.67; takt-measure of these
# lines: 2.00. Both schedulers get as much, which they did not with turns of which
# another one begins after each cycle.
# CHECK-LABEL: marked 'convert-and-widen'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN convert-and-widen
        vcvtdq2pd %xmm0, %ymm1
        vcvtdq2pd %xmm0, %ymm1
        vcvtdq2pd %xmm0, %ymm1
# LLVM-MCA-END

# Roots of doubles take turns between two units: measured 16.78 for two.
# CHECK-LABEL: marked 'roots'
# CHECK-NEXT: {{^ *}}17.00 cycles per iteration
# CHECK-SAME: bound by the divider units fdiv-root0 and fdiv-root1
# LLVM-MCA-BEGIN roots
        vsqrtsd %xmm4, %xmm4, %xmm3
        vsqrtsd %xmm4, %xmm4, %xmm5
# LLVM-MCA-END
