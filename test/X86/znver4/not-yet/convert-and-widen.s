# uops.info, VCVTDQ2PD (YMM, XMM): 1*FP12+1*FP23 at 0.67; takt-measure
# --cpu=native of these lines, unrolled: 2.00. takt says 2.10: by places and in
# turn both schedulers do not quite reach it. Once it does, this goes to vector.s.
# REQUIRES: takt, x86-registered-target
# XFAIL: *
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s

# CHECK-LABEL: marked 'convert-and-widen'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN convert-and-widen
        vcvtdq2pd %xmm0, %ymm1
        vcvtdq2pd %xmm0, %ymm1
        vcvtdq2pd %xmm0, %ymm1
# LLVM-MCA-END
