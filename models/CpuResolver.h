//===- CpuResolver.h - Merging a description --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the files of a CPU and its parents to a Cpu. Single values and the
/// lists of ports, units and ignored units of a child replace the parent's;
/// corrections, macro-fusions and ignored registers are appended. Names are
/// resolved when everything is merged, so that a parent's corrections mean the
/// child's ports.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPURESOLVER_H
#define TAKT_MODELS_CPURESOLVER_H

#include "CpuFile.h"
#include "OpcodePatterns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace takt {

/// Merges one chain of files. A step a part of the description; each is in the
/// source file that its comment names.
class CpuResolver {
  using Error = llvm::Error;

public:
  explicit CpuResolver(llvm::ArrayRef<CpuFile> Chain)
      : Chain(Chain), C(std::make_shared<Cpu>()),
        Patterns(std::make_shared<OpcodePatterns>()) {}

  llvm::Expected<std::shared_ptr<const Cpu>> run();

private:
  // CpuResolve.cpp
  Error identify();
  void mergeNumbers(const CpuFile &F);
  Error addResources(const CpuFile &F, llvm::ArrayRef<FileResource> List,
                     bool IsPort);
  Error resolveResources();
  Error resolveRoles(const CpuFile &F);
  Error resolveBanks(const CpuFile &F, const FileBanks &B);
  Error resolveStorePage(const CpuFile &F, const FileBytesDelay &P);
  Error resolveFlags(const CpuFile &F);
  Error resolveConditions(const CpuFile &F);

  // CpuResolvePipeline.cpp
  void mergeFrontEnd(const FileFrontEnd &F);
  void mergeIntel(const FileFrontEnd &F);
  void mergeOpCache(const FileFrontEnd &F);
  Error mergeLoopStream(const CpuFile &F);
  Error mergeOpCacheFits(const CpuFile &F);
  void mergeMemory(const FileMemory &M);
  void mergeBuffers(const CpuFile &F);
  void mergeRenamer(const FileRenamer &R);
  Error resolveSharedReads(const CpuFile &F, const FileSharedReads &R);
  Error resolvePortOrder(const CpuFile &F, const FileRenamer &R);
  Error resolveRenamer(const CpuFile &F);
  Error resolveLoads(const CpuFile &F);
  Error resolveClock(const CpuFile &F);
  Error checkFrontEndParts() const;
  Error checkFrontEnd() const;
  Error checkRenamer() const;
  Error checkQueuesAtIssue(const CpuFile &Renamer) const;

  // CpuResolveQueues.cpp
  Error checkQueue(const CpuFile &F, const FileQueue &From,
                   const DispatchQueue &To) const;
  Error resolveQueues(const CpuFile &F);
  Error resolveBinding(const CpuFile &F);
  Error resolveSide(const CpuFile &F, const FilePorts &From,
                    std::vector<uint8_t> &To, ResourceMask &Seen);
  Error checkCommonEntries(const CpuFile &F, const FilePorts &From,
                           llvm::StringRef Key) const;
  Error resolvePlaces(const CpuFile &F);
  Error resolveHalves(const CpuFile &F);
  Error resolveTogether(const CpuFile &F);
  Error resolveBranchOrder(const CpuFile &F);

  // CpuDomains.cpp
  Error domains(const CpuFile &F, const FilePorts &From, DomainMask &To) const;
  Error resolveDomains(const CpuFile &F);

  // CpuResolveCorrections.cpp
  Error addValueRule(const CpuFile &F, const FileValueRule &From);
  Error addFusion(const CpuFile &F, const FileFusion &From);
  Error form(const CpuFile &F, const FileForm &From, FormCondition &To) const;
  Error addCorrection(const CpuFile &F, const FileCorrection &From);
  Error uops(const CpuFile &F, llvm::ArrayRef<FileUop> From,
             std::vector<UopSpec> &To) const;
  Error uop(const CpuFile &F, const FileUop &From, UopSpec &To) const;
  std::string noPorts(UopKind Kind) const;
  Error value(const CpuFile &F, llvm::StringRef Text, const FileName &At,
              UopValue &To) const;
  Error dataFlow(const CpuFile &F, const FileUop &From, uint64_t &TempsMade,
                 UopSpec &To) const;

  // Names, CpuResolve.cpp.
  Error addPort(const CpuFile &F, const FileName &N, ResourceMask &Mask) const;
  Error mask(const CpuFile &F, const FilePorts &Ports,
             ResourceMask &Mask) const;
  Error pattern(const CpuFile &F, const FileName &Text, PatternId &Id);
  Error conditions(const CpuFile &F, llvm::ArrayRef<FileName> Names,
                   std::vector<std::string> &To) const;
  Error flagGroups(const CpuFile &F,
                   const std::optional<std::vector<FileName>> &Names,
                   std::optional<std::vector<std::string>> &To) const;

  static FilePosition where(const CpuFile &F, const FileName &N) {
    return {F.Path, N.Line, N.Column};
  }
  static Error at(const CpuFile &F, const FileName &N,
                  const llvm::Twine &What) {
    return fileError(F.Path, N.Line, N.Column, What);
  }
  template <typename T, typename V>
  static void set(T &To, const std::optional<V> &From) {
    if (From)
      To = From->Value;
  }
  static void set(bool &To, const std::optional<bool> &From) {
    To = From.value_or(To);
  }

  /// The last file of the chain that says something under \p Member.
  template <typename T>
  const CpuFile *lastWith(std::optional<T> CpuFile::*Member) const {
    for (const CpuFile &F : llvm::reverse(Chain))
      if (F.*Member)
        return &F;
    return nullptr;
  }

  llvm::ArrayRef<CpuFile> Chain;
  std::shared_ptr<Cpu> C;
  std::shared_ptr<OpcodePatterns> Patterns;
  /// Groups of ports by name, each from the last file that has it.
  llvm::StringMap<std::pair<const CpuFile *, const FilePorts *>> PortGroups;
};

} // namespace takt

#endif // TAKT_MODELS_CPURESOLVER_H
