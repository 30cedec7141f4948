; Two pointers with a register each, of which one starts an element behind the
; other. What the one stores, the other loads an iteration later; only what the
; IR does in front of the loop tells. The loaded value is there 5 cycles after
; the store and takes 1 to add.

; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -disable-lsr -filetype=null -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -disable-lsr -filetype=null -takt-dump-kernels=- %s | FileCheck %s --check-prefix=KERNEL
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -disable-lsr -filetype=null -takt-alias=assume-none -takt-memory-deps=false -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

; CHECK: 6.00 cycles per iteration on skylake, bound by the dependency chain through r{{[a-d]}}x and memory
; KERNEL: movq {{.*}} access [[#A:]] step 8
; KERNEL: movq {{.*}} access [[#A]]+8 step 8
; KERNEL: memory 2 -> 0 distance 1
; WITHOUT: remark: {{.*}} {{[12]}}.{{[0-9]+}} cycles
define void @two(ptr %a, i64 %n) {
entry:
  %b = getelementptr i8, ptr %a, i64 8
  br label %loop

loop:
  %p = phi ptr [ %a, %entry ], [ %p.next, %loop ]
  %q = phi ptr [ %b, %entry ], [ %q.next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = load i64, ptr %p
  %y = add i64 %x, 1
  store i64 %y, ptr %q
  %p.next = getelementptr i8, ptr %p, i64 8
  %q.next = getelementptr i8, ptr %q, i64 8
  %i.next = add i64 %i, 1
  %again = icmp ne i64 %i.next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret void
}
