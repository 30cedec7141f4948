//===- Callees.h - Who is called ------------------------------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of functions that the calls of an object file lead to.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_CALLEES_H
#define TAKT_TOOLS_INPUT_CALLEES_H

#include "Disassembly.h"
#include "Symbols.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ObjectFile.h"
#include <string>

namespace takt {

/// Whom calls of one object call; object and symbols outlive this.
class Callees {
public:
  Callees(const llvm::object::ObjectFile &Obj, const CodeSymbols &Symbols)
      : Obj(Obj), Symbols(Symbols) {}

  /// Sets CodeRegion::Callee of \p R, which is in \p In: the relocation's
  /// symbol, the symbol at the target, or that of the entry of a procedure
  /// linkage table there, as its source names it; else the address, "0x40" or
  /// ".text.f+0x10". An indirect call has none, unless it is one of a function
  /// by its entry in the global offset table.
  void name(CodeRegion &R, const SectionCode &In, TargetRef T);

private:
  std::string of(const CodeInstr &Call, const SectionCode &In, TargetRef T);
  /// An index of a section, 0 in linked images, and an address.
  using Place = std::pair<uint64_t, uint64_t>;
  void read();
  void add(Place At, const CodeSymbol &S);
  std::string at(Place P);

  const llvm::object::ObjectFile &Obj;
  const CodeSymbols &Symbols;
  /// Read when the first place is asked for: most loops call nobody.
  bool Read = false;
  llvm::DenseMap<Place, const CodeSymbol *> Named;
  llvm::DenseMap<uint64_t, std::string> Linkage;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_CALLEES_H
