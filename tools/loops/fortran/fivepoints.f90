! Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
! See LICENSE for license information.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The mean of four neighbours in columns of 700 elements.
module kernels
  include "kernel.inc"
  integer(8), bind(C, name="kernelSize") :: kernel_size = 512
contains
  subroutine work(a, b)
    real(8) :: a(:, :), b(:, :)
    integer :: i
    do i = 2, size(a, 1) - 1
      b(i, 2) = 0.25d0 * (a(i - 1, 2) + a(i + 1, 2) + a(i, 1) + a(i, 3))
    end do
  end subroutine

  subroutine columns(n, a, b)
    integer(8) :: n
    real(8) :: a(700, 3), b(700, 3)
    call work(a(:n, :), b(:n, :))
  end subroutine

  subroutine kernel(n, d) bind(C)
    integer(8), value :: n
    type(arrays) :: d
    call columns(n, d%x, d%y)
  end subroutine
end module
