//===- ValueHarness.h - Assembly text to interpreted kernels
//---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_VALUES_VALUEHARNESS_H
#define TAKT_TEST_UNIT_VALUES_VALUEHARNESS_H

#include "../Builder/AsmHelper.h"
#include "memory/ValueInterpreter.h"
#include "memory/ValueProgram.h"
#include "gtest/gtest.h"

namespace takt {
namespace test {

/// An architecture with the rules of its machine descriptions.
class ValueTarget {
public:
  /// \p Cpu is the name of a description, and LLVM's of the same processor.
  ValueTarget(llvm::StringRef Arch, llvm::StringRef Cpu);

  const OpcodeInfo &info(unsigned Opcode);
  unsigned accessSize(const llvm::MCInst &I) { return Sizes.sizeOf(I); }
  /// The register of LLVM's with the lower-case name \p Name.
  llvm::MCRegister find(llvm::StringRef Name) const;

  Assembler A;
  std::shared_ptr<const Cpu> C;
  std::optional<RegisterMap> Registers;
  std::optional<SchedModel> Model;
  std::optional<BuilderContext> Ctx;

private:
  AccessSizes Sizes;
  std::optional<CorrectionIndex> Index;
  std::map<unsigned, OpcodeInfo> Infos;
};

/// Skylake, and Neoverse N1 or whatever else is described.
ValueTarget &x86();
ValueTarget &aarch64();

/// Code as it is compiled, before what no address needs is removed.
class Compiled {
public:
  Compiled(ValueTarget &T, llvm::StringRef Text, Notion N = Notion::Loop)
      : Compiled(T, T.A.assemble(Text), N) {}
  Compiled(ValueTarget &T, std::vector<CodeInstr> Code, Notion N);

  SlotId slotOf(llvm::StringRef Register);

  ValueTarget &T;
  std::vector<CodeInstr> Code;
  ValueCompiler Compiler;
  uint64_t Bytes = 0;
};

/// Compiled code that runs.
class Running {
public:
  /// \p Set has registers and what they hold at first.
  Running(ValueTarget &T, llvm::StringRef Text,
          std::vector<std::pair<const char *, uint64_t>> Set = {},
          uint64_t Seed = 1);

  void iterate();
  /// What a register holds: "0x12", or "?" if a byte of it is not known.
  std::string get(llvm::StringRef Register);
  uint64_t number(llvm::StringRef Register);
  /// The addresses of the last iteration, "?" where not known.
  std::string addresses() const;
  unsigned unsupported() const { return C.Compiler.Unsupported; }

  Compiled C;
  std::vector<MaybeValue> Sites;
  std::optional<ValueInterpreter> I;
};

/// The distance of the second address from the first, where the linker fills
/// \p Linked into the instructions of \p Text.
int64_t linkedDistance(ValueTarget &T, llvm::StringRef Text,
                       std::vector<LinkedOperand> Linked);

/// \returns what \p Text leaves in \p Register
/// after an iteration.
std::string result(ValueTarget &T, llvm::StringRef Text,
                   llvm::StringRef Register,
                   std::vector<std::pair<const char *, uint64_t>> Set = {});

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_VALUES_VALUEHARNESS_H
