# Which address pipe a load or store gets on Zen 5 (docs/zen5.md): two loads of
# vectors go in a cycle, and stores take some of their places.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Measured 2.49.
# CHECK-LABEL: marked 'stores behind loads'
# CHECK-NEXT: {{^ *}}2.4{{[0-9]}}{{.*}} cycles per iteration
# LLVM-MCA-BEGIN stores behind loads
        vmovups (%rsi), %xmm1
        vmovups (%rsi), %xmm2
        vmovups (%rsi), %xmm3
        vmovups (%rsi), %xmm4
        vmovups %xmm0, (%rdi)
        vmovups %xmm0, (%rdi)
# LLVM-MCA-END

# Measured 1.99.
# CHECK-LABEL: marked 'stores among loads'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN stores among loads
        vmovups (%rsi), %xmm1
        vmovups (%rsi), %xmm2
        vmovups %xmm0, (%rdi)
        vmovups (%rsi), %xmm3
        vmovups (%rsi), %xmm4
        vmovups %xmm0, (%rdi)
# LLVM-MCA-END
