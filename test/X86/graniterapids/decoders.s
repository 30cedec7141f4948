# Unrolled code is decoded on Redwood Cove (docs/granite-rapids.md).
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=graniterapids --notion=unrolled --summary %s | FileCheck %s

# Twice two cycles for 32 bytes, since each has parts of nine and more. Measured 0.688.
# CHECK-LABEL: marked 'eleven bytes'
# CHECK-NEXT: {{^ *}}0.69 (11/16) cycles per iteration {{.*}}bound by the predecoder
# LLVM-MCA-BEGIN eleven bytes
        movq 104(%rsp), %rcx
        movq %r12, %rsi
        movq %rcx, %rdi
# LLVM-MCA-END

# Six in 32 bytes are found in a cycle, without a gap. Measured 0.50.
# CHECK-LABEL: marked 'sixteen bytes'
# CHECK-NEXT: {{^ *}}0.50 (1/2) cycles per iteration
# LLVM-MCA-BEGIN sixteen bytes
        leaq 44(%rax), %rsi
        movq 320(%rsp), %rax
        leaq 1(%rax), %rdi
# LLVM-MCA-END
