# Loops come from the µop cache on Golden Cove as servers have it: eight µops of one
# iteration, and two windows of 64 bytes in a row, a cycle (docs/sapphire-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=sapphirerapids --notion=loop --summary %s | FileCheck %s
# RUN: %takt --cpu=graniterapids --notion=loop --summary %s | FileCheck %s --check-prefix=STREAM

# With the branch nine, in two cycles. Measured 2.00; Granite Rapids repeats copies
# of it from the queue, six a cycle.
# CHECK-LABEL: marked 'nine'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration {{.*}}bound by the µop cache
# STREAM-LABEL: marked 'nine'
# STREAM-NEXT: {{^ *}}1.50 (3/2) cycles per iteration
# LLVM-MCA-BEGIN nine
        .rept 8
        movq %r9, %r8
        .endr
# LLVM-MCA-END

# Twenty-one of ten bytes, in four windows. Measured 3.53, and 4.00 when it is first
# come to, as without pairs of windows.
# CHECK-LABEL: marked 'four windows'
# CHECK-NEXT: {{^ *}}3.50 (7/2) cycles per iteration {{.*}}bound by the issue width
        .p2align 6
# LLVM-MCA-BEGIN four windows
        .rept 20
        nopw %cs:305419896(%rax,%rax)
        .endr
# LLVM-MCA-END

# Five in two windows. Measured 1.03.
# CHECK-LABEL: marked 'two windows'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
        .p2align 6
        .fill 52, 1, 0x90
# LLVM-MCA-BEGIN two windows
        .rept 4
        nopl (%rax)
        .endr
# LLVM-MCA-END

# The branch begins in the first one and ends in the second one. Measured 2.01.
# CHECK-LABEL: marked 'crosses'
# CHECK-NEXT: {{^ *}}2.00 cycles per iteration {{.*}}bound by the µop cache
        .p2align 6
        .fill 48, 1, 0x90
# LLVM-MCA-BEGIN crosses
        .rept 4
        nopl (%rax)
        .endr
# LLVM-MCA-END

# Six a cycle are renamed of what is long enough. Measured 8.16.
# CHECK-LABEL: marked 'long'
# CHECK-NEXT: {{^ *}}8.17 (49/6) cycles per iteration
# LLVM-MCA-BEGIN long
        .rept 48
        nopl (%rax)
        .endr
# LLVM-MCA-END
