//===- RunCodeX86.cpp - The machine code of a measurement on x86-64 -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include <cstring>
#include <initializer_list>

using namespace takt;

namespace {

/// Registers by encoding number.
enum : uint8_t { Rax = 0, Rcx = 1, Rdx = 2, Rsp = 4 };

/// Appends instructions; operands in memory are fields of the frame.
class Emitter {
public:
  void bytes(std::initializer_list<uint8_t> B) {
    Code.insert(Code.end(), B.begin(), B.end());
  }
  void body(const CodeBytes &B) { Code.insert(Code.end(), B.begin(), B.end()); }

  /// ModRM, SIB and displacement of [FrameAddress + Field]: no base, no index.
  void field(uint8_t Reg, size_t Field) {
    bytes({static_cast<uint8_t>((Reg & 7) << 3 | 4), 0x25});
    const uint64_t Address = FrameAddress + Field;
    for (unsigned Shift = 0; Shift != 32; Shift += 8)
      Code.push_back(static_cast<uint8_t>(Address >> Shift));
  }
  /// mov r64, field
  void load(uint8_t Reg, size_t Field) {
    bytes({static_cast<uint8_t>(Reg >= 8 ? 0x4c : 0x48), 0x8b});
    field(Reg, Field);
  }
  /// mov field, r64
  void store(uint8_t Reg, size_t Field) {
    bytes({static_cast<uint8_t>(Reg >= 8 ? 0x4c : 0x48), 0x89});
    field(Reg, Field);
  }
  void lfence() { bytes({0x0f, 0xae, 0xe8}); }
  /// The counter into a field, by rax, rcx and rdx. Nothing for the kernel's
  /// counts, which are read outside.
  void timeStamp(size_t Field, Clock With) {
    lfence();
    if (With == Clock::Perf)
      return;
    if (With == Clock::Rdpmc) {
      load(Rcx, offsetof(RunFrame, Counter));
      bytes({0x0f, 0x33}); // rdpmc
    } else {
      bytes({0x0f, 0x31}); // rdtsc
    }
    // shl rdx, 32; or rax, rdx
    bytes({0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0});
    store(Rax, Field);
  }

  CodeBytes Code;
};

constexpr size_t registerField(uint8_t Reg) {
  return offsetof(RunFrame, Registers) + 8 * size_t(Reg);
}

} // namespace

/// push or pop of rbx, rbp, r12 to r15.
static void keepRegisters(Emitter &E, bool Push) {
  if (Push)
    E.bytes({0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57});
  else
    E.bytes({0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b});
}

/// Vector and x87 state.
static void setVectors(Emitter &E, bool Avx) {
  E.bytes({0x0f, 0xae}); // stmxcsr
  E.field(3, offsetof(RunFrame, CallerFloatControl));
  E.bytes({0x0f, 0xae}); // ldmxcsr
  E.field(2, offsetof(RunFrame, FloatControl));
  E.bytes({0xdb, 0xe3}); // fninit
  if (Avx)
    E.bytes({0xc5, 0xf8, 0x77}); // vzeroupper
  for (uint8_t Reg = 0; Reg != 16; ++Reg) {
    if (Reg >= 8)
      E.bytes({0x44});
    E.bytes({0x0f, 0x10}); // movups
    E.field(Reg, offsetof(RunFrame, Vector));
  }
}

/// zmm16 to zmm31 as the others, all bits of the masks set. Intel SDM vol. 2:
/// VBROADCASTSD EVEX.512.66.0F38.W1 19, KXNORQ VEX.L1.0F.W1 46.
static void setVectors512(Emitter &E) {
  for (unsigned Reg = 16; Reg != 32; ++Reg) {
    // The register's upper bits, inverted, are in the prefix.
    E.bytes(
        {0x62, static_cast<uint8_t>(Reg < 24 ? 0xe2 : 0x62), 0xfd, 0x48, 0x19});
    E.field(Reg & 7, offsetof(RunFrame, Vector));
  }
  for (unsigned Reg = 0; Reg != 8; ++Reg)
    E.bytes({0xc4, 0xe1, static_cast<uint8_t>(0x84 | (~Reg & 15) << 3), 0x46,
             static_cast<uint8_t>(0xc0 | Reg << 3 | Reg)});
}

