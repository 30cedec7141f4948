! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The length of a two-dimensional vector at each place.
module kernels
  include "kernel.inc"
  integer(8), bind(C, name="kernelSize") :: kernel_size = 1024
contains
  subroutine work(x, y, z)
    real(8) :: x(:), y(:), z(:)
    integer :: i
    do i = 1, size(x)
      z(i) = sqrt(x(i) * x(i) + y(i) * y(i))
    end do
  end subroutine

  subroutine kernel(n, d) bind(C)
    integer(8), value :: n
    type(arrays) :: d
    call work(d%x(:n), d%y(:n), d%z(:n))
  end subroutine
end module
