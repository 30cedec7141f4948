# Values that go through memory. The numbers are rounded measurements
# (docs/zen4.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=loop %s | FileCheck %s --check-prefixes=CHECK,LOOP
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=unrolled %s | FileCheck %s --check-prefixes=CHECK,UNROLLED

# The renamer hands the stored register to the next load of the same address:
# what is left is the addition.
# LLVM-MCA-BEGIN counter
# CHECK: marked 'counter'
# CHECK-NEXT: 1.00 cycles
add qword ptr [r14 + 48], r15
# LLVM-MCA-END
# LLVM-MCA-BEGIN load_and_store
# CHECK: marked 'load_and_store'
# CHECK-NEXT: 1.00 cycles
mov rax, qword ptr [rsp + 208]
inc rax
mov qword ptr [rsp + 208], rax
# LLVM-MCA-END

# The lower half of it, too.
# LLVM-MCA-BEGIN half
# CHECK: marked 'half'
# CHECK-NEXT: 1.00 cycles
add rax, 16
mov qword ptr [rdi], rax
mov eax, dword ptr [rdi]
# LLVM-MCA-END

# It does not know that by the address where that is loaded each time; a loop is
# learned (measured: 1.11 to 1.20).
# LLVM-MCA-BEGIN pointer
# CHECK: marked 'pointer'
# LOOP-NEXT: 1.00 cycles
# UNROLLED-NEXT: 7.00 cycles
mov rdi, qword ptr [rsp + 8]
or dword ptr [rdi + 4], 524288
# LLVM-MCA-END

# Nor without a register.
# LLVM-MCA-BEGIN absolute
# CHECK: marked 'absolute'
# CHECK-NEXT: 7.00 cycles
mov r8d, dword ptr fs:[724]
mov eax, r8d
neg eax
mov dword ptr fs:[724], eax
# LLVM-MCA-END

# Not for bytes and words, nor for a load that is part of an operation.
# LLVM-MCA-BEGIN bytes
# CHECK: marked 'bytes'
# CHECK-NEXT: 7.00 cycles
add byte ptr [rbx], 2
# LLVM-MCA-END
# LLVM-MCA-BEGIN operation
# CHECK: marked 'operation'
# CHECK-NEXT: 7.00 cycles
and r13d, dword ptr [rbx]
mov dword ptr [rbx], r13d
# LLVM-MCA-END

# Vectors are not renamed, and forwarded in 9 cycles.
# LLVM-MCA-BEGIN vectors
# CHECK: marked 'vectors'
# CHECK-NEXT: 10.00 cycles
movdqu xmm0, xmmword ptr [rdi + 64]
movdqu xmm1, xmmword ptr [rdx]
pxor xmm0, xmm1
movdqu xmmword ptr [rdi + 64], xmm0
# LLVM-MCA-END
# LLVM-MCA-BEGIN minimum
# CHECK: marked 'minimum'
# CHECK-NEXT: 11.00 cycles
minsd xmm0, qword ptr [rbx + 8]
movsd qword ptr [rbx + 8], xmm0
# LLVM-MCA-END

# What a store in flight has only in part must be in the cache, and no store
# gets there before the load is done.
# LLVM-MCA-BEGIN part
# CHECK: marked 'part'
# CHECK-NEXT: 19.00 cycles
mov byte ptr [rax], 1
mov r12, qword ptr [rax]
# LLVM-MCA-END

# Wide stores come in halves, one of which all that is loaded must lie in, or both
# be loaded.
# LLVM-MCA-BEGIN ymm
# CHECK: marked 'ymm'
# CHECK-NEXT: 10.00 cycles
vmovups ymmword ptr [rsi], ymm0
vmovups ymm0, ymmword ptr [rsi]
# LLVM-MCA-END
# LLVM-MCA-BEGIN ymm_across
# CHECK: marked 'ymm_across'
# CHECK-NEXT: 11.00 cycles
vmovups ymmword ptr [rsi + 40], ymm0
vmovups ymm0, ymmword ptr [rsi + 40]
# LLVM-MCA-END
# LLVM-MCA-BEGIN zmm
# CHECK: marked 'zmm'
# CHECK-NEXT: 12.00 cycles
vmovups zmmword ptr [rsi], zmm0
vmovups zmm0, zmmword ptr [rsi]
# LLVM-MCA-END
# LLVM-MCA-BEGIN upper_half
# CHECK: marked 'upper_half'
# CHECK-NEXT: 11.00 cycles
vmovups zmmword ptr [rsi], zmm0
vmovups ymm0, ymmword ptr [rsi + 32]
# LLVM-MCA-END
