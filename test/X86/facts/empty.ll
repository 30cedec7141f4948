; Nothing is said of loops that only count.

; REQUIRES: x86-registered-target
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -pass-remarks-analysis=takt %s -o %t.s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: env TAKT_OPTIONS=-takt-remainders %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -pass-remarks-analysis=takt %s -o %t.s 2>&1 | FileCheck %s --check-prefix=ALL

; Without debug information the function is the place.
; ALL: remark: {{.*}}: empty: 1.00 cycles per iteration {{.*}}; in only_counts{{$}}
define void @only_counts(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  ; This is no code.
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Somebody uses what it has counted to.
; CHECK: remark: {{.*}} cycles per iteration
define i64 @is_used(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %next = mul i64 %i, 3
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret i64 %next
}

; It waits for memory.
; CHECK: remark: {{.*}} cycles per iteration
define void @waits(ptr %p) {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr %p
  %again = icmp eq i32 %x, 0
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = !{!1}
!1 = distinct !{!1, !2, !"a scope"}
!2 = distinct !{!2, !"a domain"}
