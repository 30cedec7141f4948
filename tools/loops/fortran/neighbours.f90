! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The mean of four neighbours in two rows.
module kernels
  integer(8), bind(C, name="kernelSize") :: kernel_size = 1024
contains
  subroutine work(x, y, z, u, v, w)
    real(8) :: x(:), y(:), z(:)
    real(4) :: u(:), v(:), w(:)
    integer :: i
    do i = 2, size(x) - 1
      z(i) = 0.25d0 * (x(i - 1) + x(i + 1) + y(i - 1) + y(i + 1))
    end do
  end subroutine

  include "kernel.inc"
end module
