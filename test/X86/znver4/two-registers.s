# What an address of base and index costs beside a place in dispatch, and what
# constants do. The numbers are rounded measurements (docs/zen4.md), unrolled.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=unrolled %s | FileCheck %s

# A store takes an ALU: five operations on four.
# LLVM-MCA-BEGIN store
# CHECK: marked 'store'
# CHECK-NEXT: 1.25 (5/4) cycles
mov dword ptr [rsi + rcx], edx
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
# LLVM-MCA-END

# With an index alone it does not.
# LLVM-MCA-BEGIN index
# CHECK: marked 'index'
# CHECK-NEXT: 1.00 cycles
mov dword ptr [8*rcx + 0x10000000], edx
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
lea rax, [rdi + 1]
# LLVM-MCA-END

# It has a second place in dispatch: seven of six, of which one is lost where the
# store would begin in the last place of a cycle (measured: 1.196).
# LLVM-MCA-BEGIN places
# CHECK: marked 'places'
# CHECK-NEXT: 1.20 (6/5) cycles
mov dword ptr [rsi + rcx], edx
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
# LLVM-MCA-END

# So has an operation with a load, 14 of six, but not one of a single register.
# LLVM-MCA-BEGIN load
# CHECK: marked 'load'
# CHECK-NEXT: 2.33 (7/3) cycles
add rbx, [rsi + 8*rcx]
add rbx, [rsi + 8*rcx]
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
# LLVM-MCA-END

# LLVM-MCA-BEGIN single
# CHECK: marked 'single'
# CHECK-NEXT: 2.00 cycles
add rbx, [rsi]
add rbx, [rsi]
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
# LLVM-MCA-END

# Rotations in memory are renamed.
# LLVM-MCA-BEGIN renamed
# CHECK: marked 'renamed'
# CHECK-NEXT: 2.00 cycles
rol dword ptr [rsi], 3
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
mov rax, rdi
# LLVM-MCA-END
