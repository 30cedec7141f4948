; opt generates no code: the plugin loads and changes nothing.
; RUN: %takt-opt -passes='default<O2>' -S %s -o %t.takt.ll
; RUN: opt -passes='default<O2>' -S %s -o %t.plain.ll
; RUN: diff %t.takt.ll %t.plain.ll
; RUN: %takt-opt -takt-cpu=skylake -passes='default<O0>' -disable-output %s
; RUN: not %takt-opt -takt-nonsense -passes='default<O0>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
; CHECK: Unknown command line argument '-takt-nonsense'

define i64 @count(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %p, i64 %i
  %value = load i8, ptr %at, align 1
  %next = add i64 %i, 1
  %more = icmp ne i8 %value, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %i
}
