# Servers have two units for products of 512 bits, other Ice Lakes one.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=icelake-server --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=icelake-client --notion=loop --summary %s | FileCheck %s --check-prefix=CLIENT

# CHECK-LABEL: marked 'of floats'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CLIENT-LABEL: marked 'of floats'
# CLIENT-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN of floats
        vmulpd %zmm2, %zmm1, %zmm0
        vaddps %zmm2, %zmm1, %zmm3
        vmaxpd %zmm2, %zmm1, %zmm4
        vcvtdq2ps %zmm2, %zmm5
# LLVM-MCA-END

# CHECK-LABEL: marked 'of integers'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration
# CLIENT-LABEL: marked 'of integers'
# CLIENT-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN of integers
        vpmullw %zmm2, %zmm1, %zmm0
        vpmaddwd %zmm2, %zmm1, %zmm3
        vpmulld %zmm2, %zmm1, %zmm4
# LLVM-MCA-END
