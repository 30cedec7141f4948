//===- CpuArchive.h - Descriptions as they are compiled in ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Resolved descriptions in bytes: takt-cpu-tables writes them when Takt is
/// built, the program reads one in some ten microseconds, and its corrections
/// only as instructions ask for them. Reading the files themselves takes
/// milliseconds, which a compilation with a single loop would notice.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUARCHIVE_H
#define TAKT_MODELS_CPUARCHIVE_H

#include "OpcodePatterns.h"
#include "takt/models/Cpu.h"

namespace takt {

/// Texts of all descriptions, each once.
struct ArchivedTexts {
  llvm::StringRef All;
  llvm::ArrayRef<uint32_t> Ends; ///< of each text in All
  llvm::StringRef text(size_t I) const {
    return All.slice(I ? Ends[I - 1] : 0, Ends[I]);
  }
};

/// Collects ArchivedTexts.
class TextPool {
public:
  uint32_t add(llvm::StringRef Text) {
    auto [It, IsNew] = Known.try_emplace(Text, Ends.size());
    if (IsNew) {
      All += Text;
      Ends.push_back(All.size());
    }
    return It->second;
  }
  /// Valid until the next add.
  ArchivedTexts texts() const { return {All, Ends}; }

private:
  llvm::StringMap<uint32_t> Known;
  std::string All;
  std::vector<uint32_t> Ends;
};

/// A description that is compiled in.
struct ArchivedCpu {
  llvm::StringRef Name, Architecture;
  llvm::ArrayRef<llvm::StringRef> LLVMCpus;
  /// For CPUs of the architecture that have no file; Name is Architecture.
  bool Generic = false;
  llvm::StringRef Bytes;
  const OpcodeTable *Opcodes = nullptr;
};

/// \p C in bytes. Its patterns become those of \p Patterns.
std::string writeCpu(const Cpu &C, OpcodePatterns &Patterns, TextPool &Texts);

/// The description in \p A, which with \p Texts outlives it.
std::shared_ptr<Cpu> readCpu(const ArchivedCpu &A, const ArchivedTexts &Texts);

/// What is compiled in; made by takt-cpu-tables.
llvm::ArrayRef<ArchivedCpu> archivedCpus();
const ArchivedTexts &archivedTexts();

} // namespace takt

#endif // TAKT_MODELS_CPUARCHIVE_H
