# Zen 4 does not split instructions of two places over cycles, and gives microcode
# cycles of its own (docs/zen4.md). Unrolled, and as measured.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s

# Five places: the sixth one of each cycle is lost.
# LLVM-MCA-BEGIN five
# CHECK: marked 'five'
# CHECK-NEXT: {{^ *}}1.00 cycles
popcnt rax, [rsi + rcx]
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
# LLVM-MCA-END

# Both operations of the first one go in one cycle: four in each.
# LLVM-MCA-BEGIN operations
# CHECK: marked 'operations'
# CHECK-NEXT: {{^ *}}1.33 (4/3) cycles
lea rax, [rbx + 4*rdx + 5]
lea r8, [rdi + 1]
lea r8, [rdi + 1]
lea r8, [rdi + 1]
# LLVM-MCA-END

# A cycle of microcode and two for seven moves.
# LLVM-MCA-BEGIN microcode
# CHECK: marked 'microcode'
# CHECK-NEXT: {{^ *}}3.00 cycles
vphaddd xmm0, xmm1, xmm2
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
mov rdx, rdi
# LLVM-MCA-END
