; How often a loop runs as a profile tells it: branch weights of 99 to 1.

; REQUIRES: x86-registered-target
; RUN: rm -f %t.tried
; RUN: env TAKT_OPTIONS="-takt-guide=interleave -takt-guide-budget=1000 -takt-dump-guide=%t.tried" %takt-clang --target=x86_64-linux-gnu -march=skylake -O3 -c %s -o %t.o
; RUN: FileCheck %s --input-file=%t.tried
; CHECK: {{^}}sum.0{{.}}0{{.}}0{{.}}0{{.}}100{{.}}

target triple = "x86_64-unknown-linux-gnu"

define double @sum(ptr nocapture readonly %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p
  %t = fadd fast double %s, %x
  %next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %next, %n
  br i1 %c, label %exit, label %loop, !prof !0
exit:
  ret double %t
}
!0 = !{!"branch_weights", i32 1, i32 99}
