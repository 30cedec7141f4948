# Zen 5's cache takes stores to a line a cycle, but for the twelve lines that it knows;
# loads and stores over the end of a line take two (docs/zen5.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Measured 5.99.
# CHECK-LABEL: marked 'known'
# CHECK-NEXT: {{^ *}}6.00 cycles per iteration
# LLVM-MCA-BEGIN known
        .set n, 0
        .rept 12
        movq %rcx, n(%rdi)
        .set n, n + 64
        .endr
# LLVM-MCA-END

# Measured 16.6.
# CHECK-LABEL: marked 'lines'
# CHECK-NEXT: {{^ *}}16.00 cycles per iteration
# LLVM-MCA-BEGIN lines
        .set n, 0
        .rept 16
        movq %rcx, n(%rdi)
        .set n, n + 64
        .endr
# LLVM-MCA-END

# Two stores to each of 24 lines. Measured 24.0.
# CHECK-LABEL: marked 'pairs'
# CHECK-NEXT: {{^ *}}24.00 cycles per iteration
# LLVM-MCA-BEGIN pairs
        .set n, 0
        .rept 24
        movq %rcx, n(%rdi)
        movq %rcx, n+8(%rdi)
        .set n, n + 64
        .endr
# LLVM-MCA-END

# Measured 8.44 and 16.7.
# CHECK-LABEL: marked 'loads over ends'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN loads over ends
        .set n, 60
        .rept 8
        vmovups n(%rsi), %ymm1
        .set n, n + 128
        .endr
# LLVM-MCA-END
# CHECK-LABEL: marked 'stores over ends'
# CHECK-NEXT: {{^ *}}16.00 cycles per iteration
# LLVM-MCA-BEGIN stores over ends
        .set n, 60
        .rept 8
        vmovups %ymm1, n(%rdi)
        .set n, n + 128
        .endr
# LLVM-MCA-END
