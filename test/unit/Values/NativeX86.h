//===- NativeX86.h - Runs code of x86-64 on this machine
//-------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_VALUES_NATIVEX86_H
#define TAKT_TEST_UNIT_VALUES_NATIVEX86_H

#include "../Builder/AsmHelper.h"

namespace takt {
namespace test {

/// What a straight piece of code reads and writes.
struct MachineState {
  static constexpr unsigned NumGeneral = 16, NumVector = 8;
  /// In the order of their encoding.
  static const char *const GeneralNames[NumGeneral];

  uint64_t General[NumGeneral];
  uint64_t Vector[NumVector][2];
};

/// A page to run code on. Code must be straight and end where it ends.
class NativeX86 {
public:
  explicit NativeX86(Assembler &A);
  ~NativeX86();
  NativeX86(const NativeX86 &) = delete;
  NativeX86 &operator=(const NativeX86 &) = delete;

  /// This machine can run such code, with the extensions of Haswell.
  static bool isPossible();

  /// Memory for data and a stack: bytes from addresses below 2^31 on.
  static constexpr size_t DataBytes = 1024, StackBytes = 1024;
  uint8_t *data() const { return Memory + DataAt; }
  uint8_t *stack() const { return Memory + StackAt; }

  /// Runs \p Code from \p S on, and leaves in \p S what is then in the
  /// registers.
  void run(llvm::ArrayRef<CodeInstr> Code, MachineState &S);

private:
  static constexpr size_t StateAt = 0x8000, DataAt = 0x9000, StackAt = 0xa000,
                          TotalBytes = 0xb000;

  uint8_t *Memory = nullptr;
  std::vector<CodeInstr> Enter, Leave;
};

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_VALUES_NATIVEX86_H
