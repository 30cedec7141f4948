; opt makes no code; the IR side loads and changes nothing.

; RUN: %takt-opt -passes='default<O2>' -S %s -o %t.with.ll 2>&1 | count 0
; RUN: opt -passes='default<O2>' -S %s -o %t.without.ll
; RUN: cmp %t.with.ll %t.without.ll
; RUN: %takt-opt -passes='default<O2>' -pass-remarks-analysis=takt -S %s -o %t.with.ll 2>&1 | count 0
; RUN: cmp %t.with.ll %t.without.ll

define void @scale(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %a
  %w = fmul double %v, 2.0
  store double %w, ptr %a
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
