! Flang loads the plugin as Clang does.

! REQUIRES: flang, x86-registered-target, aarch64-registered-target
! DEFINE: %{skylake} = --target=x86_64-linux-gnu -march=skylake -O2 -c %examples/five_points.f90
! RUN: %takt-flang %{skylake} -Rpass-analysis=takt -o %t.o 2>&1 | FileCheck %s --check-prefix=X86
! X86: five_points.f90:5:5: remark: {{.*}} cycles per iteration {{.*}}on skylake,
! RUN: %takt-flang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -Rpass-analysis=takt -c %examples/five_points.f90 -o %t.arm.o 2>&1 | FileCheck %s --check-prefix=ARM
! ARM: five_points.f90:5:5: remark: {{.*}} cycles per iteration {{.*}}on cortex-a72,

! Nobody asks; and the code is the same if somebody does.
! RUN: %takt-flang %{skylake} -o %t.quiet.o 2>&1 | count 0
! RUN: %flang %{skylake} -o %t.plain.o
! RUN: cmp %t.quiet.o %t.plain.o
! RUN: %flang %{skylake} -Rpass-analysis=nobody -o %t.asked.o
! RUN: cmp %t.o %t.asked.o

! Options come from the environment, and a record can be written.
! RUN: env TAKT_OPTIONS=-takt-cpu=znver4 %takt-flang %{skylake} -fsave-optimization-record -o %t.o
! RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.opt.yaml
! RECORD: Pass: takt
! RECORD: Cpu: znver4
