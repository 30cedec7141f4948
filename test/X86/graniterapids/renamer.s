# What Redwood Cove's renamer does alone (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s

# Six a cycle, though each waits for the one before. Measured 3.53.
# CHECK-LABEL: marked 'short constants'
# CHECK-NEXT: {{^ *}}3.50 (7/2) cycles per iteration
# LLVM-MCA-BEGIN short constants
        .rept 10
        addq $8, %rax
        leaq -8(%rax), %rax
        .endr
# LLVM-MCA-END

# Measured 19.9.
# CHECK-LABEL: marked 'long constants'
# CHECK-NEXT: {{^ *}}20.00 cycles per iteration
# LLVM-MCA-BEGIN long constants
        .rept 20
        addq $1024, %rax
        .endr
# LLVM-MCA-END

# Of 32 bits there is an operation. Measured 19.9.
# CHECK-LABEL: marked 'half a register'
# CHECK-NEXT: {{^ *}}20.00 cycles per iteration
# LLVM-MCA-BEGIN half a register
        .rept 20
        addl $8, %eax
        .endr
# LLVM-MCA-END

# Nothing waits for the stack pointer. Measured 2.00.
# CHECK-LABEL: marked 'stack pointer'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN stack pointer
        .rept 4
        pushq %rbx
        movq %rsp, %rcx
        .endr
# LLVM-MCA-END

# The pair that closes a loop is an operation all the same. Measured 1.00.
# CHECK-LABEL: marked 'one copy'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN one copy
        movq %rbx, %rcx
# LLVM-MCA-END

# Which port each takes depends on its place in the cycle. Measured 4.89;
# any free port would make it 4.20.
# CHECK-LABEL: marked 'five chains'
# CHECK-NEXT: {{^ *}}4.{{[3-9]}}
# LLVM-MCA-BEGIN five chains
        .rept 4
        addl %ebx, %edx
        addl %ebx, %r8d
        addl %ebx, %r9d
        addl %ebx, %r10d
        addl %ebx, %r11d
        .endr
# LLVM-MCA-END

# With a scale three ports, of which one is the branch's. Measured 7.00.
# CHECK-LABEL: marked 'scaled'
# CHECK-NEXT: {{^ *}}7.00 cycles per iteration
# LLVM-MCA-BEGIN scaled
        .rept 20
        leaq (%rax,%rbx,2), %rcx
        .endr
# LLVM-MCA-END

# Four copies of 19 µops in 13 cycles. Measured 3.25.
# CHECK-LABEL: marked 'small loop'
# CHECK-NEXT: {{^ *}}3.25 (13/4) cycles per iteration
# LLVM-MCA-BEGIN small loop
        .rept 18
        movq %r9, %r8
        .endr
# LLVM-MCA-END

# A load and an operation come apart among the first three of a cycle only. Measured
# 2.00; it would be 1.50 if they could do so anywhere.
# CHECK-LABEL: marked 'comes apart'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN comes apart
        cmpl $0, (%rsi,%rbx,8)
        .rept 6
        nop
        .endr
# LLVM-MCA-END

# Two such µops a cycle. Measured 2.50.
# CHECK-LABEL: marked 'two a cycle'
# CHECK-NEXT: {{^ *}}2.5
# LLVM-MCA-BEGIN two a cycle
        cmpl $0, (%rsi,%rbx,8)
        cmpl $0, 4(%rsi,%rbx,8)
        cmpl $0, 8(%rsi,%rbx,8)
        cmpl $0, 12(%rsi,%rbx,8)
        cmpl $0, 16(%rsi,%rbx,8)
# LLVM-MCA-END
