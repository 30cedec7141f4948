# Paths that go through a call and its return: the call stores 8 bytes and moves the
# stack pointer, the return loads them; each is a taken branch.
# REQUIRES: takt, x86-registered-target
# RUN: %clang -c --target=x86_64-unknown-linux-gnu %s -o %t.o
# RUN: %takt --cpu=znver4 --path=0-5,20-21,5-a %t.o | FileCheck %s --check-prefix=SHORT
# SHORT:      3.00 cycles per iteration
# SHORT-SAME: bound by the µop cache (3.00)
# SHORT:      0x20 {{.*}} #0 memory retq
# The same from another point on.
# RUN: %takt --cpu=znver4 --path=5-a,0-5,20-21 %t.o | FileCheck %s --check-prefix=TURNED
# TURNED:      3.00 cycles per iteration
# TURNED-SAME: bound by the µop cache (3.00)
# What is called waits for its last call, and not for the return.
# RUN: %takt --cpu=znver4 --path=40-45,60-69,45-4a %t.o | FileCheck %s --check-prefix=CHAIN
# CHAIN:      6.00 cycles per iteration
# CHAIN-SAME: bound by the dependency chain through rax (imulq → imulq, 6.00)
# Without the code that is called there is nothing to be said.
# RUN: not %takt --cpu=znver4 --path=0-5,5-a %t.o | FileCheck %s --check-prefix=ALONE
# ALONE: not modelled: instruction 0 (callq): call to short

0:      callq short
        decq %rdi
        jne 0b
        .p2align 5
short:  retq
        .p2align 6
1:      callq chain
        decq %rdi
        jne 1b
        .p2align 5
chain:  imulq $3, %rax, %rax
        imulq $3, %rax, %rax
        retq
