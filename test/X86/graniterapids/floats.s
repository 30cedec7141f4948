# Additions and products of floats on Redwood Cove (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s --check-prefix=SPR

# From one addition to the next it is two cycles. Measured 4.00.
# CHECK-LABEL: marked 'additions'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# SPR-LABEL: marked 'additions'
# SPR-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN additions
        vaddsd %xmm1, %xmm0, %xmm0
        vsubsd %xmm1, %xmm0, %xmm0
# LLVM-MCA-END

# To anything else three, and a product takes three. Measured 6.00.
# CHECK-LABEL: marked 'additions and products'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# SPR-LABEL: marked 'additions and products'
# SPR-NEXT: {{^ *}}7.00 cycles per iteration
# LLVM-MCA-BEGIN additions and products
        vaddsd %xmm1, %xmm0, %xmm0
        vmulsd %xmm1, %xmm0, %xmm0
# LLVM-MCA-END

# Who reads a sum is a cycle slower from the other operand, too, and so is a
# product that reads what integers made. Measured 16.0 both, 12.0 without.
# CHECK-LABEL: marked 'products of a sum'
# CHECK-NEXT: {{^ *}}16.00 cycles per iteration
# LLVM-MCA-BEGIN products of a sum
        vaddsd %xmm6, %xmm5, %xmm1
        .rept 4
        vmulsd %xmm1, %xmm0, %xmm0
        .endr
# LLVM-MCA-END
# CHECK-LABEL: marked 'products of an integer'
# CHECK-NEXT: {{^ *}}16.00 cycles per iteration
# LLVM-MCA-BEGIN products of an integer
        vpaddd %xmm6, %xmm5, %xmm1
        .rept 4
        vmulsd %xmm1, %xmm0, %xmm0
        .endr
# LLVM-MCA-END
