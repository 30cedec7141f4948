! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The sum of all elements, put into the first one of another array.
module kernels
  integer(8), bind(C, name="kernelSize") :: kernel_size = 1024
contains
  subroutine work(x, y, z, u, v, w)
    real(8) :: x(:), y(:), z(:)
    real(4) :: u(:), v(:), w(:)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, size(x)
      s = s + x(i)
    end do
    y(1) = s
  end subroutine

  include "kernel.inc"
end module
