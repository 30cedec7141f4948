; REQUIRES: x86-registered-target, aarch64-registered-target
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -filetype=obj -pass-remarks-analysis=takt %s -o %t.o 2>&1 | FileCheck %s -DCPU=skylake
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -filetype=asm -pass-remarks-analysis=takt %s -o %t.s 2>&1 | FileCheck %s -DCPU=skylake
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -filetype=null -O0 -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s -DCPU=skylake
; RUN: %takt-llc -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -filetype=null -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s -DCPU=cortex-a72
; RUN: %takt-llc -mtriple=aarch64-linux-gnu -mcpu=cortex-a72 -filetype=null -global-isel -global-isel-abort=0 -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s -DCPU=cortex-a72
;
; Options are llc's own, and the function's CPU wins over -mcpu.
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -filetype=null -takt-cpu=haswell -pass-remarks-analysis=takt %s 2>&1 | FileCheck %s -DCPU=haswell
; RUN: sed 's/nounwind/nounwind "target-cpu"="znver4"/' %s > %t.ll
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -filetype=null -pass-remarks-analysis=takt %t.ll 2>&1 | FileCheck %s -DCPU=znver4
;
; Remarks in a file.
; RUN: %takt-llc -mtriple=x86_64-linux-gnu -mcpu=skylake -filetype=null -pass-remarks-output=%t.yaml -pass-remarks-filter=takt %s
; RUN: llvm-remarkutil count --parser=yaml --filter=takt --filter-arg-by=Cycles %t.yaml -o /dev/null || FileCheck %s --check-prefix=YAML < %t.yaml
; RUN: FileCheck %s --check-prefix=YAML < %t.yaml

; CHECK: remark: {{.*}} cycles per iteration{{.*}} on [[CPU]]
; YAML: --- !Analysis
; YAML-NEXT: Pass: {{ *}}takt
; YAML-NEXT: Name: {{ *}}Cycles
; YAML-NEXT: Function: {{ *}}count

define i64 @count(ptr %p) nounwind {
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
