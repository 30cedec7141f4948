// Atomic accesses of Armv8.1: a Cortex-A72 has none. On the others only those are
// modelled that somebody has measured near the core. Exclusive accesses are modelled
// on all.

// REQUIRES: takt
// DEFINE: %{takt} = %takt --triple=aarch64-linux-gnu --notion=unrolled --summary --attr=+lse %s
// RUN: %{takt} --cpu=cortex-a72 | FileCheck %s --check-prefixes=CHECK,NONE,A72
// RUN: %{takt} --cpu=tsv110 | FileCheck %s --check-prefixes=CHECK,SOME,TSV
// RUN: %{takt} --cpu=neoverse-n1 | FileCheck %s --check-prefixes=CHECK,SOME,N1
// RUN: %{takt} --cpu=neoverse-v2 | FileCheck %s --check-prefixes=CHECK,SOME,V2

// Without a result, to one place. 5.01 ns at 2.6 GHz on a Neoverse N1 (W. Tarreau),
// 5.79 ns at 2.59 GHz on a TaiShan v110 (deepin).
// CHECK: marked 'store' at
// NONE-NEXT: not modelled: instruction 0 (stadd): an instruction of Armv8.1, which the CPU does not have
// TSV-NEXT: 15.00 cycles per iteration on tsv110 (unrolled), bound by the unit atomic (15.00)
// N1-NEXT: 13.00 cycles per iteration on neoverse-n1 (unrolled), bound by the unit atomic (13.00)
// V2-NEXT: not modelled: instruction 0 (stadd): an atomic access, done by the cache or the interconnect as the system decides, of a kind of which no measurement on this CPU is known
# LLVM-MCA-BEGIN store
stadd x0, [x2]
subs x3, x3, #1
# LLVM-MCA-END
// CHECK: marked 'store-byte' at
// TSV-NEXT: 15.00 cycles
// N1-NEXT: 13.00 cycles
# LLVM-MCA-BEGIN store-byte
stsmaxb w0, [x2]
# LLVM-MCA-END

// With a result: 10.04 ns at 2.59 GHz on a TaiShan v110.
// CHECK: marked 'add' at
// NONE-NEXT: not modelled: instruction 0 (ldadd): an instruction of Armv8.1
// TSV-NEXT: 26.00 cycles per iteration on tsv110 (unrolled), bound by the unit atomic (26.00)
// N1-NEXT: not modelled: instruction 0 (ldadd): an atomic access, done by
// V2-NEXT: not modelled: instruction 0 (ldadd): an atomic access, done by
# LLVM-MCA-BEGIN add
ldadd x0, x1, [x2]
# LLVM-MCA-END
// What waits for the result waits that long.
// CHECK: marked 'add-result' at
// TSV-NEXT: 27.00 cycles per iteration on tsv110 (unrolled), bound by the dependency chain through x1 and x2
# LLVM-MCA-BEGIN add-result
ldset x0, x1, [x2]
add x2, x1, #8
# LLVM-MCA-END
// CHECK: marked 'nothing-added' at
// NONE-NEXT: not modelled: instruction 0 (ldadd): an instruction of Armv8.1
// TSV-NEXT: not modelled: instruction 0 (ldadd): an atomic access that nobody has measured
// N1-NEXT: not modelled: instruction 0 (ldadd): an atomic access that nobody has measured
# LLVM-MCA-BEGIN nothing-added
ldadd xzr, x1, [x2]
# LLVM-MCA-END

// With an order, or other operations.
// CHECK: marked 'ordered' at
// NONE-NEXT: not modelled: instruction 1 (stsetl): an instruction of Armv8.1
// SOME-NEXT: not modelled: instruction 1 (stsetl): an atomic access, done by
# LLVM-MCA-BEGIN ordered
nop
stsetl w0, [x2]
# LLVM-MCA-END
// CHECK: marked 'acquired' at
// CHECK-NEXT: not modelled: instruction 0 (ldaddal): {{an instruction of Armv8.1|an atomic access}}
# LLVM-MCA-BEGIN acquired
ldaddal x0, x1, [x2]
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

// A loop that adds with exclusive accesses: 8.8 ns at 2.3 GHz on a Cortex-A72, 6.57 ns at
// 2.59 GHz, 7.32 ns at 2.6 GHz; for a Neoverse V2 nothing but the chain is known.
// CHECK: marked 'exclusive' at
// A72-NEXT: 20.00 cycles per iteration on cortex-a72 (unrolled), bound by the unit monitor (20.00)
// TSV-NEXT: 17.00 cycles per iteration on tsv110 (unrolled), bound by the unit monitor (17.00)
// N1-NEXT: 19.00 cycles per iteration on neoverse-n1 (unrolled), bound by the unit monitor (19.00)
// V2-NEXT: 6.00 cycles per iteration on neoverse-v2 (unrolled), bound by the dependency chain
# LLVM-MCA-BEGIN exclusive
0:
ldxr x0, [x2]
add x0, x0, #1
stxr w1, x0, [x2]
cbnz w1, 0b
# LLVM-MCA-END
// The same without: 3.5 ns at 2.3 GHz on a Cortex-A72, 2.3 ns at 2.5 GHz on a Neoverse N1.
// CHECK: marked 'plain' at
// A72-NEXT: 8.00 cycles
// N1-NEXT: 6.00 cycles
# LLVM-MCA-BEGIN plain
ldr x0, [x2]
add x0, x0, #1
str x0, [x2]
# LLVM-MCA-END
// CHECK: marked 'ordered-exclusive' at
// CHECK-NEXT: {{[0-9.]+}} {{.*}}cycles per iteration on
# LLVM-MCA-BEGIN ordered-exclusive
ldaxr x0, [x2]
add x0, x0, #1
stlxr w1, x0, [x2]
# LLVM-MCA-END
