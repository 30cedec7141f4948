//===- Disassembly.h - Bytes of an object file to code ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linear disassembly of a function, with data left out and branch targets that
/// only relocations tell.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_DISASSEMBLY_H
#define TAKT_TOOLS_INPUT_DISASSEMBLY_H

#include "CodeTarget.h"
#include "Flow.h"
#include "Symbols.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace takt {

/// A place that the linker fills in.
struct CodeRelocation {
  uint64_t Address = 0; ///< of the bytes that are filled in
  /// What is added to a relative branch (S + A − P in the words of the ELF
  /// standard) if its target lies in the same section.
  std::optional<uint64_t> Delta;
  /// LinkedOperand::Symbol and Addend.
  uint64_t Symbol = 0;
  int64_t Addend = 0;
  /// The symbol's name, in the object; empty for sections, thread-local storage
  /// and where there is none.
  llvm::StringRef Name;

  /// Sections and symbols are numbered apart; so is what else a symbol stands
  /// for.
  static constexpr unsigned SectionNumbers = 32, TableNumbers = 33;
  /// What is filled in leads to the symbol's entry in a table.
  bool inTable() const { return Symbol >> TableNumbers & 1; }
  /// The section that Symbol stands for.
  std::optional<uint64_t> section() const {
    if (inTable() || !(Symbol >> SectionNumbers & 1))
      return std::nullopt;
    return static_cast<uint32_t>(Symbol) - uint64_t(1);
  }
};

/// A code section, ready to be disassembled.
struct SectionCode {
  std::string Name;
  uint64_t Index = 0; ///< in the object file
  uint64_t Address = 0;
  /// Of the section where that is all that is known of its address (relocatable
  /// objects); 0: the address is known.
  uint64_t Alignment = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<AddressRange> Data;          ///< sorted, not overlapping
  std::vector<CodeRelocation> Relocations; ///< sorted

  uint64_t end() const { return Address + Bytes.size(); }
  /// The bytes of \p R, which lies in the section.
  llvm::ArrayRef<uint8_t> bytes(AddressRange R) const {
    return Bytes.slice(R.Start - Address, R.End - R.Start);
  }
};

/// The relocation of \p I, which is in \p S, or null.
const CodeRelocation *relocationOf(const CodeInstr &I, const SectionCode &S);

/// Sets CodeInstr::Linked of \p I, which is in \p S. \returns its relocation,
/// or null.
const CodeRelocation *link(CodeInstr &I, const SectionCode &S);

/// The instructions of a function or a part of one.
struct FunctionCode {
  std::vector<FlowInstr> Instrs;
  /// Instructions that the CPU does not have, by address, as text.
  llvm::DenseMap<uint64_t, std::string> Foreign;
  /// Where there was neither an instruction nor declared data.
  std::vector<uint64_t> Bad;
  /// Where the disassembly stopped.
  uint64_t End = 0;
};

/// Disassembles \p Span of \p S from \p From on. Stops at the end of the span,
/// or behind a return or jump once there are very many instructions, so that
/// memory stays bounded in a library without symbols. Runs of zeros are taken
/// for padding unless the file says that the span is a function.
FunctionCode disassemble(CodeTarget &T, const SectionCode &S,
                         const FunctionSpan &Span, uint64_t From);

/// The relocations of the code sections of a relocatable object by section
/// index; unreadable ones are handed to \p Problem.
llvm::DenseMap<uint64_t, std::vector<CodeRelocation>>
codeRelocations(const llvm::object::ObjectFile &Obj,
                llvm::function_ref<void(llvm::Error)> Problem);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_DISASSEMBLY_H
