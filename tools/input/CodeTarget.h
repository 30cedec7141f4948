//===- CodeTarget.h - The target that code is read for ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's machine-code layer for one triple, CPU and feature string, and the
/// rules by which they are chosen: the CPU is always named by the user, never
/// guessed; the triple comes from the object file or from the CPU.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_CODETARGET_H
#define TAKT_TOOLS_INPUT_CODETARGET_H

#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace llvm {
class Target;
} // namespace llvm

namespace takt {

/// What the user says about the target.
struct TargetChoice {
  /// A description's name or an LLVM CPU name, or "native"; must be given
  /// unless there is a description.
  std::string Cpu;
  /// A description that replaces the one compiled in; may be null.
  std::shared_ptr<const takt::Cpu> Description;
  /// Empty: the object file's, else a Linux triple of the CPU's architecture.
  std::string Triple;
  /// LLVM feature string: "+avx2,-sse4.1".
  std::string Attributes;
  /// Read and print x86 code in Intel syntax; `.intel_syntax` in the input does
  /// the same for reading.
  bool IntelSyntax = false;
};

/// LLVM's machine-code layer for one CPU. Costly to make (milliseconds), cheap
/// to use: make one a thread and keep it. Not thread-safe.
class CodeTarget {
public:
  /// Chooses CPU and triple as TargetChoice says. \p ObjectTriple is what an
  /// object file was made for; null: none. Errors: no CPU, an unknown CPU (with
  /// the nearest names), a CPU of another architecture, an unknown triple, a
  /// triple that contradicts the object, an unknown feature.
  static llvm::Expected<std::unique_ptr<CodeTarget>>
  create(const TargetChoice &Options,
         const llvm::Triple *ObjectTriple = nullptr);
  ~CodeTarget();

  /// For KernelBuilder; valid as long as this lives.
  TargetRef ref() const;
  const llvm::Triple &triple() const;
  const llvm::Target &target() const;
  /// Bytes of the shortest instruction, which is how instructions are aligned.
  unsigned minInstrSize() const;
  bool intelSyntax() const;
  /// The description that was named or given; null if LLVM alone knows the
  /// CPU, see cpuFor.
  std::shared_ptr<const Cpu> description() const;
  /// LLVM's name of the CPU.
  llvm::StringRef llvmCpu() const;

  enum class Decode : uint8_t {
    Ok,
    /// A valid instruction that the CPU does not have; \p Inst is set.
    NotOfCpu,
    /// No instruction; Size says how many bytes to skip, ≥ 1 unless the input
    /// is empty.
    Bad,
  };
  /// Decodes the first instruction of \p Bytes, which lies at \p Address.
  Decode decode(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                llvm::MCInst &Inst, uint64_t &Size);

  /// The text of an instruction as the assembler spells it; branches name the
  /// address that they lead to.
  std::string print(const CodeInstr &Instr);

private:
  struct Impl;
  explicit CodeTarget(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

/// Makes LLVM's targets known; may be called many times and by several threads.
void initializeTargets();

} // namespace takt

#endif // TAKT_TOOLS_INPUT_CODETARGET_H
