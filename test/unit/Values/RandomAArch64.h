//===- RandomAArch64.h - Random straight code of AArch64
//-------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_VALUES_RANDOMAARCH64_H
#define TAKT_TEST_UNIT_VALUES_RANDOMAARCH64_H

#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace takt {
namespace test {

/// Makes up integer code that accesses memory from x28 - 256 to x28 + 512 and
/// the stack, and whose results do not depend on flags. x26 and x27 are changed
/// in between, x28 not.
class RandomAArch64 {
public:
  explicit RandomAArch64(uint64_t Seed) : Random(Seed) {}

  /// \p Lines lines or more.
  std::string code(unsigned Lines);

private:
  unsigned below(unsigned N) { return Random() % N; }
  std::string reg(bool Wide, bool MayBeZero);
  std::string logicalImmediate(bool Wide);
  std::string expand(llvm::StringRef Text, bool Wide);
  std::string pick(std::initializer_list<const char *> Words);

  std::mt19937_64 Random;
  unsigned LastRegister = 0;
  int Depth = 0; ///< bytes on the stack
};

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_VALUES_RANDOMAARCH64_H
