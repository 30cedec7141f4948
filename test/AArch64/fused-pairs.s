// Pairs of instructions that are one operation, by CPU. "fused" stands in the listing for
// the slots of the second.

// REQUIRES: takt
// DEFINE: %{takt} = %takt --triple=aarch64-linux-gnu --notion=unrolled --attr=+aes %s
// RUN: %{takt} --cpu=cortex-a72 | FileCheck %s --check-prefixes=CHECK,PAGE,LITERAL,NOCMP
// RUN: %{takt} --cpu=tsv110 | FileCheck %s --check-prefixes=CHECK,NOPAGE,NOLITERAL,NOCMP
// RUN: %{takt} --cpu=neoverse-n1 | FileCheck %s --check-prefixes=CHECK,PAGE,NOLITERAL,NOCMP
// RUN: %{takt} --cpu=neoverse-v2 | FileCheck %s --check-prefixes=CHECK,PAGE,NOLITERAL,CMP

// CHECK: marked 'aes' at
// CHECK: {{ 1 1 .*}}aese
// CHECK-NEXT:  fused aesmc
// CHECK-NEXT: {{ 1 1 .*}}aesd
// CHECK-NEXT:  fused aesimc
# LLVM-MCA-BEGIN aes
aese v0.16b, v1.16b
aesmc v0.16b, v0.16b
aesd v2.16b, v1.16b
aesimc v2.16b, v2.16b
# LLVM-MCA-END
// Only on one register.
// CHECK: marked 'aes-apart' at
// CHECK-NOT: fused
// CHECK: sum
# LLVM-MCA-BEGIN aes-apart
aese v0.16b, v1.16b
aesmc v2.16b, v0.16b
# LLVM-MCA-END

// CHECK: marked 'page' at
// CHECK: {{ 1 1 .*}}adrp
// PAGE-NEXT:  fused add
// NOPAGE-NEXT: {{ 1 1 .*}}add
# LLVM-MCA-BEGIN page
adrp x0, symbol
add x0, x0, :lo12:symbol
# LLVM-MCA-END
// CHECK: marked 'page-apart' at
// CHECK-NOT: fused
// CHECK: sum
# LLVM-MCA-BEGIN page-apart
adrp x0, symbol
add x1, x0, :lo12:symbol
# LLVM-MCA-END

// CHECK: marked 'literal' at
// CHECK: {{ 1 1 .*}}mov
// LITERAL-NEXT:  fused movk
// NOLITERAL-NEXT: {{ 1 1 .*}}movk
# LLVM-MCA-BEGIN literal
movz x0, #1
movk x0, #2, lsl #16
# LLVM-MCA-END

// CHECK: marked 'branch' at
// CHECK: {{ 1 1 .*}}cmp
// CMP-NEXT:  fused b.ne
// NOCMP-NEXT: {{ 1 1 .*}}b.ne
// CHECK-NEXT: {{ 1 1 .*}}cmn
// CMP-NEXT:  fused b.eq
// NOCMP-NEXT: {{ 1 1 .*}}b.eq
# LLVM-MCA-BEGIN branch
1: cmp x3, x1
b.ne 1b
cmn w3, #1
b.eq 1b
# LLVM-MCA-END
// What has a result or is no comparison (subs, tst) is not fused.
// CHECK: marked 'no-comparison' at
// CHECK-NOT: fused
// CHECK: sum
# LLVM-MCA-BEGIN no-comparison
2: subs x3, x3, x1
b.ne 2b
tst x3, #1
b.eq 2b
# LLVM-MCA-END

// CHECK: marked 'select' at
// CHECK: {{ 1 1 .*}}cmp
// CMP-NEXT:  fused csel
// NOCMP-NEXT: {{ 1 1 .*}}csel
# LLVM-MCA-BEGIN select
cmp x3, x1
csel x0, x2, x4, lt
# LLVM-MCA-END

