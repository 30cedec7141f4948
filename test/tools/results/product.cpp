// Products of Eigen's matrices, exact: their elements are small integers.

#include "eigen_gemm.cpp"
#include <cstdio>

static void run(int Rows, int Columns, int Inner) {
  Eigen::MatrixXd A(Rows, Inner), B(Inner, Columns), C(Rows, Columns);
  for (int I = 0; I != A.size(); ++I)
    A.data()[I] = I * 7 % 19 - 9;
  for (int I = 0; I != B.size(); ++I)
    B.data()[I] = I * 5 % 23 - 11;
  for (int I = 0; I != C.size(); ++I)
    C.data()[I] = I % 3;
  multiply(A, B, C);
  double Sum = 0;
  for (int I = 0; I != C.size(); ++I)
    Sum += C.data()[I] * (I % 101);
  std::printf("%d x %d x %d %.17g\n", Rows, Columns, Inner, Sum);
}

int main() {
  run(64, 64, 64);
  run(61, 47, 53);
  run(5, 3, 200);
  return 0;
}
