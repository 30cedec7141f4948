subroutine five_points(n, m, a, b)
  integer :: n, m, i, j
  real(8) :: a(:, :), b(:, :)
  do j = 2, m - 1
    do i = 2, n - 1
      b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
    end do
  end do
end subroutine
