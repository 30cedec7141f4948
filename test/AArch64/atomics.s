// Atomic accesses of Armv8.1: a Cortex-A72 has none, and what they cost on the others
// nobody has published. Exclusive accesses are modelled on all.

// REQUIRES: takt
// DEFINE: %{takt} = %takt --triple=aarch64-linux-gnu --notion=unrolled --summary --attr=+lse %s
// RUN: %{takt} --cpu=cortex-a72 | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: %{takt} --cpu=tsv110 | FileCheck %s --check-prefixes=CHECK,ATOMIC
// RUN: %{takt} --cpu=neoverse-n1 | FileCheck %s --check-prefixes=CHECK,ATOMIC
// RUN: %{takt} --cpu=neoverse-v2 | FileCheck %s --check-prefixes=CHECK,ATOMIC

// CHECK: marked 'add' at
// NONE-NEXT: not modelled: instruction 0 (ldadd): an instruction of Armv8.1, which the CPU does not have
// ATOMIC-NEXT: not modelled: instruction 0 (ldadd): an atomic access, which the cache does or the interconnect, as the system decides
# LLVM-MCA-BEGIN add
ldadd x0, x1, [x2]
# LLVM-MCA-END
// CHECK: marked 'store' at
// CHECK-NEXT: not modelled: instruction 1 (stsetl): {{an instruction of Armv8.1|an atomic access}}
# LLVM-MCA-BEGIN store
nop
stsetl w0, [x2]
# LLVM-MCA-END
// CHECK: marked 'swap' at
// CHECK-NEXT: not modelled: instruction 0 (swpalb): {{an instruction of Armv8.1|an atomic access}}
# LLVM-MCA-BEGIN swap
swpalb w0, w1, [x2]
# LLVM-MCA-END
// CHECK: marked 'compare' at
// CHECK-NEXT: not modelled: instruction 0 (casal): {{an instruction of Armv8.1|an atomic access}}
# LLVM-MCA-BEGIN compare
casal x0, x1, [x2]
# LLVM-MCA-END
// CHECK: marked 'pair' at
// CHECK-NEXT: not modelled: instruction 0 (casp): {{an instruction of Armv8.1|an atomic access}}
# LLVM-MCA-BEGIN pair
casp x0, x1, x2, x3, [x4]
# LLVM-MCA-END
// CHECK: marked 'exclusive' at
// CHECK-NEXT: {{[0-9.]+}} {{.*}}cycles per iteration on
# LLVM-MCA-BEGIN exclusive
ldaxr x0, [x2]
add x0, x0, #1
stlxr w1, x0, [x2]
# LLVM-MCA-END
