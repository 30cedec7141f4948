! Guiding chooses shapes of Fortran's loops as of any.

! RUN: env TAKT_OPTIONS=-takt-guide=interleave %takt-flang --target=x86_64-linux-gnu -march=skylake -O3 -Rpass=takt -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! CHECK: [[#@LINE+6]]:3: remark: interleaved by 8 instead of 4: {{.*}} cycles per source iteration on skylake (the dependency chain through {{.*}} [-Rpass=takt]
! CHECK: [[#@LINE+5]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 64 at a time) on skylake,
integer function product_of(n, a)
  integer :: n, i
  integer :: a(n)
  product_of = 1
  do i = 1, n
    product_of = product_of * a(i)
  end do
end function
