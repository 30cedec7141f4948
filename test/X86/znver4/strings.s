# String instructions come from the microcode. The numbers are rounded
# measurements (docs/zen4.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=loop %s | FileCheck %s
# RUN: echo f348ab | %takt --cpu=znver4 --batch | FileCheck %s --check-prefix=REPEATED
# REPEATED: the number of repetitions is not known

# LLVM-MCA-BEGIN lods
# CHECK: marked 'lods'
# CHECK-NEXT: 3.00 cycles
lodsb
# LLVM-MCA-END
# LLVM-MCA-BEGIN stos
# CHECK: marked 'stos'
# CHECK-NEXT: 3.00 cycles
stosd
# LLVM-MCA-END
# LLVM-MCA-BEGIN scas
# CHECK: marked 'scas'
# CHECK-NEXT: 3.00 cycles
scasq
# LLVM-MCA-END
# LLVM-MCA-BEGIN cmps
# CHECK: marked 'cmps'
# CHECK-NEXT: 3.00 cycles
cmpsw
# LLVM-MCA-END

# Not because one waits for another.
# LLVM-MCA-BEGIN movs
# CHECK: marked 'movs'
# CHECK-NEXT: 3.00 cycles
movsq
sub rsi, 8
sub rdi, 8
# LLVM-MCA-END
