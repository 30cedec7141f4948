# Measured: products and permutations that read more operands than the schedulers
# have ports for (docs/zen4-schedulers.md, "Whose turn it is"). In a loop and
# unrolled, in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s

# Which of the three it is: what is added and the index, not what is overwritten.
# Two products and two permutations, eight times.
.macro pairs product v, a, b, c, d
\product \v\a, \v\()30, \v\()31
\product \v\b, \v\()30, \v\()31
vpermt2ps \v\c, \v\()30, \v\()31
vpermt2ps \v\d, \v\()30, \v\()31
.endm
.macro all product v
pairs \product \v, 0, 1, 2, 3
pairs \product \v, 4, 5, 6, 7
pairs \product \v, 8, 9, 10, 11
pairs \product \v, 12, 13, 14, 15
pairs \product \v, 16, 17, 18, 19
pairs \product \v, 20, 21, 22, 23
pairs \product \v, 24, 25, 26, 27
pairs \product \v, 28, 0, 1, 2
.endm

# LLVM-MCA-BEGIN addend-last
# CHECK: marked 'addend-last'
# CHECK-NEXT: {{^ *}}16.00 cycles
# [15.97, 15.99; with what is overwritten 11.9, 12.1]
        .p2align 6
all vfmadd213ps xmm
# LLVM-MCA-END

# LLVM-MCA-BEGIN addend-second
# CHECK: marked 'addend-second'
# CHECK-NEXT: {{^ *}}16.00 cycles
# [15.99, 15.98]
        .p2align 6
all vfmadd132ps xmm
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-passes
# CHECK: marked 'two-passes'
# CHECK-NEXT: {{^ *}}32.00 cycles
# [31.96, 31.99; with what is overwritten 23.2, 23.0]
        .p2align 6
all vfmadd213ps zmm
# LLVM-MCA-END
