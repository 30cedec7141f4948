# What is stored to an address of two registers takes the place of an operation in
# one of the three schedulers with addresses, and so does an operation whose result
# is stored; a read-modify-write has one address (docs/zen4-schedulers.md, "How µops are
# bound to integer schedulers"). Packets of six places, and one that closes the loop;
# measured (tools/measure/rates --family stored) in brackets.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --notion=loop --summary --intel-syntax %s | FileCheck %s

.macro load place
mov r8, [r15 + 64]
.endm
.macro store place
mov [r15 + r12 + \place], r13d
.endm
.macro rewrite place
add [r15 + r12 + \place], r13d
.endm
.macro swapped place
movbe [r15 + r12 + \place], r13d
.endm
.macro sum place
lea r8, [r12 + 1]
.endm
.macro move place
xor r14d, r14d
.endm
# Four times the same, each to another place.
.macro packets letters:vararg
.irp place, 128, 132, 136, 140
.irp letter, \letters
\letter \place
.endr
.endr
.rept 5
move 0
.endr
.endm

# LLVM-MCA-BEGIN one-address-each
# CHECK: marked 'one-address-each'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
packets load, load, store, move, move
# LLVM-MCA-END

# LLVM-MCA-BEGIN store-among-four-addresses
# CHECK: marked 'store-among-four-addresses'
# CHECK-NEXT: {{^ *}}6.00 cycles
# [5.99]
packets load, load, load, store, move
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-stores-among-four
# CHECK: marked 'two-stores-among-four'
# CHECK-NEXT: {{^ *}}7.00 cycles
# [6.99]
packets load, load, store, store
# LLVM-MCA-END

# LLVM-MCA-BEGIN wherever-they-stand
# CHECK: marked 'wherever-they-stand'
# CHECK-NEXT: {{^ *}}7.00 cycles
# [7.00]
packets store, load, load, store
# LLVM-MCA-END

# LLVM-MCA-BEGIN two-stores-and-two-operations
# CHECK: marked 'two-stores-and-two-operations'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
packets store, store, sum, sum
# LLVM-MCA-END

# LLVM-MCA-BEGIN rewrite-among-three
# CHECK: marked 'rewrite-among-three'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
packets rewrite, load, load, move, move
# LLVM-MCA-END

# LLVM-MCA-BEGIN rewrite-among-four
# CHECK: marked 'rewrite-among-four'
# CHECK-NEXT: {{^ *}}6.00 cycles
# [6.00]
packets rewrite, load, load, load, move
# LLVM-MCA-END

# LLVM-MCA-BEGIN operations-beside-a-rewrite
# CHECK: marked 'operations-beside-a-rewrite'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
packets rewrite, sum, sum, sum
# LLVM-MCA-END

# LLVM-MCA-BEGIN byte-swapped-stores
# CHECK: marked 'byte-swapped-stores'
# CHECK-NEXT: {{^ *}}5.00 cycles
# [4.99]
packets swapped, swapped, sum, sum
# LLVM-MCA-END

# Of the two schedulers that conditions have, only the first one has addresses; it is
# the only one for what goes to vectors, too. Measured with takt-measure.
# LLVM-MCA-BEGIN condition-to-memory
# CHECK: marked 'condition-to-memory'
# CHECK-NEXT: {{^ *}}8.00 cycles
# [7.99]
.irp place, 128, 132, 136, 140
setc [r15 + \place]
vmovq xmm4, r12
.endr
# LLVM-MCA-END
