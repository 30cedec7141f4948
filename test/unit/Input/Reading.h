//===- Reading.h - Reads code in tests --------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_INPUT_READING_H
#define TAKT_TEST_UNIT_INPUT_READING_H

#include "AsmCode.h"
#include "Input.h"
#include <string>
#include <vector>

namespace takt::test {

/// Everything that reading gives.
struct Reading {
  std::vector<CodeRegion> Regions;
  std::vector<std::string> Problems;
  std::string Error; ///< empty: none
};

inline Reading read(llvm::StringRef Bytes, ReadOptions Options,
                    llvm::StringRef Name = "in.s") {
  Reading Result;
  if (Options.Target.Cpu.empty())
    Options.Target.Cpu = "skylake";
  const llvm::MemoryBufferRef Input(Bytes, Name);
  auto T = targetFor(Input, Options);
  if (!T) {
    Result.Error = llvm::toString(T.takeError());
    return Result;
  }
  if (llvm::Error E = readCode(
          Input, **T, Options,
          {[&](CodeRegion R) { Result.Regions.push_back(std::move(R)); },
           [&](llvm::Error P) {
             Result.Problems.push_back(llvm::toString(std::move(P)));
           }}))
    Result.Error = llvm::toString(std::move(E));
  return Result;
}

/// The object file that \p Text is assembled to.
inline std::string object(llvm::StringRef Text, const char *Cpu = "skylake") {
  TargetChoice Choice;
  Choice.Cpu = Cpu;
  auto T = llvm::cantFail(CodeTarget::create(Choice));
  AsmCode Code =
      llvm::cantFail(assemble(*T, llvm::MemoryBufferRef(Text, "in.s")));
  return std::string(Code.Object.begin(), Code.Object.end());
}

} // namespace takt::test

#endif // TAKT_TEST_UNIT_INPUT_READING_H
