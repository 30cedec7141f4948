//===- CpuArchiveTest.cpp - Tests of what is compiled in ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuArchive.h"
#include "AsmHelper.h"
#include "CpuFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;

namespace {

/// The description in the file itself.
llvm::Expected<std::shared_ptr<const Cpu>> fromFile(const ArchivedCpu &A) {
  if (A.Generic)
    return resolveGeneric(A.Name);
  for (auto [Name, Text] : embeddedCpuFiles())
    if (Name == A.Name)
      return parseCpu({Text, embeddedPath(Name)});
  return llvm::createStringError("no such file");
}

/// All that a description says, as bytes and texts.
std::pair<std::string, std::string> contents(const Cpu &C) {
  OpcodePatterns Patterns;
  TextPool Texts;
  std::string Bytes = writeCpu(C, Patterns, Texts);
  return {Bytes, Texts.texts().All.str()};
}

TEST(CpuArchive, SaysWhatTheFilesSay) {
  EXPECT_GT(archivedCpus().size(), knownCpus().size()) << "generic ones, too";
  for (const ArchivedCpu &A : archivedCpus()) {
    auto File = fromFile(A);
    ASSERT_TRUE(bool(File)) << llvm::toString(File.takeError());
    std::shared_ptr<Cpu> Read = readCpu(A, archivedTexts());
    EXPECT_EQ(Read->Name, A.Name);
    EXPECT_EQ(Read->Architecture, A.Architecture);
    EXPECT_EQ(Read->Generic, A.Generic);
    EXPECT_TRUE(llvm::equal(Read->LLVMCpus, A.LLVMCpus));
    EXPECT_TRUE(Read->CompiledIn);
    EXPECT_FALSE((*File)->CompiledIn);
    EXPECT_EQ(Read->Corrections.size(), (*File)->Corrections.size());
    EXPECT_TRUE(contents(*Read) == contents(**File)) << A.Name.str();
  }
}

/// A change of any kind shows in the contents, or the test above means nothing.
TEST(CpuArchive, TellsDescriptionsApart) {
  Cpu C = *findCpu("skylake");
  const auto Before = contents(C);
  C.Memory.FullWidth = 16;
  C.Memory.StoreBlock = 32;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Memory.LoadRetry = 1;
  EXPECT_FALSE(contents(C) == Before);
  for (unsigned MemoryPipes::*Of :
       {&MemoryPipes::StoreBlockQueue, &MemoryPipes::PageBytes,
        &MemoryPipes::PageStoreDelay, &MemoryPipes::WideForward,
        &MemoryPipes::WideForwardDelay, &MemoryPipes::KnownBlocks,
        &MemoryPipes::KnownAfter}) {
    C = *findCpu("skylake");
    C.Memory.*Of = 7;
    EXPECT_FALSE(contents(C) == Before);
  }
  for (unsigned LoneStores::*Of : {&LoneStores::Turns, &LoneStores::Accesses}) {
    C = *findCpu("skylake");
    C.Memory.Lone.*Of = 7;
    EXPECT_FALSE(contents(C) == Before);
  }
  for (unsigned CacheBanks::*Of :
       {&CacheBanks::Bytes, &CacheBanks::Count, &CacheBanks::Ways}) {
    C = *findCpu("skylake");
    C.Memory.Banks.*Of = 1;
    EXPECT_FALSE(contents(C) == Before);
  }
  C = *findCpu("skylake");
  C.Fetch.OpCache.LinesAhead = 1;
  C.Fetch.OpCache.CountsInstrs = true;
  C.Fetch.OpCache.LineAgain = 2;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Fetch.OpCache.BranchesByEnd = true;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Fetch.OpCache.SecondBehind = 4;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Fetch.OpCache.StartsFull = true;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Rename.WholeUops = 2;
  EXPECT_FALSE(contents(C) == Before);
  for (bool Renamer::*Of :
       {&Renamer::StackInAddresses, &Renamer::StackSyncsEveryUse}) {
    C = *findCpu("skylake");
    C.Rename.*Of = true;
    EXPECT_FALSE(contents(C) == Before);
  }
  C = *findCpu("skylake");
  C.Rename.MicrocodeApart = true;
  EXPECT_FALSE(contents(C) == Before);
  for (unsigned CycleBinding::*Of :
       {&CycleBinding::SeenAfter, &CycleBinding::LeftAfter,
        &CycleBinding::FreeAfter, &CycleBinding::Reserve}) {
    C = *findCpu("skylake");
    C.Binding.*Of = 7;
    EXPECT_FALSE(contents(C) == Before);
  }
  C = *findCpu("skylake");
  C.Binding.SinglePorts = 1;
  EXPECT_FALSE(contents(C) == Before);
  for (unsigned PlaceBinding::*Of :
       {&PlaceBinding::Difference, &PlaceBinding::DifferenceAfter,
        &PlaceBinding::Total, &PlaceBinding::TotalAfter, &PlaceBinding::Flow,
        &PlaceBinding::FlowCycles, &PlaceBinding::FlowAfter,
        &PlaceBinding::Uneven, &PlaceBinding::UnevenAfter,
        &PlaceBinding::Full}) {
    C = *findCpu("skylake");
    C.Places.*Of = 7;
    EXPECT_FALSE(contents(C) == Before);
  }
  for (std::vector<uint8_t> PlaceBinding::*Of :
       {&PlaceBinding::Even, &PlaceBinding::Odd}) {
    C = *findCpu("skylake");
    (C.Places.*Of).push_back(1);
    EXPECT_FALSE(contents(C) == Before);
  }
  for (unsigned HalfBinding::*Of :
       {&HalfBinding::Difference, &HalfBinding::Entries}) {
    C = *findCpu("skylake");
    C.Halves.*Of = 7;
    EXPECT_FALSE(contents(C) == Before);
  }
  for (unsigned Side : {0, 1}) {
    C = *findCpu("skylake");
    C.Halves.Ports[Side].push_back(1);
    EXPECT_FALSE(contents(C) == Before);
  }
  C = *findCpu("skylake");
  C.ComplexAddressLatency = 1;
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.BranchOrder.push_back(1);
  EXPECT_FALSE(contents(C) == Before);
  C = *findCpu("skylake");
  C.Queues.push_back({"q", 1, std::nullopt, 4, std::nullopt});
  const auto WithQueue = contents(C);
  EXPECT_FALSE(WithQueue == Before);
  C.Queues.back().Waiting = 4;
  EXPECT_FALSE(contents(C) == WithQueue);
  C = *findCpu("skylake");
  C.Corrections = CorrectionList();
  for (Correction K : findCpu("skylake")->Corrections) {
    if (K.Uops && !K.Uops->empty() && K.Uops->back().Writes)
      K.Uops->back().Writes->back().Latency += 1;
    C.Corrections.append(std::move(K));
  }
  EXPECT_FALSE(contents(C) == Before);
}

/// Every opcode of LLVM's has the corrections that its name matches.
TEST(CpuArchive, TablesFindWhatPatternsMatch) {
  for (const ArchivedCpu &A : archivedCpus()) {
    if (A.Generic)
      continue;
    auto File = fromFile(A);
    ASSERT_TRUE(bool(File)) << llvm::toString(File.takeError());
    std::shared_ptr<Cpu> Read = readCpu(A, archivedTexts());
    Assembler Asm(A.Architecture == "x86" ? "x86_64" : A.Architecture,
                  A.LLVMCpus.front());
    const llvm::MCInstrInfo &MII = Asm.target().MII;
    auto Matching = [](const Cpu &C, llvm::StringRef Opcode) {
      std::vector<unsigned> Numbers;
      PatternIds Patterns = C.Patterns->matching(Opcode);
      for (size_t I = 0; I < C.Corrections.size(); ++I)
        if (llvm::is_contained(Patterns, C.Corrections.pattern(I)))
          Numbers.push_back(I);
      return Numbers;
    };
    for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); Opcode += 5) {
      llvm::StringRef Name = MII.getName(Opcode);
      ASSERT_EQ(Matching(*Read, Name), Matching(**File, Name)) << Name.str();
    }
  }
}

} // namespace
