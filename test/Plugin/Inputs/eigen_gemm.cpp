// Eigen's blocked matrix product (Debian's libeigen3-dev).
#include <Eigen/Dense>

void gemm(Eigen::MatrixXd &C, const Eigen::MatrixXd &A,
          const Eigen::MatrixXd &B) {
  C.noalias() += A * B;
}
