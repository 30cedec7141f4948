! Loops of parallel regions are in functions of their own, and nothing in front of
! them has a place.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -fopenmp -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! CHECK: [[#@LINE+6]]:5: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 16 at a time) on skylake,
subroutine axpy(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  !$omp parallel do
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
  !$omp end parallel do
end subroutine

! CHECK: [[#@LINE+7]]:5: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 4 at a time) on skylake,
real(8) function dot(n, x, y)
  integer :: n, i
  real(8) :: x(n), y(n)
  dot = 0
  !$omp parallel do reduction(+:dot)
  do i = 1, n
    dot = dot + x(i) * y(i)
  end do
  !$omp end parallel do
end function
