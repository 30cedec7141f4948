# Zen 3 as it is derived from Zen 4: what is the same, and what Zen 4 made faster.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver3 --notion=unrolled --summary %s | FileCheck %s

# AMD Software Optimization Guide 56665: four ALUs.
# CHECK-LABEL: marked 'alus'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN alus
        addq %rsi, %rax
        addq %rsi, %rbx
        addq %rsi, %rcx
        addq %rsi, %rdx
# LLVM-MCA-END

# LLVM's model, measured with llvm-exegesis: BSF takes 3 cycles, on Zen 4 one.
# CHECK-LABEL: marked 'bit-scan'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN bit-scan
        bsfq %rax, %rax
# LLVM-MCA-END

# The same: TZCNT 2 cycles.
# CHECK-LABEL: marked 'trailing-zeros'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN trailing-zeros
        tzcntq %rax, %rax
# LLVM-MCA-END

# 56665: three loads a cycle, two of vectors.
# CHECK-LABEL: marked 'loads'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports agu0, agu1 and agu2
# LLVM-MCA-BEGIN loads
        movq (%rsi), %rax
        movq 8(%rsi), %rbx
        movq 16(%rsi), %rcx
# LLVM-MCA-END

# The same for vectors.
# CHECK-LABEL: marked 'vector-loads'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports agu0 and agu1
# LLVM-MCA-BEGIN vector-loads
        vmovups (%rsi), %ymm0
        vmovups 32(%rsi), %ymm1
# LLVM-MCA-END

# AnandTech on Zen 3: 4 cycles, two a cycle.
# CHECK-LABEL: marked 'fused-multiply-add'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN fused-multiply-add
        vfmadd231pd %ymm1, %ymm2, %ymm0
# LLVM-MCA-END
