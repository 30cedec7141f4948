! What is advised is what Flang understands.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=graniterapids -O2 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! RUN: %takt-flang --target=x86_64-linux-gnu -march=graniterapids -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OVERLAP

! Nothing is said of the conditional loop at the end.
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CONDITION
! CONDITION: no vectors for any stride
! CONDITION-NOT: no vectors for any stride

! CHECK: [[#@LINE+5]]:3: remark: reassociation needed: {{.*}} on graniterapids with -fassociative-math -fno-signed-zeros [-Rpass-missed=takt]
real(8) function dot(n, x, y)
  integer :: n, i
  real(8) :: x(n), y(n)
  dot = 0
  do i = 1, n
    dot = dot + x(i) * y(i)
  end do
end function

! CHECK: [[#@LINE+4]]:3: remark: narrow vectors: {{.*}} on graniterapids with -Xflang -target-feature -Xflang -prefer-256-bit, at
subroutine saxpy(n, a, x, y)
  integer :: n, i
  real :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine

! CHECK: [[#@LINE+5]]:3: remark: no vectors for any stride:
! OVERLAP: [[#@LINE+4]]:3: remark: {{.*}} overlap; a plain argument (no `pointer` or `target`) or a runtime check settles it [-Rpass-analysis=takt]
subroutine pointers(n, x, y)
  integer :: n, i
  real(8), pointer :: x(:), y(:)
  do i = 1, n
    y(i) = y(i) + x(i + 1)
  end do
end subroutine

! A loop with conditions may get no vectors for other reasons.
subroutine conditional(x, y)
  real(8) :: x(:), y(:)
  where (y > 0) x = x / y
end subroutine
