# What comes from vectors to general registers takes a cycle of ALU 2, and what
# goes the other way one of pipe 3; dispatch and the choice of schedulers know of
# neither. Measured, unrolled, in brackets (docs/zen4-instructions.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=unrolled --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN from-vectors
# CHECK: marked 'from-vectors'
# CHECK-NEXT: {{^ *}}1.75 (
# [1.750]
vmovd eax, xmm1
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
# LLVM-MCA-END

# LLVM-MCA-BEGIN converted
# CHECK: marked 'converted'
# CHECK-NEXT: {{^ *}}2.75 (
# [2.744]
vcvttss2si eax, xmm1
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
# LLVM-MCA-END

# Comparisons take none.
# LLVM-MCA-BEGIN compared
# CHECK: marked 'compared'
# CHECK-NEXT: {{^ *}}1.50 (
# [1.496]
vucomiss xmm1, xmm2
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
# LLVM-MCA-END

# The upper half of a product comes through ALU 3.
# LLVM-MCA-BEGIN upper-half
# CHECK: marked 'upper-half'
# CHECK-NEXT: {{^ *}}2.25 (
# [2.247]
mulx r8, r9, r10
lea r11, [rdi + 1]
lea r11, [rdi + 1]
lea r11, [rdi + 1]
lea r11, [rdi + 1]
# LLVM-MCA-END

# LLVM-MCA-BEGIN to-vectors
# CHECK: marked 'to-vectors'
# CHECK-NEXT: {{^ *}}2.50 (
# [2.498]
vmovd xmm1, edx
vpslld xmm3, xmm4, 5
vpslld xmm3, xmm4, 5
vpslld xmm3, xmm4, 5
vpslld xmm3, xmm4, 5
# LLVM-MCA-END

# LLVM-MCA-BEGIN to-vectors-beside-products
# CHECK: marked 'to-vectors-beside-products'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.998]
vmovd xmm1, edx
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
# LLVM-MCA-END

# Two of the adders' pipes: one as it comes in, and one to convert it.
# LLVM-MCA-BEGIN converted-to-vectors
# CHECK: marked 'converted-to-vectors'
# CHECK-NEXT: {{^ *}}3.00 cycles
# [3.153]
vcvtsi2sd xmm1, xmm2, edx
vaddsd xmm3, xmm4, xmm5
vaddsd xmm3, xmm4, xmm5
vaddsd xmm3, xmm4, xmm5
vaddsd xmm3, xmm4, xmm5
# LLVM-MCA-END

# To masks through pipe 0.
# LLVM-MCA-BEGIN to-masks-beside-products
# CHECK: marked 'to-masks-beside-products'
# CHECK-NEXT: {{^ *}}2.50 (
# [2.496]
kmovd k1, edx
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
vmulsd xmm3, xmm4, xmm5
# LLVM-MCA-END

# LLVM-MCA-BEGIN to-masks-beside-shuffles
# CHECK: marked 'to-masks-beside-shuffles'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.992]
kmovd k1, edx
vpshufb xmm3, xmm4, xmm5
vpshufb xmm3, xmm4, xmm5
vpshufb xmm3, xmm4, xmm5
vpshufb xmm3, xmm4, xmm5
# LLVM-MCA-END

# A pass of 512 bits in pipe 3 is a cycle of it longer where a value comes in.
# LLVM-MCA-BEGIN to-vectors-within-passes
# CHECK: marked 'to-vectors-within-passes'
# CHECK-NEXT: {{^ *}}2.50 (
# [2.555]
vmovd xmm1, eax
vaddpd zmm4, zmm3, zmm2
vaddpd zmm5, zmm3, zmm2
# LLVM-MCA-END

# The operation that takes the value to the vectors comes first: the conversion
# has an odd place, and the pipe where the value does not come in.
# LLVM-MCA-BEGIN conversions
# CHECK: marked 'conversions'
# CHECK-NEXT: {{^ *}}1.25 (
# [1.268]
vcvtsi2sd xmm1, xmm2, ecx
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
lea rbx, [rdi + 1]
# LLVM-MCA-END

# Signs arrive in ALU 3, as the upper half of a product does.
# LLVM-MCA-BEGIN signs
# CHECK: marked 'signs'
# CHECK-NEXT: {{^ *}}2.00 cycles
# [1.999]
vmovmskps eax, xmm1
mulx r8, r9, rdi
# LLVM-MCA-END

# LLVM-MCA-BEGIN signs-beside-shifts
# CHECK: marked 'signs-beside-shifts'
# CHECK-NEXT: {{^ *}}1.00 cycles
# [0.999]
vmovmskps eax, xmm1
rorx r8, rdi, 3
rorx r8, rdi, 3
# LLVM-MCA-END
