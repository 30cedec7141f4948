//===- ToyCpu.h - Made-up CPUs to build kernels for -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On top of LLVM's scheduling models, so that corrections in models/cpus do not
// move what is expected.
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_BUILDER_TOYCPU_H
#define TAKT_TEST_UNIT_BUILDER_TOYCPU_H

#include "AsmHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

namespace takt {
namespace test {

/// Skylake's ports with short names and nothing but an ISA's facts.
inline const char *const ToyX86 = R"(
name: toy
architecture: x86
llvm-cpus: [skylake]
front-end: {source: made up, width: 4}
ports:
  - {name: '0', llvm: [SKLPort0]}
  - {name: '1', llvm: [SKLPort1]}
  - {name: '2', llvm: [SKLPort2]}
  - {name: '3', llvm: [SKLPort3]}
  - {name: '4', llvm: [SKLPort4]}
  - {name: '5', llvm: [SKLPort5]}
  - {name: '6', llvm: [SKLPort6]}
  - {name: '7', llvm: [SKLPort7]}
units:
  - {name: div, llvm: [SKLDivider]}
  - {name: fpdiv, llvm: [SKLFPDivider]}
memory:
  source: made up
  load-ports: ['2', '3']
  store-address-ports: ['2', '3', '7']
  store-data-ports: ['4']
  load-latency: 5
  vector-load-latency: 6
  chained-load-gain: 1
  chained-load-reach: 2047
branches: {source: made up, ports: ['0', '6'], taken-ports: ['6']}
renamer: {source: made up, micro-fusion: true, partial-writes-merge: true, short-constants: 100}
stack-pointer: rsp
ignore-registers: [rip, mxcsr, ds, fs]
flags: {source: made up, register: eflags, groups: [c, z]}
conditions:
  source: made up
  names: [o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g]
  operands: [{match: 'JCC_1|SETCC[rm]'}]
prefixes: {lock: 16}
macro-fusions:
  - {first: 'CMP.*', second: JCC_1, conditions: [e, ne], memory-immediate: false, source: made up}
  - {first: DEC64r, second: JCC_1, memory: false, source: made up}
  - {first: TEST64rr, second: JCC_1, source: made up}
  - {first: TEST64mr, second: JCC_1, memory: false, source: made up}
)";

/// A builder for a description and LLVM's CPU \p LLVMCpu.
class Toy {
public:
  Toy(llvm::StringRef Description, llvm::StringRef Arch = "x86_64",
      llvm::StringRef LLVMCpu = "skylake")
      : A(Arch, LLVMCpu) {
    auto Parsed = parseCpu({Description, "toy.yaml"});
    if (!Parsed) {
      Message = llvm::toString(Parsed.takeError());
      return;
    }
    C = *Parsed;
    auto Created = KernelBuilder::create(A.target(), C);
    if (Created)
      B = std::move(*Created);
    else
      Message = llvm::toString(Created.takeError());
  }

  /// The kernel as text, or why there is none. A last branch is taken.
  std::string build(llvm::StringRef Text) {
    if (!B)
      return Message;
    std::vector<CodeInstr> Code = A.assemble(Text);
    if (!Code.empty())
      Code.back().Taken = true;
    auto K = B->build(Code, Notion::Loop);
    if (!K)
      return llvm::toString(K.takeError());
    llvm::Error E = K->verify(B->cpu().Resources.size());
    EXPECT_FALSE(bool(E)) << llvm::toString(std::move(E));
    return dump(*K, B->cpu());
  }

  Assembler A;
  std::shared_ptr<const Cpu> C;
  std::unique_ptr<KernelBuilder> B;
  std::string Message;
};

/// ToyX86 with corrections.
inline std::string corrected(llvm::StringRef Corrections) {
  return (ToyX86 + ("corrections:\n" + Corrections)).str();
}

using Cases = std::vector<std::pair<const char *, const char *>>;

inline void check(Toy &T, const Cases &Wanted) {
  for (const auto &[Text, Expected] : Wanted)
    EXPECT_EQ(T.build(Text), Expected) << Text;
}

} // namespace test
} // namespace takt

#endif // TAKT_TEST_UNIT_BUILDER_TOYCPU_H
