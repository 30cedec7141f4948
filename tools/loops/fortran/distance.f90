! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The length of a two-dimensional vector at each place.
module kernels
  integer(8), bind(C, name="kernelSize") :: kernel_size = 1024
contains
  subroutine work(x, y, z, u, v, w)
    real(8) :: x(:), y(:), z(:)
    real(4) :: u(:), v(:), w(:)
    integer :: i
    do i = 1, size(x)
      z(i) = sqrt(x(i) * x(i) + y(i) * y(i))
    end do
  end subroutine

  include "kernel.inc"
end module
