! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! A sum of two vectors, one of them scaled, single precision.
module kernels
  include "kernel.inc"
  integer(8), bind(C, name="kernelSize") :: kernel_size = 2048
contains
  subroutine work(u, v, w)
    real(4) :: u(:), v(:), w(:)
    integer :: i
    do i = 1, size(u)
      w(i) = u(i) + 1.5 * v(i)
    end do
  end subroutine

  subroutine kernel(n, d) bind(C)
    integer(8), value :: n
    type(arrays) :: d
    call work(d%u(:n), d%v(:n), d%w(:n))
  end subroutine
end module
