! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A polynomial of each element, single precision.
module kernels
  include "kernel.inc"
  integer(8), bind(C, name="kernelSize") :: kernel_size = 2048
contains
  subroutine work(u, v)
    real(4) :: u(:), v(:)
    integer :: i
    do i = 1, size(u)
      v(i) = ((u(i) * 0.5 + 0.25) * u(i) + 0.125) * u(i) + 1
    end do
  end subroutine

  subroutine kernel(n, d) bind(C)
    integer(8), value :: n
    type(arrays) :: d
    call work(d%u(:n), d%v(:n))
  end subroutine
end module
