//===- RandomX86.h - Random straight code of x86-64
//------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_VALUES_RANDOMX86_H
#define TAKT_TEST_UNIT_VALUES_RANDOMX86_H

#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace takt {
namespace test {

/// Makes up integer code that accesses 1 KB from rbx on and the stack, neither
/// traps nor jumps, and whose results do not depend on flags.
class RandomX86 {
public:
  explicit RandomX86(uint64_t Seed) : Random(Seed) {}

  /// \p Lines lines or more, in Intel syntax.
  std::string code(unsigned Lines);

private:
  unsigned below(unsigned N) { return Random() % N; }
  std::string reg(unsigned Size);
  std::string vector(char Letter);
  std::string address();
  std::string anyAddress();
  std::string memory(unsigned Size);
  std::string number(unsigned Size);
  std::string line();
  std::string stackLine();
  std::string expand(llvm::StringRef Text, unsigned Size);

  std::mt19937_64 Random;
  /// Lines that the next one needs in front of it.
  std::string Before;
  std::string LastMemory, LastVector;
  /// Only registers that need no prefix REX, for ah and the like.
  bool Legacy = false;
  int Depth = 0; ///< bytes on the stack
};

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_VALUES_RANDOMX86_H
