//===- KernelParser.h - The parser of kernels -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recursive descent over the tokens of KernelLexer. The names of its functions
/// are those of the grammar in docs/kernel-text.md. KernelText.cpp has what
/// belongs to whole kernels, KernelInstrText.cpp the instructions.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELPARSER_H
#define TAKT_MODELS_KERNELPARSER_H

#include "KernelReader.h"
#include "llvm/ADT/StringMap.h"

namespace takt {

class KernelParser : private KernelReader {
public:
  KernelParser(llvm::StringRef File, std::vector<KernelToken> Tokens,
               const Cpu &C)
      : KernelReader(File, std::move(Tokens), C) {}

  llvm::Expected<std::vector<NamedKernel>> parseFile();

private:
  llvm::Error parseKernel();
  llvm::Error parseItem();
  llvm::Error parseLocations();
  llvm::Error parseRegisters();
  llvm::Error parseOrder(MemoryOrder::OrderKind Kind);
  llvm::Error parseExpect();

  llvm::Error parseInstr();
  /// What an instruction leaves out, where that depends on the rest.
  struct Given {
    bool Fused = false, Queued = false;
  };
  llvm::Error parseAttribute(KernelInstr &I, Given &G);
  llvm::Error parseOrdering(Ordering &Order);
  llvm::Error parseMove(MoveKind &Move);
  llvm::Error parseRepeat(KernelInstr &I);
  llvm::Error parseAccess(MemoryAccess &A);
  llvm::Error parseUops(KernelInstr &I);
  llvm::Error parseUop(Uop &U);
  llvm::Error parseUses(Uop &U);
  llvm::Error parseReads(Uop &U);
  llvm::Error parseWrites(Uop &U);
  llvm::Error parseLocation(LocationId &L);

  /// Things of a kernel that are all names, or all numbers.
  template <typename T> struct Labels {
    const char *What, *All;
    T First; ///< the least number, and that of the first name
    llvm::StringMap<T> Names;
    bool Numbered = false;
    void clear() {
      Names.clear();
      Numbered = false;
    }
  };
  template <typename T> llvm::Error parseLabel(T &Value, Labels<T> &L);

  /// The instructions of a memory dependence or order, looked up when the
  /// kernel ends.
  struct InstrRefs {
    KernelToken From, To;
  };
  llvm::Error parseDependence(std::vector<MemoryDependence> &List,
                              std::vector<InstrRefs> &Refs);
  llvm::Error parseRefs(std::vector<InstrRefs> &Refs, const llvm::Twine &From,
                        const llvm::Twine &To);
  llvm::Error resolve(const KernelToken &Token, uint32_t &Result);
  llvm::Error resolveAll();

  std::vector<NamedKernel> Kernels;
  llvm::StringMap<unsigned> KernelLines;
  // Of the current kernel, which is Kernels.back().
  llvm::StringMap<LocationId> Locations;
  Labels<uint16_t> Classes{"a class", "classes", 1, {}, false};
  Labels<uint32_t> Symbols{"a symbol", "symbols", 0, {}, false};
  std::vector<InstrRefs> Dependences, Possible, Orders;
};

} // namespace takt

#endif // TAKT_MODELS_KERNELPARSER_H
