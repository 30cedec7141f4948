# Gathers need what they merge with last, a cycle before the result, and the index 20
# cycles before it (uops.info).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=skylake --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=icelake-server --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s --check-prefix=GOLDEN

# CHECK-LABEL: marked 'old value'
# CHECK-NEXT: {{^ *}}{{[2-5]\..*}}dependences alone 2.00
# GOLDEN-LABEL: marked 'old value'
# GOLDEN-NEXT: {{^ *}}{{[2-5]\..*}}dependences alone 2.00
# LLVM-MCA-BEGIN old value
        vpcmpeqd %xmm1, %xmm1, %xmm1
        vgatherdps %xmm1, (%rsi,%xmm2,4), %xmm5
        vpaddd %xmm5, %xmm10, %xmm5
# LLVM-MCA-END

# CHECK-LABEL: marked 'index'
# CHECK-NEXT: {{.*}}dependences alone 21.00
# GOLDEN-LABEL: marked 'index'
# GOLDEN-NEXT: {{.*}}dependences alone 22.00
# LLVM-MCA-BEGIN index
        vpcmpeqd %xmm1, %xmm1, %xmm1
        vgatherdps %xmm1, (%rsi,%xmm2,4), %xmm5
        vpand %xmm5, %xmm10, %xmm2
# LLVM-MCA-END
