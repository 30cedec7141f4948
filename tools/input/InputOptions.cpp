//===- InputOptions.cpp - The options that say what is read ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputOptions.h"
#include "takt/models/Cpu.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace takt;

static Expected<std::shared_ptr<const Cpu>> readDescription(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             File + ": " + Buffer.getError().message());
  return parseCpu((*Buffer)->getMemBufferRef());
}

Expected<ReadOptions> InputOptions::read() const {
  ReadOptions R;
  R.Kind = Kind;
  R.Target.Triple = TripleName;
  R.Target.Attributes = Attributes;
  R.Target.IntelSyntax = Intel;
  R.Regions = Regions;
  R.AllLoops = AllLoops;
  R.HexAddress = Alignment;
  if (Alignment > 63)
    return createStringError("--alignment is 0 to 63");
  if (Repeats.getNumOccurrences())
    R.Repeats = Repeats;
  for (const std::string &F : Functions)
    if (Error E = R.Select.addFunction(F))
      return std::move(E);
  if (Addresses.getNumOccurrences())
    if (Error E = R.Select.setAddresses(Addresses))
      return std::move(E);
  for (const std::string &P : Paths)
    if (Error E = R.Select.addPath(P))
      return std::move(E);
  if (SourceRange.getNumOccurrences())
    if (Error E = R.Select.setLines(SourceRange))
      return std::move(E);
  if (!namesCpuFile(CpuName)) {
    R.Target.Cpu = CpuName;
    return R;
  }
  Expected<std::shared_ptr<const Cpu>> C = readDescription(CpuName);
  if (!C)
    return C.takeError();
  R.Target.Description = std::move(*C);
  return R;
}

bool InputOptions::selects() const {
  return !Functions.empty() || Addresses.getNumOccurrences() ||
         SourceRange.getNumOccurrences() || AllLoops ||
         Regions != RegionChoice::Auto;
}
