//===- Symbols.h - Where the functions of an object are ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts the code sections of an object file into functions: by .symtab, else by
/// .dynsym and .eh_frame, else the section is one piece.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_SYMBOLS_H
#define TAKT_TOOLS_INPUT_SYMBOLS_H

#include "CodeRegion.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace takt {

/// A symbol in code.
struct CodeSymbol {
  std::string Name; ///< as linked
  AddressRange Range;
  bool IsFunction = false; ///< typed as a function
  bool IsGlobal = false;
};

/// Code that belongs together: one function, functions that overlap, or what
/// lies between functions.
struct FunctionSpan {
  AddressRange Range;
  /// By address; of several names of one address the first is preferred.
  std::vector<CodeSymbol> Symbols;
  /// The file says that all of it is a function's code.
  bool Known = false;

  /// The symbol that \p Address belongs to: the smallest function that covers
  /// it, else the global label that the span starts with, else the last label
  /// before it; null if there is none.
  const CodeSymbol *symbolAt(uint64_t Address) const;
};

/// The one of \p Functions that \p Address is in, or null.
const FunctionSpan *functionAt(llvm::ArrayRef<FunctionSpan> Functions,
                               uint64_t Address);

/// The symbols of one object file.
class CodeSymbols {
public:
  /// Symbols that cannot be read are handed to \p Problem and left out.
  CodeSymbols(const llvm::object::ObjectFile &Obj,
              llvm::function_ref<void(llvm::Error)> Problem);

  /// \p Section cut into functions, by address. The functions may leave out
  /// parts of it only if it is empty.
  std::vector<FunctionSpan>
  functions(const llvm::object::SectionRef &Section) const;

  /// Hands \p Take all symbols in code with the indices of their sections.
  void
  forEach(llvm::function_ref<void(uint64_t, const CodeSymbol &)> Take) const;

  /// Data in \p Section, by address, not overlapping: objects, and what
  /// AArch64's mapping symbols call data.
  std::vector<AddressRange> data(const llvm::object::SectionRef &Section) const;

private:
  void readSymbol(const llvm::object::SymbolRef &Symbol, uint64_t Size,
                  bool HasMappingSymbols,
                  llvm::function_ref<void(llvm::Error)> Problem);
  void readUnwindTable(const llvm::object::ObjectFile &Obj,
                       llvm::function_ref<void(llvm::Error)> Problem);

  struct Mapping {
    uint64_t Address;
    bool IsData;
  };
  struct Section {
    std::vector<CodeSymbol> Symbols;
    std::vector<AddressRange> Objects;
    std::vector<Mapping> Mappings;
  };
  Section &sectionOf(uint64_t Index);

  std::vector<Section> Sections;
  /// Functions of the unwind table, only where .symtab is missing.
  std::vector<AddressRange> Unwind;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_SYMBOLS_H
