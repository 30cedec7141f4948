! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! All elements made the same.
module kernels
  include "kernel.inc"
  integer(8), bind(C, name="kernelSize") :: kernel_size = 1024
contains
  subroutine work(x)
    real(8) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = 0.5d0
    end do
  end subroutine

  subroutine kernel(n, d) bind(C)
    integer(8), value :: n
    type(arrays) :: d
    call work(d%x(:n))
  end subroutine
end module
