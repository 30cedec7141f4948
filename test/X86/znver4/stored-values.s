# What is stored to an address of two registers takes the place of an operation in
# one of the three schedulers with addresses, and so does an operation whose result
# is stored; a read-modify-write has one address (docs/zen4-schedulers.md, "How µops are
# bound to integer schedulers"). Packets of six places, and one that closes the loop;
# measured (tools/measure/rates --family stored) in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

# LLVM-MCA-BEGIN one-address-each
# CHECK: marked 'one-address-each'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp o, 128, 132, 136, 140
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov [r15 + r12 + \o], r13d
xor r14d, r14d
xor r14d, r14d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN store-among-four-addresses
# CHECK: marked 'store-among-four-addresses'
# CHECK-NEXT: {{^ *}}6.00 cycles
# [5.99]
.irp o, 128, 132, 136, 140
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov [r15 + r12 + \o], r13d
xor r14d, r14d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-stores-among-four
# CHECK: marked 'two-stores-among-four'
# CHECK-NEXT: {{^ *}}7.00 cycles
# [6.99]
.irp o, 128, 132, 136, 140
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov [r15 + r12 + \o], r13d
mov [r15 + r12 + \o], r13d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN wherever-they-stand
# CHECK: marked 'wherever-they-stand'
# CHECK-NEXT: {{^ *}}7.00 cycles
# [7.00]
.irp o, 128, 132, 136, 140
mov [r15 + r12 + \o], r13d
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov [r15 + r12 + \o], r13d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-stores-and-two-operations
# CHECK: marked 'two-stores-and-two-operations'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp o, 128, 132, 136, 140
mov [r15 + r12 + \o], r13d
mov [r15 + r12 + \o], r13d
lea r8, [r12 + 1]
lea r8, [r12 + 1]
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN rewrite-among-three
# CHECK: marked 'rewrite-among-three'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp o, 128, 132, 136, 140
add [r15 + r12 + \o], r13d
mov r8, [r15 + 64]
mov r8, [r15 + 64]
xor r14d, r14d
xor r14d, r14d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN rewrite-among-four
# CHECK: marked 'rewrite-among-four'
# CHECK-NEXT: {{^ *}}6.00 cycles
# [6.00]
.irp o, 128, 132, 136, 140
add [r15 + r12 + \o], r13d
mov r8, [r15 + 64]
mov r8, [r15 + 64]
mov r8, [r15 + 64]
xor r14d, r14d
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN operations-beside-a-rewrite
# CHECK: marked 'operations-beside-a-rewrite'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp o, 128, 132, 136, 140
add [r15 + r12 + \o], r13d
lea r8, [r12 + 1]
lea r8, [r12 + 1]
lea r8, [r12 + 1]
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END

# LLVM-MCA-BEGIN byte-swapped-stores
# CHECK: marked 'byte-swapped-stores'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
.irp o, 128, 132, 136, 140
movbe [r15 + r12 + \o], r13d
movbe [r15 + r12 + \o], r13d
lea r8, [r12 + 1]
lea r8, [r12 + 1]
.endr
.rept 5
xor r14d, r14d
.endr
# LLVM-MCA-END
