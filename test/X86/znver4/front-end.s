# Front end, dispatch and integer schedulers of Zen 4: measured blocks, as
# docs/zen4.md tells. Each begins a line, as they were measured.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary %s | FileCheck --check-prefix=LOOP %s
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck --check-prefix=COPY %s

# Four operations and the ALU of dec: 5 / 4.
# LOOP-LABEL: marked 'constants'
# LOOP-NEXT: {{^ *}}1.25 (5/4) cycles per iteration
# COPY-LABEL: marked 'constants'
# COPY-NEXT: {{^ *}}1.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN constants
        movl $79, %r8d
        movl $128, %edx
        movl $109, %esi
        movl $32, %edi
# LLVM-MCA-END

# Nine macro-ops of copies and the branch need two cycles of the op cache,
# unrolled 9 / 6 of dispatch.
# LOOP-LABEL: marked 'ten'
# LOOP-NEXT: {{^ *}}2.00 cycles per iteration
# COPY-LABEL: marked 'ten'
# COPY-NEXT: {{^ *}}1.50 (3/2) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN ten
        movq %rax, %rcx
        movq %rax, %rdx
        movq %rax, %rsi
        movq %rax, %rdi
        movq %rax, %r8
        movq %rax, %r9
        movq %rax, %r10
        movq %rax, %r11
        movq %rax, %r12
# LLVM-MCA-END

# The nop costs nothing: 6 macro-ops.
# LOOP-LABEL: marked 'nop'
# LOOP-NEXT: {{^ *}}1.00 cycles per iteration
# COPY-LABEL: marked 'nop'
# COPY-NEXT: {{^ *}}0.83 (5/6) cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN nop
        movq %r13, %rdi
        xorl %ecx, %ecx
        movl $64, %esi
        movq %rbx, %r9
        nop
        cmpq %rbp, %r14
# LLVM-MCA-END

# Nine operations on four ALUs, of which two are chains; the pair with
# the branch can take two of them only. Measured: 7 / 3.
# LOOP-LABEL: marked 'turns'
# LOOP-NEXT: {{^ *}}2.33 (7/3) cycles per iteration
# COPY-LABEL: marked 'turns'
# COPY-NEXT: {{^ *}}2.00 cycles per iteration
        .p2align 6
# LLVM-MCA-BEGIN turns
        incq %r13
        addq $4, %r14
        addq $4, %rbx
        cmpq %rbp, %r13
        incq %r13
        addq $4, %r14
        addq $4, %rbx
        cmpq %rbp, %r13
# LLVM-MCA-END
