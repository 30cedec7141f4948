! An assumed-shape array may have any stride, in bytes. Vectors that need it to be
! one byte never run; those for elements side by side need a version of the loop, or
! the programmer's word.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -fversion-loops-for-stride -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=VERSION --implicit-check-not=remark:

! CHECK: [[#@LINE+6]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
! CHECK: [[#@LINE+5]]:3: remark: vectors never run: {{[0-9.]+}} cycles per source iteration on skylake; they need `contiguous` arrays, or -fversion-loops-for-stride for arguments [-Rpass-missed=takt]
! VERSION: [[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
subroutine any(a, b)
  real(8) :: a(:), b(:)
  integer :: i
  do i = 1, size(a)
    a(i) = sqrt(b(i))
  end do
end subroutine

! CHECK: [[#@LINE+5]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
! VERSION: [[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
subroutine side_by_side(a, b)
  real(8), contiguous :: a(:), b(:)
  integer :: i
  do i = 1, size(a)
    a(i) = sqrt(b(i))
  end do
end subroutine

! Of two copies that are no vectors the one for any stride is no more than that.
! CHECK: [[#@LINE+8]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time) on skylake,
! CHECK: [[#@LINE+7]]:3: remark: reassociation needed:
! VERSION: [[#@LINE+6]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time) on skylake,
! VERSION: [[#@LINE+5]]:3: remark: reassociation needed:
real(8) function total(a)
  real(8) :: a(:)
  integer :: i
  total = 0
  do i = 1, size(a)
    total = total + a(i)
  end do
end function

! LLVM makes no vectors at all where what is loaded may have been stored in an
! iteration before, for all that it knows of the stride.
! CHECK: [[#@LINE+7]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
! CHECK-NOT: iterations meet
! CHECK: [[#@LINE+5]]:3: remark: no vectors for any stride: {{[0-9.]+}} cycles per source iteration on skylake; they need `contiguous` arrays, or
! VERSION: [[#@LINE+4]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, {{[0-9]+}} at a time) on skylake,
subroutine in_place(a)
  real(8) :: a(:)
  integer :: i
  do i = 1, size(a)
    a(i) = a(i) * 2
  end do
end subroutine
