! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Elements limited to a range.
module kernels
  integer(8), bind(C, name="kernelSize") :: kernel_size = 2048
contains
  subroutine work(x, y, z, u, v, w)
    real(8) :: x(:), y(:), z(:)
    real(4) :: u(:), v(:), w(:)
    integer :: i
    do i = 1, size(u)
      v(i) = min(max(u(i), 0.75), 1.25)
    end do
  end subroutine

  include "kernel.inc"
end module
