//===- RunCode.cpp - The machine code of a measurement --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCode.h"
#include "Emitter.h"
#include <cstring>

using namespace takt;

RunCode takt::runCode(const CodeBytes &Body, uint64_t Copies,
                      const CodeChoice &Choice) {
  return Choice.For == Arch::X86_64 ? x86::runCode(Body, Copies, Choice)
                                    : aarch64::runCode(Body, Copies, Choice);
}

CodeBytes takt::calibrationLoop(Arch For) {
  return For == Arch::X86_64 ? x86::calibrationLoop()
                             : aarch64::calibrationLoop();
}

CodeBytes takt::probeLoop(Arch For) {
  return For == Arch::X86_64 ? x86::probeLoop() : aarch64::probeLoop();
}

bool takt::setBranch(Arch For, uint8_t *Instr, size_t Size, int64_t Distance) {
  if (For == Arch::X86_64)
    return x86::setBranch(Instr, Size, Distance);
  uint32_t Word = 0;
  std::memcpy(&Word, Instr, 4);
  if (!aarch64::setBranch(Word, Distance))
    return false;
  std::memcpy(Instr, &Word, 4);
  return true;
}

std::optional<int64_t> takt::branchOf(Arch For, const uint8_t *Instr,
                                      size_t Size) {
  if (For == Arch::X86_64)
    return x86::branchOf(Instr, Size);
  uint32_t Word = 0;
  std::memcpy(&Word, Instr, 4);
  return aarch64::branchOf(Word);
}
