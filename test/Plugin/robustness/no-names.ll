; Functions without a name are not taken for each other, though their loops start
; at one place: neither does two source iterations at a time.

; REQUIRES: x86-registered-target
; RUN: %takt-clang --target=x86_64-linux-gnu -O1 -march=skylake -Rpass-analysis=takt -c -x ir %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not='at a time'
; RUN: sed 's/@0/@a/; s/@1/@b/; s/ptr @1/ptr @b/' %s > %t.ll
; RUN: %takt-clang --target=x86_64-linux-gnu -O1 -march=skylake -Rpass-analysis=takt -c -x ir %t.ll -o %t.o 2>&1 | FileCheck %s --implicit-check-not='at a time'

; CHECK-COUNT-2: remark: x.c:3:5: 1.00 cycles per iteration

target triple = "x86_64-linux-gnu"
define void @0(ptr %p, i64 %n) !dbg !5 {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %q2, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  store volatile i8 1, ptr %q, !dbg !7
  %q2 = getelementptr i8, ptr %q, i64 8, !dbg !7
  %i2 = add i64 %i, 1, !dbg !7
  %c = icmp eq i64 %i2, %n, !dbg !7
  br i1 %c, label %exit, label %loop, !dbg !7, !llvm.loop !9
exit:
  ret void
}
define void @1(ptr %p, i64 %n) !dbg !6 {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %q2, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  store volatile i8 1, ptr %q, !dbg !8
  %q2 = getelementptr i8, ptr %q, i64 4, !dbg !8
  %i2 = add i64 %i, 1, !dbg !8
  %c = icmp eq i64 %i2, %n, !dbg !8
  br i1 %c, label %exit, label %loop, !dbg !8, !llvm.loop !10
exit:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "a", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "b", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 3, column: 5, scope: !5)
!8 = !DILocation(line: 3, column: 5, scope: !6)
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !8}

@table = global [2 x ptr] [ptr @0, ptr @1]
