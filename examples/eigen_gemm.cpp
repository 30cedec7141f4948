// Real code: matrix product of Eigen (Debian's libeigen3-dev).
#include <eigen3/Eigen/Core>

void multiply(const Eigen::MatrixXd &A, const Eigen::MatrixXd &B,
              Eigen::MatrixXd &C) {
  C.noalias() += A * B;
}
