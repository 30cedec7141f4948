# Addresses of Zen 4 that take one µop or two, in loops closed by `dec; jnz`,
# which take an ALU more. Unrolled, takt says up to 2 % more than the ports need
# (docs/zen4.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# uops.info, LEA_B_I_D8 (R64): 2 µops at 0.50. 2 * 2 + 1 + 1 on four ALUs;
# takt-measure: 1.497.
# CHECK-LABEL: marked 'three-parts'
# CHECK-NEXT: {{^ *}}1.50 (3/2) cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1, alu2 and alu3
# LLVM-MCA-BEGIN three-parts
        lea rax, [rbx + rcx + 8]
        lea rdx, [rbx + rcx + 8]
        lea rsi, [rdi + 1]
# LLVM-MCA-END

# uops.info, LEA_B_I (R64): 1 µop at 0.25. 4 + 1 on four ALUs.
# CHECK-LABEL: marked 'no-displacement'
# CHECK-NEXT: {{^ *}}1.25 (5/4) cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1, alu2 and alu3
# LLVM-MCA-BEGIN no-displacement
        lea rax, [rbx + rcx]
        lea rdx, [r12 + rcx]
        lea rsi, [rbx + rcx]
        lea rdi, [r12 + rcx]
# LLVM-MCA-END

# rbp and r13 are always encoded with one: measured on an EPYC 9004, this takes
# 2.25 cycles, 2 * (2 + 2) + 1 on four ALUs.
# CHECK-LABEL: marked 'hidden-displacement'
# CHECK-NEXT: {{^ *}}2.25 (9/4) cycles per iteration
# CHECK-SAME: bound by ports alu0, alu1, alu2 and alu3
# LLVM-MCA-BEGIN hidden-displacement
        lea rax, [rbp + r15]
        add r9, r8
        mov rdx, rbx
        test r13, r13
        lea rax, [rbp + r15]
        add r9, r8
        mov rdx, rbx
        test r13, r13
# LLVM-MCA-END