RunCode x86::runCode(const CodeBytes &Body, uint64_t Copies,
                     const CodeChoice &C) {
  Emitter E;
  keepRegisters(E, /*Push=*/true);
  E.store(Rsp, offsetof(RunFrame, StackPointer));
  setVectors(E, C.Avx);
  if (C.Avx512)
    setVectors512(E);
  E.timeStamp(offsetof(RunFrame, Begin), C.With);
  for (uint8_t Reg = 0; Reg != 16; ++Reg)
    E.load(Reg, registerField(Reg));
  E.lfence();
  // To the next instruction: Zen 4 looks for decoded instructions in its op
  // cache from the target of a taken branch on, not in the middle of a row.
  E.bytes({0xeb, 0x00});
  RunCode R;
  R.BodyBegin = E.Code.size();
  E.Code.reserve(E.Code.size() + Body.size() * Copies + 64);
  for (uint64_t I = 0; I != Copies; ++I)
    E.body(Body);
  R.BodyEnd = E.Code.size();
  E.timeStamp(offsetof(RunFrame, End), C.With);
  E.load(Rsp, offsetof(RunFrame, StackPointer));
  E.bytes({0xfc, 0xdb, 0xe3, 0x0f, 0xae}); // cld; fninit; ldmxcsr
  E.field(2, offsetof(RunFrame, CallerFloatControl));
  if (C.Avx)
    E.bytes({0xc5, 0xf8, 0x77});
  keepRegisters(E, /*Push=*/false);
  E.bytes({0xc3});
  R.Bytes = std::move(E.Code);
  return R;
}

/// The loop around what \p E has.
static CodeBytes closeLoop(Emitter E) {
  E.bytes({0x49, 0xff, 0xcf}); // dec r15
  E.bytes({0x0f, 0x85, 0, 0, 0, 0});
  const size_t Jump = E.Code.size() - 6;
  x86::setBranch(&E.Code[Jump], 6, -static_cast<int64_t>(Jump));
  return std::move(E.Code);
}

CodeBytes x86::calibrationLoop() {
  Emitter E;
  for (unsigned I = 0; I != CalibrationAdds; ++I)
    E.bytes({0x48, 0x01, 0xc8}); // add rax, rcx
  return closeLoop(std::move(E));
}

CodeBytes x86::probeLoop() {
  Emitter E;
  for (unsigned I = 0; I != ProbeLoads; ++I)
    E.bytes({0x48, 0x8b, 0x06}); // mov rax, [rsi]
  for (unsigned I = 0; I != ProbeNops; ++I)
    E.bytes({0x31, 0xff}); // xor edi, edi
  return closeLoop(std::move(E));
}

/// Bytes of the distance that the branch ends in; 0: it is no direct branch.
/// Intel SDM vol. 2: Jcc 70 to 7f and 0f 80 to 8f, LOOP and JRCXZ e0 to e3, JMP
/// e9 and eb, behind prefixes.
static size_t distanceSize(const uint8_t *Instr, size_t Size) {
  const auto IsPrefix = [](uint8_t B) {
    return (B & 0xf0) == 0x40 || (B >= 0x64 && B <= 0x67) || B == 0x2e ||
           B == 0x3e || B == 0x26 || B == 0x36 || B == 0xf2 || B == 0xf3;
  };
  size_t At = 0;
  while (At != Size && IsPrefix(Instr[At]))
    ++At;
  const size_t Left = Size - At;
  if (Left == 2 && ((Instr[At] & 0xf0) == 0x70 || (Instr[At] & 0xfc) == 0xe0 ||
                    Instr[At] == 0xeb))
    return 1;
  if ((Left == 5 && Instr[At] == 0xe9) ||
      (Left == 6 && Instr[At] == 0x0f && (Instr[At + 1] & 0xf0) == 0x80))
    return 4;
  return 0;
}

bool x86::setBranch(uint8_t *Instr, size_t Size, int64_t Distance) {
  const size_t Bytes = distanceSize(Instr, Size);
  const int64_t Relative = Distance - static_cast<int64_t>(Size);
  if (Bytes == 1 && Relative == static_cast<int8_t>(Relative)) {
    Instr[Size - 1] = static_cast<uint8_t>(Relative);
    return true;
  }
  if (Bytes != 4 || Relative != static_cast<int32_t>(Relative))
    return false;
  const auto Value = static_cast<int32_t>(Relative);
  std::memcpy(Instr + Size - 4, &Value, 4);
  return true;
}

std::optional<int64_t> x86::branchOf(const uint8_t *Instr, size_t Size) {
  const size_t Bytes = distanceSize(Instr, Size);
  if (Bytes == 0)
    return std::nullopt;
  int32_t Value =
      Instr[Size - 1] < 0x80 ? Instr[Size - 1] : Instr[Size - 1] - 0x100;
  if (Bytes == 4)
    std::memcpy(&Value, Instr + Size - 4, 4);
  return static_cast<int64_t>(Size) + Value;
}
