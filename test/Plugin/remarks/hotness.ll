; Remarks have the hotness of their code where that is asked for, beside remarks of
; others that come later and have it, too.

; RUN: %takt-llc -mcpu=skylake -pass-remarks-analysis='takt|asm-printer' -pass-remarks-with-hotness -filetype=null %s 2>&1 | FileCheck %s
; RUN: %takt-llc -mcpu=skylake -pass-remarks-analysis=takt -takt-machine-pass -pass-remarks-with-hotness -filetype=null %s 2>&1 | FileCheck %s --check-prefix=MACHINE
; RUN: %takt-llc -mcpu=skylake -pass-remarks-missed=takt -pass-remarks-with-hotness -filetype=null %s 2>&1 | FileCheck %s --check-prefix=MISSED
; RUN: %takt-llc -mcpu=skylake -pass-remarks=takt -takt-guide=order,align -pass-remarks-with-hotness -filetype=null %s
; RUN: %takt-clang -O2 --target=x86_64-linux-gnu -march=skylake -fdiagnostics-show-hotness -Rpass-analysis=takt -c -x ir %s -o %t.o 2>&1 \
; RUN:   | FileCheck %s --check-prefix=CLANG
; What is colder than asked for is not said.
; RUN: %takt-llc -mcpu=skylake -pass-remarks-analysis=takt -pass-remarks-with-hotness -pass-remarks-hotness-threshold=100000 -filetype=null %s 2>&1 | count 0

; CHECK: remark: {{.*}}cycles per iteration {{.*}}(hotness: 10000)
; CLANG: remark: {{.*}}cycles per iteration {{.*}}(hotness: {{[0-9]+}})
; MACHINE: remark: {{.*}}cycles per iteration {{.*}}(hotness: 10000)
; MISSED: remark: {{.*}}reassociation needed: {{.*}}(hotness: 10000)

target triple = "x86_64-unknown-linux-gnu"

define double @sum(ptr %a, i64 %n) !prof !0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %t = fadd double %s, %x
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit, !prof !1

exit:
  ret double %t
}

!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 99, i32 1}
