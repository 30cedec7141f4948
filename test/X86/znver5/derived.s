# Zen 5 as it is derived from what is published and was measured (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=unrolled --summary %s | FileCheck %s

# GCC, config/i386/zn4zn5.md: six ALUs. Chains lose time on their two sides: measured 1.28.
# CHECK-LABEL: marked 'alus'
# CHECK-NEXT: {{^ *}}1.0{{[1-9] .*}} cycles per iteration
# CHECK-SAME: ports 1.00
# LLVM-MCA-BEGIN alus
        addq %rsi, %rax
        addq %rsi, %rbx
        addq %rsi, %rcx
        addq %rsi, %rdx
        addq %rsi, %rdi
        addq %rsi, %rbp
# LLVM-MCA-END

# 58455: eight macro-operations a cycle; copies take no ALU. Measured: seven of
# three bytes each, of which a line of code has 21 (504 in a loop 71.9).
# CHECK-LABEL: marked 'dispatch'
# CHECK-NEXT: {{^ *}}1.13 (9/8) cycles per iteration
# CHECK-SAME: bound by gaps in the front end's delivery (1.00 without)
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
# CHECK-NEXT: ports alone 0.17
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

# Measured: three products a cycle, on two of the three pipes of shifts and one more.
# CHECK-LABEL: marked 'products'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1 and alu2
# LLVM-MCA-BEGIN products
        imulq $7, %rsi, %rax
        imulq $7, %rsi, %rbx
        imulq $7, %rsi, %rcx
# LLVM-MCA-END

# Not right: measured 1.04 (12 imul and 12 shl 6.24), for the ALU that a product takes when it
# ends may be one of shifts.
# CHECK-LABEL: marked 'products-and-shifts'
# CHECK-NEXT: {{^ *}}1.3{{[34] .*}} cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1, alu2 and alu3 (1.00 each; 0.3
# LLVM-MCA-BEGIN products-and-shifts
        imulq $7, %rsi, %rax
        imulq $7, %rsi, %rbx
        rorxq $3, %rsi, %rcx
        tzcntq %rsi, %rdx
# LLVM-MCA-END

# Measured: six conditional moves a cycle.
# CHECK-LABEL: marked 'conditional-moves'
# CHECK-NEXT: ports 1.00
# LLVM-MCA-BEGIN conditional-moves
        cmoveq %rsi, %rax
        cmoveq %rsi, %rbx
        cmoveq %rsi, %rcx
        cmoveq %rsi, %rdx
        cmoveq %rsi, %rdi
        cmoveq %rsi, %rbp
# LLVM-MCA-END

# Measured: what one cycle was enough for on Zen 4.
# CHECK-LABEL: marked 'vector-chain'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN vector-chain
        vpaddd %xmm1, %xmm0, %xmm0
        vpshufd $27, %xmm0, %xmm0
        vpandd %zmm1, %zmm0, %zmm0
# LLVM-MCA-END

# Measured: saturation takes the two pipes that shuffles do not.
# CHECK-LABEL: marked 'saturation'
# CHECK-NEXT: ports alone 1.00
# LLVM-MCA-BEGIN saturation
        vpaddsw %zmm1, %zmm2, %zmm3
        vpaddsw %zmm1, %zmm2, %zmm3
        vpshufb %zmm1, %zmm2, %zmm3
        vpshufb %zmm1, %zmm2, %zmm3
# LLVM-MCA-END

# Measured: any change of a value in memory passes it on, and takes one place.
# CHECK-LABEL: marked 'renamed'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN renamed
        addb $5, (%rsi)
        addq (%rdi), %rax
        movq %rax, (%rdi)
# LLVM-MCA-END

# Measured: a load with more bytes than the store before takes 14 cycles.
# CHECK-LABEL: marked 'not-forwarded'
# CHECK-NEXT: {{^ *}}14.00 cycles per iteration
# LLVM-MCA-BEGIN not-forwarded
        movl %edi, (%rsi)
        movq (%rsi), %rax
# LLVM-MCA-END

# Measured: 20 cycles.
# CHECK-LABEL: marked 'locked'
# CHECK-NEXT: {{^ *}}20.00 cycles per iteration
# LLVM-MCA-BEGIN locked
        lock addq %rax, (%rsi)
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

# Measured: two dividers.
# CHECK-LABEL: marked 'divider'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN divider
        vdivpd %zmm1, %zmm2, %zmm3
# LLVM-MCA-END
