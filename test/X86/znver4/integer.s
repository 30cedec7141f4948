# Integer instructions of Zen 4: what measurements say of single ones, unrolled.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary %s | FileCheck %s

# instlatx64, MUL r64 (rdx): 4 cycles, (rax): 3. The copy is eliminated.
# CHECK-LABEL: marked 'upper-half'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN upper-half
        mulq %rcx
        movq %rdx, %rax
# LLVM-MCA-END

# The same for rax.
# CHECK-LABEL: marked 'lower-half'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN lower-half
        mulq %rcx
# LLVM-MCA-END

# WINIC, MULX64rr: 4 to the upper half, 3 to the lower one.
# CHECK-LABEL: marked 'mulx'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN mulx
        mulxq %rdx, %rax, %rdx
# LLVM-MCA-END

# A copy of rsp takes one of four ALUs (docs/zen4.md), other copies none.
# CHECK-LABEL: marked 'stack-pointer'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1, alu2 and alu3
# LLVM-MCA-BEGIN stack-pointer
        movq %rsp, %rax
        movq %rsp, %rcx
        movq %rsp, %rdx
        movq %rsp, %rsi
        movq %rbp, %rdi
# LLVM-MCA-END

# uops.info, MOVSXD (R64, M32): 5 cycles from the address, MOV (R64, M64): 4.
# CHECK-LABEL: marked 'sign-extension'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN sign-extension
        movslq (%rax), %rax
# LLVM-MCA-END

# The same without extension.
# CHECK-LABEL: marked 'load'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN load
        movq (%rax), %rax
# LLVM-MCA-END

# WINIC, BSF64rr: 1 cycle from the destination, too.
# CHECK-LABEL: marked 'bit-scan'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# CHECK-SAME: dependency chain through rax
# LLVM-MCA-BEGIN bit-scan
        bsfq %rcx, %rax
# LLVM-MCA-END

# uops.info, TZCNT (R64, R64) at 0.25: the destination is not read.
# CHECK-LABEL: marked 'trailing-zeros'
# CHECK-NEXT: {{^ *}}0.25 (1/4) cycles per iteration
# LLVM-MCA-BEGIN trailing-zeros
        tzcntq %rcx, %rax
# LLVM-MCA-END

# uops.info, ADC (R64, M64) at 0.50; the carry makes a chain of one cycle.
# CHECK-LABEL: marked 'carry'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain through eflags
# LLVM-MCA-BEGIN carry
        adcq (%rsi), %rax
        adcq (%rsi), %rcx
# LLVM-MCA-END

# uops.info, BTS (R64, I8): 2 µops at 1.00, 2 cycles.
# CHECK-LABEL: marked 'bit-set'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CHECK-SAME: dependency chain
# LLVM-MCA-BEGIN bit-set
        btsq $3, %rax
# LLVM-MCA-END

# uops.info, DIV (R32) at 6.00; xor keeps the chain through edx apart.
# CHECK-LABEL: marked 'quotient'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN quotient
        xorl %edx, %edx
        movl %ebx, %eax
        divl %ecx
# LLVM-MCA-END

# uops.info, DIV (R64) at 7.00.
# CHECK-LABEL: marked 'wide-quotient'
# CHECK-NEXT: {{^ *}}7.00 cycles per iteration
# LLVM-MCA-BEGIN wide-quotient
        xorl %edx, %edx
        movq %rbx, %rax
        divq %rcx
# LLVM-MCA-END

# uops.info, ADD_LOCK (M64, R64) at 7.40; locked operations wait for each other.
# CHECK-LABEL: marked 'locked'
# CHECK-NEXT: {{^ *}}14.00 cycles per iteration
# CHECK-SAME: bound by the unit lock
# LLVM-MCA-BEGIN locked
        lock addq $1, (%rsi)
        lock subq $1, (%rdi)
# LLVM-MCA-END

# uops.info, XCHG (M64, R64) at 7.67: locked without a prefix.
# CHECK-LABEL: marked 'locked-exchange'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN locked-exchange
        xchgq %rcx, (%rsi)
# LLVM-MCA-END

# Measured on an EPYC 9004: 8.74 cycles.
# CHECK-LABEL: marked 'locked-compare-exchange'
# CHECK-NEXT: {{^ *}}9.00 cycles per iteration
# LLVM-MCA-BEGIN locked-compare-exchange
        lock cmpxchgq %rcx, (%rsi)
# LLVM-MCA-END

# Measured on an EPYC 9004: 7.74 cycles.
# CHECK-LABEL: marked 'locked-add-and-fetch'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN locked-add-and-fetch
        lock xaddl %ecx, (%rsi)
# LLVM-MCA-END

# uops.info, CMPXCHG (R64, R64) at 3.00.
# CHECK-LABEL: marked 'compare-exchange'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN compare-exchange
        cmpxchgq %rcx, %rdx
# LLVM-MCA-END

# instlatx64, MOVBE [m64], r64 at 0.51.
# CHECK-LABEL: marked 'byte-swapped-store'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN byte-swapped-store
        movbeq %rax, (%rbx)
        movbeq %rcx, 8(%rbx)
# LLVM-MCA-END

# Each load goes again, since the place was written shortly before: measured 2.91.
# CHECK-LABEL: marked 'carry-and-shift-of-memory'
# CHECK-NEXT: {{^ *}}2.51 (123/49) cycles per iteration
# LLVM-MCA-BEGIN carry-and-shift-of-memory
        adcq %rax, (%rbx)
        adcq $3, 8(%rbx)
        sbbq %rax, 16(%rbx)
        shlq $3, 24(%rbx)
# LLVM-MCA-END

# The renamer hands on what was stored: measured 1.00.
# CHECK-LABEL: marked 'shift-of-memory'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN shift-of-memory
        shll $3, (%rbx)
# LLVM-MCA-END

# Measured 1.00 and 2.00.
# CHECK-LABEL: marked 'condition-to-memory'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN condition-to-memory
        setc (%rbx)
        setc %cl
# LLVM-MCA-END

# CHECK-LABEL: marked 'conditions-to-memory'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# LLVM-MCA-BEGIN conditions-to-memory
        setc (%rbx)
        setc 1(%rbx)
# LLVM-MCA-END

# uops.info, IMUL (R16, R16, I8), 2 µops at 1.00.
# CHECK-LABEL: marked 'short-products'
# CHECK-NEXT: {{^ *}}5.00 cycles per iteration
# LLVM-MCA-BEGIN short-products
        imulw $3, %cx, %si
        imulw $3, %cx, %di
        imulw $3, %cx, %r8w
        imulw $3, %cx, %r9w
        imulw $3, %cx, %r10w
# LLVM-MCA-END
