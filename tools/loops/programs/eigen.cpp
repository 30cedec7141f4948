// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix product and a stencil in Eigen (Debian's libeigen3-dev); prints the
// nanoseconds of the fastest time and a sum of what came out.

#include <chrono>
#include <cstdio>
#include <eigen3/Eigen/Core>

static constexpr int Side = 192, Times = 30;

static double step(const Eigen::MatrixXd &A, Eigen::MatrixXd &B,
                   Eigen::MatrixXd &C) {
  C.noalias() = A * B;
  for (int Sweep = 0; Sweep != 8; ++Sweep) {
    B.block(1, 1, Side - 2, Side - 2) =
        0.2 *
        (C.block(1, 1, Side - 2, Side - 2) + C.block(0, 1, Side - 2, Side - 2) +
         C.block(2, 1, Side - 2, Side - 2) + C.block(1, 0, Side - 2, Side - 2) +
         C.block(1, 2, Side - 2, Side - 2));
    C.swap(B);
  }
  B /= B.cwiseAbs().maxCoeff();
  return C.sum();
}

int main() {
  using Clock = std::chrono::steady_clock;
  Eigen::MatrixXd A(Side, Side), B(Side, Side), C(Side, Side);
  for (int X = 0; X != Side; ++X)
    for (int Y = 0; Y != Side; ++Y) {
      A(X, Y) = 1.0 / (1 + X + Y);
      B(X, Y) = 0.5 + 0.001 * ((X * 7 + Y * 3) % 100);
    }
  double Fastest = 1e18, Sum = 0;
  for (int T = 0; T != Times; ++T) {
    const Clock::time_point Start = Clock::now();
    Sum = step(A, B, C);
    const std::chrono::duration<double, std::nano> Taken = Clock::now() - Start;
    Fastest = Taken.count() < Fastest ? Taken.count() : Fastest;
  }
  std::printf("%.0f %.9g\n", Fastest, Sum);
}
