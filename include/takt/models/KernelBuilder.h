//===- KernelBuilder.h - From MCInsts to a kernel ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one kernel builder. The compiler plugin, the command line and the tests
/// hand it the same thing, a sequence of MCInsts with their sizes, and get the
/// same kernel.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELBUILDER_H
#define TAKT_MODELS_KERNELBUILDER_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/MemoryFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MCInstPrinter;
class MCInstrAnalysis;
class MCInstrInfo;
class MCRegisterInfo;
class MCSubtargetInfo;
} // namespace llvm

namespace takt {

/// LLVM's description of the target; all referenced objects outlive the user.
struct TargetRef {
  const llvm::MCSubtargetInfo &STI;
  const llvm::MCInstrInfo &MII;
  const llvm::MCRegisterInfo &MRI;
  const llvm::MCInstrAnalysis *MIA = nullptr; ///< may be null
  llvm::MCInstPrinter *Printer = nullptr;     ///< may be null: no mnemonics
};

/// What the linker writes into an instruction of a relocatable object, where
/// its operand says nothing yet.
struct LinkedOperand {
  /// A number for what is named: a section, a symbol, a symbol's entry in the
  /// global offset table; 0: nothing is linked.
  uint64_t Symbol = 0;
  /// Bytes that are added to it, as the relocation says.
  int64_t Addend = 0;
  /// The first byte that is filled in, from the start of the instruction.
  uint8_t Offset = 0;
};

/// An instruction on the kernel's path.
struct CodeInstr {
  llvm::MCInst Inst;
  /// Offset in bytes from the start of the function or section.
  uint64_t Offset = 0;
  /// Encoded length in bytes, after relaxation.
  uint16_t Size = 0;
  /// The instruction is a branch that is taken on the path, or a call or return
  /// with its target behind it; others are not modelled.
  bool Taken = false;
  /// The encoding, Size bytes, for what decoders do with it; addresses need not
  /// be filled in. Empty: not known.
  llvm::SmallVector<uint8_t, 16> Bytes = {};
  LinkedOperand Linked = {};
};

/// The instruction that cannot be modelled, and why.
class NotModelled : public llvm::ErrorInfo<NotModelled> {
public:
  static char ID;
  /// The reason of calls; who is called, and whether by a register, is for
  /// those to say who have more than the instruction.
  static constexpr llvm::StringLiteral Call = "call";
  NotModelled(size_t Index, std::string Instr, std::string Reason)
      : Index(Index), Instr(std::move(Instr)), Reason(std::move(Reason)) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  /// Index of the instruction in the sequence.
  size_t index() const { return Index; }
  /// Its mnemonic or LLVM opcode name.
  llvm::StringRef instr() const { return Instr; }
  /// Call, "no scheduling information in LLVM's model of skylake", ...
  llvm::StringRef reason() const { return Reason; }

private:
  size_t Index;
  std::string Instr, Reason;
};

/// What a kernel keeps of its instructions' text, which no model looks at, and
/// which costs a tenth of building a kernel.
enum class InstrText : uint8_t {
  None,      ///< empty KernelInstr::Mnemonic, Text, text of addresses, and
             ///< names of locations but the stack pointer's
  Mnemonics, ///< all but Text
  Whole,
};

/// Builds kernels for one CPU. Keeps what it has learned about each opcode, so
/// one builder should serve many kernels. Not thread-safe.
class KernelBuilder {
public:
  /// \p C's resources are matched with the scheduling model of C.BaseModel,
  /// else of the CPU that \p T is tuned for if \p C serves it, else of the
  /// first one that \p C serves. An error if that CPU has no model of
  /// instructions, if a unit or register named in \p C does not exist, or if a
  /// unit of the model is neither named nor ignored.
  static llvm::Expected<std::unique_ptr<KernelBuilder>>
  create(TargetRef T, std::shared_ptr<const Cpu> C);
  virtual ~KernelBuilder();

  /// The kernel of \p Code, with the text of its instructions that \p Text
  /// says. Fails with NotModelled for calls, returns, pseudo instructions and
  /// instructions without scheduling information.
  /// \p Memory says how dependences through memory are found, and what is
  /// known of accesses.
  virtual llvm::Expected<Kernel> build(llvm::ArrayRef<CodeInstr> Code, Notion N,
                                       InstrText Text = InstrText::Mnemonics,
                                       const MemoryOptions &Memory = {}) = 0;

  /// At how many per cent of its clock a core runs that executes \p Code, 1 to
  /// 100, by Cpu::Clock; 0: not known.
  virtual unsigned clockPercent(llvm::ArrayRef<CodeInstr> Code) = 0;

  /// The CPU that it builds for. A generic one is completed with the ports of
  /// loads and stores; its resources are those of create()'s.
  virtual const Cpu &cpu() const = 0;
};

/// Checks what only LLVM's tables can tell of a description: that the CPU has a
/// scheduling model, that all units and registers named exist, that every unit
/// of the model is accounted for (these three are also checked by
/// KernelBuilder::create), that every pattern matches some opcode, and that one
/// of these has the operands that the correction names; the last two, of a file
/// given at run time, not of parents that are compiled in. Takes milliseconds.
llvm::Error checkCpu(const TargetRef &T, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_KERNELBUILDER_H
