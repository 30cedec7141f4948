# Loads, stores and values that go through memory on Redwood Cove
# (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s

# Three loads a cycle. Measured 4.00.
# CHECK-LABEL: marked 'other banks'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN other banks
        .rept 4
        movl (%rsi), %eax
        movl 8(%rsi), %ecx
        movl 16(%rsi), %edx
        .endr
# LLVM-MCA-END

# Two of one bank, in whatever line. Measured 6.04.
# CHECK-LABEL: marked 'one bank'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN one bank
        .rept 4
        movl (%rsi), %eax
        movl 64(%rsi), %ecx
        movl 128(%rsi), %edx
        .endr
# LLVM-MCA-END

# Two stores a cycle, if they follow each other in one line. Measured 2.00 and 4.00.
# CHECK-LABEL: marked 'two lines'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN two lines
        movq %rax, (%rsi)
        movq %rax, 8(%rsi)
        movq %rax, 64(%rsi)
        movq %rax, 72(%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'two lines in turn'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN two lines in turn
        movq %rax, (%rsi)
        movq %rax, 64(%rsi)
        movq %rax, 8(%rsi)
        movq %rax, 72(%rsi)
# LLVM-MCA-END

# The lower half of what was stored has its name. Measured 1.00.
# CHECK-LABEL: marked 'by name'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN by name
        movq %rcx, (%rsi)
        movl (%rsi), %eax
        leaq (%rax,%rbx), %rcx
# LLVM-MCA-END

# With an index it has none. Measured 9.00.
# CHECK-LABEL: marked 'with an index'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN with an index
        movq %rax, (%rsi,%rdi)
        movq (%rsi,%rdi), %rax
        .rept 4
        leaq (%rax,%rbx), %rax
        .endr
# LLVM-MCA-END

# A load of two stores waits until the last one has retired, and others with it. Measured 16.97.
# CHECK-LABEL: marked 'of two stores'
# CHECK-NEXT: {{^ *}}17.00 cycles per iteration
# LLVM-MCA-BEGIN of two stores
        movl %eax, (%rsi)
        movl %ecx, 4(%rsi)
        movq (%rsi), %rdx
# LLVM-MCA-END
