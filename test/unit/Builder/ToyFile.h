//===- ToyFile.h - Made-up descriptions to read -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_BUILDER_TOYFILE_H
#define TAKT_TEST_UNIT_BUILDER_TOYFILE_H

#include "takt/models/Cpu.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

namespace takt {
namespace test {

/// The description in \p Text, or the error message.
struct Parsed {
  explicit Parsed(llvm::StringRef Text, llvm::StringRef Name = "toy.yaml") {
    auto Result = parseCpu({Text, Name});
    if (Result)
      C = *Result;
    else
      Message = llvm::toString(Result.takeError());
  }
  std::shared_ptr<const Cpu> C;
  std::string Message;
};

/// A complete description of seven lines, the third of which is \p FrontEnd;
/// \p More is appended as line 8.
inline std::string
toy(llvm::StringRef More,
    llvm::StringRef FrontEnd = "front-end: {source: made up, width: 4}") {
  return ("name: toy\nllvm-cpus: [toy]\n" + FrontEnd + R"(
ports: [{name: p0, llvm: [A]}, {name: p1, llvm: [B, C]}]
units: [{name: div, llvm: [D]}]
conditions: {source: made up, names: [e, ne], operands: [{match: J}]}
flags: {source: made up, register: flags, groups: [c, z]}
)" + More)
      .str();
}

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_BUILDER_TOYFILE_H
