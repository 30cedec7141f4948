# Loops come from the µop cache on Golden Cove as servers have it: eight µops of one
# iteration, and one window of 64 bytes, a cycle (docs/sapphire-rapids.md).
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

# Twenty-one of ten bytes, in four windows. Measured 3.99.
# CHECK-LABEL: marked 'four windows'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration {{.*}}bound by the µop cache
# STREAM-LABEL: marked 'four windows'
# STREAM-NEXT: {{^ *}}3.50 (7/2) cycles per iteration
# LLVM-MCA-BEGIN four windows
        .rept 20
        nopw %cs:305419896(%rax,%rax)
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
