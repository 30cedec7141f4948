# Code and loads across lines of 64 bytes. The numbers are rounded measurements
# (docs/zen4.md); what registers hold counts as aligned.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=loop %s | FileCheck %s

# Two passes of six loads on three pipes.
# LLVM-MCA-BEGIN general
# CHECK: marked 'general'
# CHECK-NEXT: 4.00 cycles
mov eax, [rsi + 62]
mov eax, [rsi + 62]
mov eax, [rsi + 62]
mov eax, [rsi + 62]
mov eax, [rsi + 62]
mov eax, [rsi + 62]
# LLVM-MCA-END

# LLVM-MCA-BEGIN within
# CHECK: marked 'within'
# CHECK-NEXT: 1.00 cycles
vmovups ymm0, [rsi + 32]
vmovups ymm0, [rsi + 24]
# LLVM-MCA-END

# LLVM-MCA-BEGIN ymm
# CHECK: marked 'ymm'
# CHECK-NEXT: 2.00 cycles
vmovups ymm0, [rsi + 36]
vmovups ymm0, [rsi + 36]
# LLVM-MCA-END

# Three points of a stencil, loads of 2, 3 and 3 cycles on two pipes (measured:
# 3.99).
# LLVM-MCA-BEGIN stencil
# CHECK: marked 'stencil'
# CHECK-NEXT: 4.00 cycles
vmovups zmm0, [rsi]
vaddps zmm0, zmm0, [rsi + 4]
vaddps zmm0, zmm0, [rsi + 8]
# LLVM-MCA-END

# One of two crosses: at least 2.00 (by hand); more, as loads meet in banks:
# takt-measure --cpu=native of these lines, 2.16 to 2.20; before
# loads of vectors kept to their places it was 2.14 here.
# Nothing is stored, and yet steps are known.
# LLVM-MCA-BEGIN steps
# CHECK: marked 'steps'
# CHECK-NEXT: 2.07 (29/14) cycles
vmovups ymm0, [rsi + rcx + 4]
vmovups ymm1, [rdi + rcx + 8]
vmovups ymm2, [rsi + rcx]
add rcx, 32
# LLVM-MCA-END

# A cycle more than 4, and two operations.
# LLVM-MCA-BEGIN latency
# CHECK: marked 'latency'
# CHECK-NEXT: 7.00 cycles
mov rax, [rsi + 60]
and rax, 0
add rsi, rax
# LLVM-MCA-END
