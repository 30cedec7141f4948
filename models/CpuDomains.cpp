//===- CpuDomains.cpp - Domains of a CPU file ----------------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The keys below `domains`, and what they mean.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"
#include "CpuResolver.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;
using llvm::Error;

LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileDomain)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileDomainDelay)

namespace llvm {
namespace yaml {

template <> struct MappingTraits<FileDomain> {
  static void mapping(IO &IO, FileDomain &D) {
    IO.mapRequired("name", D.Name);
    IO.mapRequired("match", D.Match);
  }
};

template <> struct MappingTraits<FileDomainDelay> {
  static void mapping(IO &IO, FileDomainDelay &D) {
    IO.mapRequired("from", D.From);
    IO.mapOptional("to", D.To);
    IO.mapRequired("cycles", D.Cycles);
  }
};

void MappingTraits<FileDomains>::mapping(IO &IO, FileDomains &D) {
  IO.mapRequired("source", D.Source);
  IO.mapRequired("list", D.List);
  IO.mapRequired("delays", D.Delays);
}

} // namespace yaml
} // namespace llvm

/// The set of the domains that \p From names.
Error CpuResolver::domains(const CpuFile &F, const FilePorts &From,
                           DomainMask &To) const {
  for (const FileName &Name : From.Names) {
    const auto &List = C->ResultDomains.List;
    const auto Found = llvm::find_if(
        List, [&](const Domain &D) { return D.Name == Name.Text; });
    if (Found == List.end())
      return at(F, Name, "'" + Name.Text + "' is no domain of " + C->Name);
    To |= DomainMask(1) << (Found - List.begin());
  }
  return Error::success();
}

Error CpuResolver::resolveDomains(const CpuFile &F) {
  // They are replaced as a whole, like queues.
  if (!F.Domains || &F != lastWith(&CpuFile::Domains))
    return Error::success();
  std::vector<Domain> &List = C->ResultDomains.List;
  for (const FileDomain &From : F.Domains->List) {
    if (llvm::any_of(List,
                     [&](const Domain &D) { return D.Name == From.Name.Text; }))
      return at(F, From.Name, "'" + From.Name.Text + "' is described twice");
    if (List.size() == Domain::None)
      return at(F, From.Name,
                "more than " + llvm::Twine(Domain::None) + " domains");
    Domain &To = List.emplace_back();
    To.Name = From.Name.Text;
    To.Match = From.Match.Text;
    To.Where = where(F, From.Match);
    if (Error E = pattern(F, From.Match, To.Pattern))
      return E;
  }
  for (const FileDomainDelay &From : F.Domains->Delays) {
    DomainDelay &To = C->ResultDomains.Delays.emplace_back();
    To.Cycles = From.Cycles.Value;
    if (Error E = domains(F, From.From, To.From))
      return E;
    To.To = ~To.From;
    if (!From.To)
      continue;
    To.To = 0;
    if (Error E = domains(F, *From.To, To.To))
      return E;
  }
  return Error::success();
}
