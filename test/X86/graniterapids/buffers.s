# What is in flight on Redwood Cove (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s

# The scheduler of operations holds less than two chains. Measured 42.4, the ports
# alone would allow 25.
# CHECK-LABEL: marked 'chains'
# CHECK-NEXT: {{^ *}}4{{[1-4]\..*}} cycles per iteration {{.*}}the size of the buffers
# LLVM-MCA-BEGIN chains
        vmovaps %xmm1, %xmm0
        .rept 50
        vfmadd213pd %xmm3, %xmm2, %xmm0
        .endr
# LLVM-MCA-END

# Registers stop the renamer, so that roots of one iteration wait for those of the
# one before. Measured 127 and 203.
# CHECK-LABEL: marked 'registers enough'
# CHECK-NEXT: {{^ *}}12{{[0-9]\..*}} cycles per iteration
# LLVM-MCA-BEGIN registers enough
        vaddsd %xmm1, %xmm1, %xmm0
        .rept 10
        vsqrtsd %xmm0, %xmm0, %xmm0
        .endr
        .rept 248
        leaq (%rsi,%rbx), %r9
        .endr
# LLVM-MCA-END
# CHECK-LABEL: marked 'no registers'
# CHECK-NEXT: {{^ *}}19{{[0-9]\..*}} cycles per iteration {{.*}}the size of the buffers
# LLVM-MCA-BEGIN no registers
        vaddsd %xmm1, %xmm1, %xmm0
        .rept 10
        vsqrtsd %xmm0, %xmm0, %xmm0
        .endr
        .rept 260
        leaq (%rsi,%rbx), %r9
        .endr
# LLVM-MCA-END
