# Flags of logic come a cycle later than those of arithmetic on Redwood Cove
# (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s

# Measured 3.00.
# CHECK-LABEL: marked 'logic'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN logic
        testl %ecx, %ecx
        cmovel %eax, %ecx
# LLVM-MCA-END

# Measured 2.00.
# CHECK-LABEL: marked 'arithmetic'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN arithmetic
        cmpl $5, %ecx
        cmovel %eax, %ecx
# LLVM-MCA-END
