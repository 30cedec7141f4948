// What every AArch64 CPU does with its special registers: what is written to the
// zero register is lost and reading it waits for nothing, the flags and the stack
// pointer are registers as others.

// REQUIRES: takt
// DEFINE: %{takt} = %takt --triple=aarch64-linux-gnu --notion=unrolled --summary %s
// RUN: %{takt} --cpu=cortex-a72 | FileCheck %s
// RUN: %{takt} --cpu=tsv110 | FileCheck %s
// RUN: %{takt} --cpu=neoverse-n1 | FileCheck %s
// RUN: %{takt} --cpu=neoverse-v2 | FileCheck %s

// CHECK: marked 'zero-is-written' at
// CHECK-NEXT: {{[01]}}.{{[0-9]+}} {{.*}}cycles {{.*}}bound by {{ports|dispatch}}
# LLVM-MCA-BEGIN zero-is-written
orr xzr, x0, x1
add x0, xzr, x2
# LLVM-MCA-END

// A comparison is a subtraction whose result is lost.
// CHECK: marked 'compared' at
// CHECK-NEXT: {{[01]}}.{{[0-9]+}} {{.*}}cycles {{.*}}bound by {{ports|dispatch}}
# LLVM-MCA-BEGIN compared
subs xzr, x0, x1
add x0, x2, xzr
# LLVM-MCA-END

// CHECK: marked 'flags' at
// CHECK-NEXT: 1.00 cycles {{.*}}bound by the dependency chain through {{.*}}nzcv
# LLVM-MCA-BEGIN flags
adcs x0, x1, x2
# LLVM-MCA-END

// CHECK: marked 'stack-pointer' at
// CHECK-NEXT: 2.00 cycles {{.*}}bound by the dependency chain through sp (sub → add, 2.00)
# LLVM-MCA-BEGIN stack-pointer
sub sp, sp, #16
add sp, sp, #16
# LLVM-MCA-END

// An exclusive load stores nothing that the next one would wait for.
// CHECK: marked 'exclusive-load' at
// CHECK-NOT: memory at
// CHECK: marked 'end' at
# LLVM-MCA-BEGIN exclusive-load
ldxr x0, [x1]
ldr x2, [x1]
# LLVM-MCA-END
# LLVM-MCA-BEGIN end
nop
# LLVM-MCA-END
