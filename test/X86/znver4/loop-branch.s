# The branch that closes a loop takes one of four ALUs: 1.25 measured in a loop
# closed by dec and jnz, 1.00 unrolled (docs/zen4.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=loop %s | FileCheck %s --check-prefix=LOOP
# RUN: %takt --cpu=znver4 --summary --intel-syntax --notion=unrolled %s | FileCheck %s --check-prefix=UNROLLED

# LOOP: {{^ *}}1.25 (5/4) cycles
# UNROLLED: {{^ *}}1.00 cycles
add r9, qword ptr [rsp + 32]
add r8, 1
add rdx, 68
cmp r8, 17
