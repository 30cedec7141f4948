# Products and what takes one cycle meet on the way out of ALU 1, and the upper
# half of a product takes ALU 3. Measured, unrolled, in brackets (docs/zen4.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN four-sums
# CHECK: marked 'four-sums'
# CHECK-NEXT: {{^ *}}1.63 (
# [1.628]
imul r8, rdi, 3
lea r10, [rdi + 1]
lea r10, [rdi + 1]
lea r10, [rdi + 1]
lea r10, [rdi + 1]
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-rotations
# CHECK: marked 'two-rotations'
# CHECK-NEXT: {{^ *}}1.83 (
# [1.827]
imul r8, rdi, 3
rorx r9, rdi, 3
rorx r9, rdi, 3
# LLVM-MCA-END

# LLVM-MCA-BEGIN three-products
# CHECK: marked 'three-products'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.992]
imul r8, rdi, 3
pext r8, rdi, rbx
imul r8, rdi, 3
rorx r9, rdi, 3
rorx r9, rdi, 3
rorx r9, rdi, 3
# LLVM-MCA-END

# A comparison has no result that goes there.
# LLVM-MCA-BEGIN comparisons
# CHECK: marked 'comparisons'
# CHECK-NEXT: {{^ *}}1.25 (
# [1.498]
imul r8, rdi, 3
cmp rdi, rbx
cmp rdi, rbx
cmp rdi, rbx
cmp rdi, rbx
# LLVM-MCA-END

# The upper half takes no place of ALU 2.
# LLVM-MCA-BEGIN upper-half
# CHECK: marked 'upper-half'
# CHECK-NEXT: {{^ *}}1.00 cycles
# [0.999]
mulx r8, r9, r10
rorx r11, rdi, 3
# LLVM-MCA-END

# LLVM-MCA-BEGIN beside-upper-half
# CHECK: marked 'beside-upper-half'
# CHECK-NEXT: {{^ *}}1.83 (
# [1.828]
mulx r8, r9, r10
rorx r11, rdi, 3
rorx r11, rdi, 3
# LLVM-MCA-END

# Nor do the halves of two products meet.
# LLVM-MCA-BEGIN two-products
# CHECK: marked 'two-products'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.998]
mulx r8, r9, r10
imul r11, rdi, 3
# LLVM-MCA-END

# Two products close together have both places of their scheduler (iiaaaa and
# the like of docs/zen4-schedulers.md).
# LLVM-MCA-BEGIN twins-and-sums
# CHECK: marked 'twins-and-sums'
# CHECK-NEXT: {{^ *}}2.75 (
# [2.746]
imul r8, rdi, 3
imul r8, rdi, 3
lea r10, [rdi + 1]
lea r10, [rdi + 1]
lea r10, [rdi + 1]
lea r10, [rdi + 1]
# LLVM-MCA-END

# LLVM-MCA-BEGIN twins-and-rotations
# CHECK: marked 'twins-and-rotations'
# CHECK-NEXT: {{^ *}}3.67 (
# [3.661]
imul r8, rdi, 3
imul r8, rdi, 3
lea r10, [rdi + 1]
rorx r9, rdi, 3
rorx r9, rdi, 3
# LLVM-MCA-END

# A rotation goes with them alone, so that none of the others gets near.
# LLVM-MCA-BEGIN rotations-first
# CHECK: marked 'rotations-first'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.998]
imul r8, rdi, 3
imul r8, rdi, 3
rorx r9, rdi, 3
rorx r9, rdi, 3
lea r10, [rdi + 1]
# LLVM-MCA-END
