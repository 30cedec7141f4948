# `for (; p < e; prev = p++) *p = *prev + c`: the address of the load is only known
# from the second iteration on, and then is that of the store before.

# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=skylake --summary %s | FileCheck %s
# CHECK: 6.00 cycles per iteration on skylake (loop), bound by the dependency chain through rax and memory at [rdx], 1 iteration back

# So it is of another instruction that the loop begins with.
# RUN: %takt --cpu=skylake --summary --notion=loop 488b084883c1014889c248890a | FileCheck %s --check-prefix=SAME
# RUN: %takt --cpu=skylake --summary --notion=loop 48890a488b084883c1014889c2 | FileCheck %s --check-prefix=SAME
# SAME: 6.00 cycles per iteration

1: movl (%rdx),%eax
 addl %ecx,%eax
 movl %eax,(%rdi)
 movq %rdi,%rdx
 addq $4,%rdi
 cmpq %rsi,%rdi
 jb 1b
