! Flang loads the plugin as Clang does.

! REQUIRES: flang, x86-registered-target, aarch64-registered-target
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CHECK,X86
! RUN: %takt-flang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CHECK,ARM
! CHECK: flang.f90:[[#@LINE+20]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time)
! X86-SAME: on skylake,
! ARM-SAME: on cortex-a72,

! Nobody asks; and the code is the same if somebody does.
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -c %s -o %t.quiet.o 2>&1 | count 0
! RUN: %flang --target=x86_64-linux-gnu -march=skylake -O2 -c %s -o %t.plain.o
! RUN: %flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=nobody -c %s -o %t.asked.o
! RUN: cmp %t.quiet.o %t.plain.o
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o
! RUN: cmp %t.o %t.asked.o

! Options come from the environment, and a record can be written.
! RUN: env TAKT_OPTIONS=-takt-cpu=znver4 %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -fsave-optimization-record -c %s -o %t.o
! RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.opt.yaml
! RECORD: Pass: takt
! RECORD: Cpu: znver4
subroutine saxpy(n, a, x, y)
  integer :: n, i
  real :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine
