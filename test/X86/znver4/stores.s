# How stores reach the cache, and the stack engine. The numbers are rounded
# measurements (docs/zen4.md), in a loop and unrolled.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=loop %s | FileCheck %s --check-prefixes=CHECK,LOOP
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=unrolled %s | FileCheck %s --check-prefixes=CHECK,UNROLLED

# Two in a block of 32 bytes.
# LLVM-MCA-BEGIN block
# CHECK: marked 'block'
# CHECK-NEXT: 1.00 cycles
mov qword ptr [rsp + 40], r8
mov qword ptr [rsp + 32], rcx
# LLVM-MCA-END

# The two halves of a line.
# LLVM-MCA-BEGIN line
# CHECK: marked 'line'
# CHECK-NEXT: 2.00 cycles
mov rdi, rsp
mov qword ptr [rsp + 40], rax
mov dword ptr [rsp + 12], 0
# LLVM-MCA-END

# Three in a block, and one elsewhere.
# LLVM-MCA-BEGIN run
# CHECK: marked 'run'
# CHECK-NEXT: 2.00 cycles
mov dword ptr [r14 + 40], eax
mov qword ptr [r14 + 96], rcx
mov qword ptr [r14 + 104], rdx
mov qword ptr [r14 + 112], rsi
# LLVM-MCA-END

# Other registers point elsewhere.
# LLVM-MCA-BEGIN pointers
# CHECK: marked 'pointers'
# CHECK-NEXT: 2.00 cycles
mov qword ptr [rdx + 40], rcx
mov rax, qword ptr [rbx + 40]
mov qword ptr [rax + 32], rdx
# LLVM-MCA-END

# The addition and what brings rsp up to date, a cycle each.
# LLVM-MCA-BEGIN push
# CHECK: marked 'push'
# CHECK-NEXT: 2.00 cycles
push rbx
xor eax, eax
sub rsp, 48
# LLVM-MCA-END
# LLVM-MCA-BEGIN pop
# CHECK: marked 'pop'
# LOOP-NEXT: 2.00 cycles
# UNROLLED-NEXT: 2.00 cycles
add rsp, 8
xor eax, eax
pop rbx
pop rbp
# LLVM-MCA-END

# Pops alone move it in the front end.
# LLVM-MCA-BEGIN pops
# LOOP: marked 'pops'
# LOOP-NEXT: 1.00 cycles
pop rbx
pop rbp
mov eax, 1
# LLVM-MCA-END

# Over a boundary of 32 bytes in each second store, which leaves alone.
# LLVM-MCA-BEGIN across
# CHECK: marked 'across'
# CHECK-NEXT: 6.00 cycles
mov qword ptr [rsi + 4], rax
mov qword ptr [rsi + 12], rax
mov qword ptr [rsi + 20], rax
mov qword ptr [rsi + 28], rax
mov qword ptr [rsi + 36], rax
mov qword ptr [rsi + 44], rax
mov qword ptr [rsi + 52], rax
mov qword ptr [rsi + 60], rax
# LLVM-MCA-END

# One in 64 of those over the end of a line is over that of a page.
# LLVM-MCA-BEGIN page
# CHECK: marked 'page'
# CHECK-NEXT: 2.50 (5/2) cycles
vmovups zmmword ptr [rsi + 8], zmm0
add rsi, 64
# LLVM-MCA-END

# With a load by name of what one of them stores they leave one at a time, since
# the addresses' three pipes would be busy for longer than a cycle.
# LLVM-MCA-BEGIN alone
# CHECK: marked 'alone'
# CHECK-NEXT: 2.00 cycles
mov rax, qword ptr [rsi + 8]
add ecx, 1
mov qword ptr [rsi + 8], rdx
mov dword ptr [rsi], ecx
test rax, rax
# LLVM-MCA-END

# Addresses in four of six places: the pipes have the time.
# LLVM-MCA-BEGIN in-time
# CHECK: marked 'in-time'
# CHECK-NEXT: 2.00 cycles
mov rax, qword ptr [rdx]
mov rdi, qword ptr [rdx + 8]
mov qword ptr [rsp + 200], rdi
sub qword ptr [rsp + 200], rax
imul rax, r15
lea rax, [rcx + 8*rax]
mov qword ptr [rsp + 56], rax
test rbx, rbx
# LLVM-MCA-END

# What binds then is said so; in one line of code, since the second cycle of two
# would give the pipes the time.
.p2align 6
# LLVM-MCA-BEGIN spelt
# CHECK: marked 'spelt'
# LOOP-NEXT: 3.00 cycles {{.*}}, bound by stores that leave one at a time beside the load of what was just stored at [rsi] (mov → mov; 1.50 without)
# UNROLLED-NEXT: 3.00 cycles
mov rax, qword ptr [rsi]
mov qword ptr [rsi], rbx
mov qword ptr [rsi + 8], rbx
mov qword ptr [rsi + 16], rbx
# LLVM-MCA-END
