; A loop that is gone back to from two places which cannot become one: what goes
; from iteration to iteration has no value for the next one.

; REQUIRES: x86-registered-target
; RUN: %takt-llc %s -o /dev/null -pass-remarks-analysis=takt -pass-remarks-missed=takt 2>&1 | FileCheck %s --implicit-check-not="remark:"
; CHECK: remark: {{.*}} (vmaxss, 4.00); {{.*}}; in largest
; CHECK: remark: {{.*}} (vaddps, 4.00); {{.*}}; in pairs
; CHECK: remark: {{.*}} (vaddss, 4.00); {{.*}}; in sum
target triple = "x86_64-unknown-linux-gnu"
define float @largest(ptr %p, ptr %q, float %x) "target-cpu"="skylake" {
entry:
  br label %header
header:
  %m = phi float [ %x, %entry ], [ %n, %a ], [ %k, %b ]
  %i = phi i64 [ 0, %entry ], [ %j, %a ], [ %l, %b ]
  %e = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %e
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %a, label %b, !prof !0
a:
  %g = fcmp ogt float %v, %m
  %n = select i1 %g, float %v, float %m
  %j = add i64 %i, 1
  %t = load ptr, ptr %q
  indirectbr ptr %t, [label %header, label %exit]
b:
  %h = fcmp ogt float %v, %m
  %k = select i1 %h, float %v, float %m
  %l = add i64 %i, 2
  %u = load ptr, ptr %q
  indirectbr ptr %u, [label %header, label %exit]
exit:
  %r = phi float [ %n, %a ], [ %k, %b ]
  ret float %r
}
define ptr @ofLargest() {
  ret ptr blockaddress(@largest, %header)
}
define <2 x float> @pairs(ptr %p, ptr %q, <2 x float> %x) "target-cpu"="skylake" {
entry:
  br label %header
header:
  %m = phi <2 x float> [ %x, %entry ], [ %n, %a ], [ %k, %b ]
  %i = phi i64 [ 0, %entry ], [ %j, %a ], [ %l, %b ]
  %e = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %e
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %a, label %b, !prof !0
a:
  %n = fadd <2 x float> %m, %m
  %j = add i64 %i, 1
  %t = load ptr, ptr %q
  indirectbr ptr %t, [label %header, label %exit]
b:
  %k = fadd <2 x float> %m, %m
  %l = add i64 %i, 2
  %u = load ptr, ptr %q
  indirectbr ptr %u, [label %header, label %exit]
exit:
  %r = phi <2 x float> [ %n, %a ], [ %k, %b ]
  ret <2 x float> %r
}
define ptr @ofPairs() {
  ret ptr blockaddress(@pairs, %header)
}
define float @sum(ptr %p, ptr %q, float %x) "target-cpu"="skylake" {
entry:
  br label %header
header:
  %m = phi float [ %x, %entry ], [ %n, %a ], [ %k, %b ]
  %i = phi i64 [ 0, %entry ], [ %j, %a ], [ %l, %b ]
  %e = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %e
  %c = fcmp ogt float %v, 1.0
  br i1 %c, label %a, label %b, !prof !0
a:
  %n = fadd float %m, %v
  %j = add i64 %i, 1
  %t = load ptr, ptr %q
  indirectbr ptr %t, [label %header, label %exit]
b:
  %k = fadd float %v, %m
  %l = add i64 %i, 2
  %u = load ptr, ptr %q
  indirectbr ptr %u, [label %header, label %exit]
exit:
  %r = phi float [ %n, %a ], [ %k, %b ]
  ret float %r
}
define ptr @ofSum() {
  ret ptr blockaddress(@sum, %header)
}

!0 = !{!"branch_weights", i32 99, i32 1}
