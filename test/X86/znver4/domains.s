# What passes between general registers and vectors. The numbers are rounded
# measurements (docs/zen4.md), unrolled.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=unrolled %s | FileCheck %s

# The way to vectors takes an ALU, one of the two of conditions.
# LLVM-MCA-BEGIN to
# CHECK: marked 'to'
# CHECK-NEXT: 1.25 (5/4) cycles
vmovd xmm1, ecx
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
# LLVM-MCA-END

# LLVM-MCA-BEGIN conditions
# CHECK: marked 'conditions'
# CHECK-NEXT: 2.50 (5/2) cycles
vmovd xmm1, ecx
cmovc eax, edi
cmovc ebx, edi
cmovc ebp, edi
cmovc r8d, edi
# LLVM-MCA-END

# Flags out of vectors take none.
# LLVM-MCA-BEGIN flags
# CHECK: marked 'flags'
# CHECK-NEXT: 2.00 cycles
vucomiss xmm1, xmm2
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
# LLVM-MCA-END
