# What is renamed together with the logic that made its flags takes two cycles on
# Redwood Cove (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s

# Measured 3.00.
# CHECK-LABEL: marked 'logic'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN logic
        testl %ecx, %ecx
        cmovel %eax, %ecx
# LLVM-MCA-END

# In two of three iterations they are in one group of six. Measured 5.00.
# CHECK-LABEL: marked 'apart'
# CHECK-NEXT: {{^ *}}{{4.98|5.00}}
# LLVM-MCA-BEGIN apart
        testq %rbx, %rbx
        cmoveq %rcx, %rax
        cmoveq %rcx, %rax
        cmoveq %rcx, %rax
# LLVM-MCA-END

# Measured 2.00.
# CHECK-LABEL: marked 'arithmetic'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN arithmetic
        cmpl $5, %ecx
        cmovel %eax, %ecx
# LLVM-MCA-END
