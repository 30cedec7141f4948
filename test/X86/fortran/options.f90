! The options that are advised do what they are advised for.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=graniterapids -O2 -fassociative-math -fno-signed-zeros -Xflang -target-feature -Xflang -prefer-256-bit -Rpass-analysis=takt -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! CHECK: [[#@LINE+7]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time) on graniterapids,
! RUN: %takt-flang --target=x86_64-linux-gnu -march=graniterapids -O2 -fassociative-math -fno-signed-zeros -mllvm -vectorize-loops=false -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SCALAR
! SCALAR: [[#@LINE+5]]:3: remark: unrolled: {{[0-9.]+}} cycles
real(8) function total(n, x)
  integer :: n, i
  real(8) :: x(n)
  total = 0
  do i = 1, n
    total = total + x(i)
  end do
end function
