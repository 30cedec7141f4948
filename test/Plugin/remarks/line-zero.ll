; A place without a line is none: the remark names the function.

; REQUIRES: x86-registered-target
; RUN: %takt-clang --target=x86_64-linux-gnu -O1 -march=skylake -Rpass-analysis=takt -c -x ir %s -o %t.o 2>&1 | FileCheck %s
; CHECK: remark: x.c:0:0: 1.00 cycles per iteration {{.*}}; in f [

target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, i64 %n) !dbg !5 {
entry:
  br label %loop, !dbg !7
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %q = getelementptr i8, ptr %p, i64 %i, !dbg !7
  store volatile i8 1, ptr %q, !dbg !7
  %i2 = add i64 %i, 1, !dbg !7
  %c = icmp eq i64 %i2, %n, !dbg !7
  br i1 %c, label %exit, label %loop, !dbg !7
exit:
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "a", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 0, scope: !5)
