! The loops of intrinsic functions have no places; they are told where their results
! are used.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
subroutine sums(n, x, y, z)
  integer :: n
  real(8) :: x(n), y(n), z(2)
! CHECK: [[#@LINE+1]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time)
  z(1) = sum(x)
! CHECK: [[#@LINE+1]]:3: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 8 at a time)
  z(2) = dot_product(x, y) + 2.0
end subroutine
