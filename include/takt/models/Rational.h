//===- Rational.h - Exact cycle counts --------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Exact rational numbers. Steady-state cycles per iteration are ratios of
/// small integers (a period of k iterations takes n cycles), so every bound
/// and prediction is kept exact and rounded only when it is printed.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_RATIONAL_H
#define TAKT_MODELS_RATIONAL_H

#include <cassert>
#include <cstdint>
#include <string>

namespace takt {

/// An exact rational number in lowest terms with a positive denominator.
/// Arithmetic is done in 128 bits and reduced; operands in Takt are cycle and
/// µop counts (below 2^31), for which no result overflows 64 bits.
class Rational {
public:
  constexpr Rational() = default;
  /// The integer \p N.
  constexpr Rational(int64_t N) : Num(N) {}
  /// \p N / \p D; \p D must not be 0.
  constexpr Rational(int64_t N, int64_t D) : Rational(reduce(N, D)) {}

  constexpr int64_t num() const { return Num; }
  constexpr int64_t den() const { return Den; }
  constexpr double toDouble() const {
    return static_cast<double>(Num) / static_cast<double>(Den);
  }

  /// Two decimals, rounded half away from zero: "4.00", "1.33".
  std::string str() const;
  /// The exact value: "4", "7/2".
  std::string exactStr() const;

  friend constexpr Rational operator+(Rational A, Rational B) {
    return reduce(Wide(A.Num) * B.Den + Wide(B.Num) * A.Den,
                  Wide(A.Den) * B.Den);
  }
  friend constexpr Rational operator-(Rational A, Rational B) {
    return A + Rational(-B.Num, B.Den);
  }
  friend constexpr Rational operator*(Rational A, Rational B) {
    return reduce(Wide(A.Num) * B.Num, Wide(A.Den) * B.Den);
  }
  /// \p B must not be 0.
  friend constexpr Rational operator/(Rational A, Rational B) {
    return reduce(Wide(A.Num) * B.Den, Wide(A.Den) * B.Num);
  }
  Rational &operator+=(Rational B) { return *this = *this + B; }

  friend constexpr bool operator==(Rational A, Rational B) {
    return A.Num == B.Num && A.Den == B.Den;
  }
  friend constexpr bool operator!=(Rational A, Rational B) { return !(A == B); }
  friend constexpr bool operator<(Rational A, Rational B) {
    return Wide(A.Num) * B.Den < Wide(B.Num) * A.Den;
  }
  friend constexpr bool operator>(Rational A, Rational B) { return B < A; }
  friend constexpr bool operator<=(Rational A, Rational B) { return !(B < A); }
  friend constexpr bool operator>=(Rational A, Rational B) { return !(A < B); }

private:
  __extension__ using Wide = __int128;

  static constexpr Rational reduce(Wide N, Wide D) {
    assert(D != 0 && "rational with denominator 0");
    if (D < 0) {
      N = -N;
      D = -D;
    }
    Wide A = N < 0 ? -N : N, B = D;
    while (B != 0) {
      Wide T = A % B;
      A = B;
      B = T;
    }
    if (A == 0)
      A = 1;
    Rational R;
    R.Num = static_cast<int64_t>(N / A);
    R.Den = static_cast<int64_t>(D / A);
    return R;
  }

  int64_t Num = 0;
  int64_t Den = 1;
};

} // namespace takt

#endif // TAKT_MODELS_RATIONAL_H
