# Masks of bytes and words make what takes a cycle take three on Intel's cores with
# AVX-512, those of larger elements do not (uops.info).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=skylake-avx512 --notion=loop --summary %s | FileCheck %s --check-prefixes=CHECK,LAKE
# RUN: %takt --cpu=icelake-server --notion=loop --summary %s | FileCheck %s --check-prefixes=CHECK,LAKE
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s --check-prefixes=CHECK,GOLDEN

# CHECK-LABEL: marked 'bytes'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN bytes
        vpaddb %ymm1, %ymm9, %ymm9 {%k1}
# LLVM-MCA-END
# CHECK-LABEL: marked 'words of 32 bits'
# CHECK-NEXT: {{.*}}dependences alone 1.00
# LLVM-MCA-BEGIN words of 32 bits
        vpaddd %ymm1, %ymm9, %ymm9 {%k1}
# LLVM-MCA-END
# CHECK-LABEL: marked 'no mask'
# CHECK-NEXT: {{.*}}dependences alone 1.00
# LLVM-MCA-BEGIN no mask
        vpaddb %ymm1, %ymm9, %ymm9
# LLVM-MCA-END

# From a general register to a mask and back three and three, on Golden Cove two and
# two (measured 4.00).
# CHECK-LABEL: marked 'kmovd'
# LAKE-NEXT: {{^ *}}6.00 cycles per iteration {{.*}}bound by the dependency chain
# GOLDEN-NEXT: {{^ *}}4.00 cycles per iteration {{.*}}bound by the dependency chain
# LLVM-MCA-BEGIN kmovd
        kmovd %eax, %k1
        kmovd %k1, %eax
# LLVM-MCA-END

# From the value to be shifted one, from the count four.
# CHECK-LABEL: marked 'value'
# CHECK-NEXT: {{.*}}dependences alone 1.00
# LLVM-MCA-BEGIN value
        vpslld %xmm1, %zmm9, %zmm9
# LLVM-MCA-END
# CHECK-LABEL: marked 'count'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN count
        vpslld %xmm9, %zmm1, %zmm9
# LLVM-MCA-END

# None, whatever the register has: in no chain, which would take five.
# CHECK-LABEL: marked 'none'
# CHECK-NEXT: {{^ *}}1.{{[0-9]+}} 
# LLVM-MCA-BEGIN none
        vpcmpgtd %zmm9, %zmm9, %k1
        vpmovm2d %k1, %zmm8
        vpsubusb %zmm8, %zmm8, %zmm9
# LLVM-MCA-END
