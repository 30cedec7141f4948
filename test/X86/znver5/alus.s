# What takes places of Zen 5's six ALUs (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Five operations, the branch and the store: measured 1.18.
# CHECK-LABEL: marked 'a store'
# CHECK-NEXT: {{^ *}}1.17 (7/6) cycles per iteration
# LLVM-MCA-BEGIN a store
        movq %rdi, (%rsi)
        .rept 5
        leaq 1(%rdi), %r14
        .endr
# LLVM-MCA-END

# Measured 1.00.
# CHECK-LABEL: marked 'a store of a vector'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN a store of a vector
        vmovups %xmm1, (%rsi)
        .rept 5
        leaq 1(%rdi), %r14
        .endr
# LLVM-MCA-END

# Each that waits for its neighbour takes an ALU twice. Measured 1.77.
# CHECK-LABEL: marked 'pairs'
# CHECK-NEXT: {{^ *}}1.6{{[5-9] .*}} cycles per iteration
# LLVM-MCA-BEGIN pairs
        leaq 1(%rdi), %rax
        leaq 1(%rax), %r14
        leaq 1(%rdi), %rcx
        leaq 1(%rcx), %r14
        leaq 1(%rdi), %rdx
        leaq 1(%rdx), %r14
# LLVM-MCA-END

# Loads mislead nobody. Measured 1.17.
# CHECK-LABEL: marked 'behind a load'
# CHECK-NEXT: {{^ *}}1.17 (7/6) cycles per iteration
# LLVM-MCA-BEGIN behind a load
        movq (%rsi), %rcx
        leaq 1(%rcx), %r13
        .rept 5
        leaq 1(%rdi), %r14
        .endr
# LLVM-MCA-END

# Measured 1.17: the product takes an ALU again when it ends, so that there are seven places of six.
# CHECK-LABEL: marked 'product-and-operations'
# CHECK-NEXT: bound by ports alu0, alu1, alu2, alu3, alu4 and alu5 (1.17 each
# LLVM-MCA-BEGIN product-and-operations
        imulq $7, %r14, %r8
        leaq 1(%r14), %rcx
        leaq 1(%r14), %rdx
        leaq 1(%r14), %rdi
        leaq 1(%r14), %rbx
# LLVM-MCA-END

# Measured 1.00: what goes into vectors takes no pipe of theirs.
# CHECK-LABEL: marked 'into-vectors'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN into-vectors
        vmovd %r14d, %xmm1
        vaddps %xmm15, %xmm14, %xmm2
        vaddps %xmm15, %xmm14, %xmm3
# LLVM-MCA-END
