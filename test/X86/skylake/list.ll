; From LLVM IR, through llc: the chain through memory of a linked list.

; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -pass-remarks-analysis=takt -filetype=null %s 2>&1 | FileCheck %s
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -takt-machine-pass -pass-remarks-analysis=takt -filetype=null %s 2>&1 | FileCheck %s

; CHECK-NOT: remark:
; CHECK: remark: <unknown>:0:0: 4.00 cycles per iteration on skylake, bound by the dependency chain through rdi (movq, 4.00); ports alone 1.00, front end 1.00
; CHECK-NOT: remark:
define i32 @length(ptr %head) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %p = phi ptr [ %head, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %p
  %m = add i32 %n, 1
  %end = icmp eq ptr %next, null
  br i1 %end, label %exit, label %loop
exit:
  ret i32 %m
}
