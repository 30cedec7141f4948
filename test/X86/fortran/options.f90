! The options that are advised do what they are advised for.

! DEFINE: %{flang} = %takt-flang --target=x86_64-linux-gnu -march=graniterapids -O2 -c %s -o %t.o -Rpass-analysis=takt -Rpass-missed=takt -fassociative-math -fno-signed-zeros
! RUN: %{flang} -Xflang -target-feature -Xflang -prefer-256-bit 2>&1 | FileCheck %s --implicit-check-not=remark:
! CHECK: [[#@LINE+10]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 32 at a time) on graniterapids,
! CHECK: [[#@LINE+9]]:3: remark: more accumulators needed: {{.*}} on graniterapids with -mllvm -force-vector-interleave=8 for its file [-Rpass-missed=takt]
! RUN: %{flang} -Xflang -target-feature -Xflang -prefer-256-bit -mllvm -force-vector-interleave=8 2>&1 | FileCheck %s --check-prefix=EIGHT --implicit-check-not=remark:
! EIGHT: [[#@LINE+7]]:3: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 64 at a time) on graniterapids,
! RUN: %{flang} -mllvm -vectorize-loops=false 2>&1 | FileCheck %s --check-prefix=SCALAR
! SCALAR: [[#@LINE+5]]:3: remark: unrolled: {{[0-9.]+}} cycles
real(8) function total(n, x)
  integer :: n, i
  real(8) :: x(n)
  total = 0
  do i = 1, n
    total = total + x(i)
  end do
end function
