//===- FuzzInput.cpp - Arbitrary bytes as input -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A libFuzzer target: whatever the bytes are, reading them ends in regions and
/// errors, and every region holds what CodeRegion promises.
///
//===----------------------------------------------------------------------===//

#include "Input.h"
#include <cstdint>
#include <cstdlib>

using namespace llvm;
using namespace takt;

static void check(const CodeRegion &R) {
  for (const CodeInstr &I : R.Instrs)
    if (I.Size == 0)
      abort();
  if (R.Range.Start > R.Range.End || (R.Instrs.empty() && R.WhyNot.empty()) ||
      (!R.Positions.empty() && R.Positions.size() != R.Instrs.size()))
    abort();
}

static void run(StringRef Bytes, const char *Cpu, InputKind Kind) {
  ReadOptions Options;
  Options.Kind = Kind;
  Options.Target.Cpu = Cpu;
  Options.AllLoops = true;
  const MemoryBufferRef Input(Bytes, "fuzz");
  Expected<std::unique_ptr<CodeTarget>> T = targetFor(Input, Options);
  if (!T)
    return consumeError(T.takeError());
  consumeError(readCode(Input, **T, Options,
                        {[](CodeRegion R) { check(R); },
                         [](Error E) { consumeError(std::move(E)); }}));
}

#if defined(TAKT_FUZZ_ASM)
// LLVM 19's assembler does not free the macros that are open when it stops at
// an error (AsmParser::ActiveMacros).
extern "C" const char *__lsan_default_suppressions() { return "leak:libLLVM"; }
#endif

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
#if defined(TAKT_FUZZ_OBJECT)
  constexpr InputKind Kind = InputKind::Object;
#elif defined(TAKT_FUZZ_ASM)
  constexpr InputKind Kind = InputKind::Assembly;
#else
  constexpr InputKind Kind = InputKind::Hex;
#endif
  run(Bytes, "skylake", Kind);
  run(Bytes, "cortex-a72", Kind);
  return 0;
}
