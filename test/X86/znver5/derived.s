# Zen 5 as it is derived from what is published.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=unrolled --summary %s | FileCheck %s

# GCC, config/i386/zn4zn5.md: six ALUs.
# CHECK-LABEL: marked 'alus'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN alus
        addq %rsi, %rax
        addq %rsi, %rbx
        addq %rsi, %rcx
        addq %rsi, %rdx
        addq %rsi, %rdi
        addq %rsi, %rbp
# LLVM-MCA-END

# 58455: eight macro-operations a cycle; copies take no ALU.
# CHECK-LABEL: marked 'dispatch'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by the front end
# LLVM-MCA-BEGIN dispatch
        movq %rsi, %rax
        movq %rsi, %rbx
        movq %rsi, %rcx
        movq %rsi, %rdx
        movq %rsi, %rdi
        movq %rsi, %rbp
        movq %rsi, %r8
        movq %rsi, %r9
# LLVM-MCA-END

# An idiom stays one though all simple operations have a rule of their own.
# CHECK-LABEL: marked 'idiom'
# CHECK-NEXT: {{^ *}}0.38 (3/8) cycles per iteration
# LLVM-MCA-BEGIN idiom
        xorl %eax, %eax
        addl %eax, %ecx
        xorl %ecx, %ecx
# LLVM-MCA-END

# 58455: four loads a cycle.
# CHECK-LABEL: marked 'loads'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports agu0, agu1, agu2 and agu3
# LLVM-MCA-BEGIN loads
        movq (%rsi), %rax
        movq 8(%rsi), %rbx
        movq 16(%rsi), %rcx
        movq 24(%rsi), %rdx
# LLVM-MCA-END

# zn4zn5.md: 3 cycles on one pipe.
# CHECK-LABEL: marked 'product'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN product
        imulq %rsi, %rax
        imulq %rsi, %rbx
# LLVM-MCA-END

# zn4zn5.md: two pipes.
# CHECK-LABEL: marked 'conditional-moves'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: bound by ports alu0 and alu3
# LLVM-MCA-BEGIN conditional-moves
        cmoveq %rsi, %rax
        cmoveq %rsi, %rbx
        cmoveq %rsi, %rcx
        cmoveq %rsi, %rdx
# LLVM-MCA-END

# zn4zn5.md: 2 cycles.
# CHECK-LABEL: marked 'add'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN add
        vaddps %zmm1, %zmm0, %zmm0
# LLVM-MCA-END

# zn4zn5.md: 512 bits go through a pipe in one cycle.
# CHECK-LABEL: marked 'wide'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp0 and fp1
# LLVM-MCA-BEGIN wide
        vmulps %zmm1, %zmm2, %zmm3
        vmulps %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# The same for logic, on all four.
# CHECK-LABEL: marked 'wide-logic'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports fp0, fp1, fp2 and fp3
# LLVM-MCA-BEGIN wide-logic
        vpandd %zmm1, %zmm2, %zmm3
        vpandd %zmm1, %zmm2, %zmm3
        vpandd %zmm1, %zmm2, %zmm3
        vpandd %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# zn4zn5.md: two stores of 256 bits ...
# CHECK-LABEL: marked 'stores'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN stores
        vmovups %ymm0, (%rsi)
        vmovups %ymm1, 32(%rsi)
# LLVM-MCA-END

# ... or one of 512.
# CHECK-LABEL: marked 'wide-stores'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN wide-stores
        vmovups %zmm0, (%rsi)
# LLVM-MCA-END

# zn4zn5.md: 9 cycles.
# CHECK-LABEL: marked 'divider'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN divider
        vdivpd %zmm1, %zmm2, %zmm3
# LLVM-MCA-END
