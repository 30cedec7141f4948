//===- RunCode.cpp - The machine code of a measurement --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCode.h"
#include <initializer_list>

using namespace llvm;
using namespace takt;

namespace {

/// Registers by encoding number.
enum : uint8_t { Rax = 0, Rcx = 1, Rdx = 2, Rsp = 4 };

/// Appends instructions; operands in memory are fields of the frame.
class Emitter {
public:
  void bytes(std::initializer_list<uint8_t> B) { Code.append(B); }
  void body(ArrayRef<uint8_t> B) { Code.append(B.begin(), B.end()); }

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
  /// rdtsc; shl rdx, 32; or rax, rdx; mov field, rax
  void timeStamp(size_t Field) {
    lfence();
    bytes({0x0f, 0x31, 0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0});
    store(Rax, Field);
  }
  /// nops up to a multiple of Alignment.
  void pad(size_t Alignment) {
    while (Code.size() % Alignment)
      Code.push_back(0x90);
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

/// Vector and x87 state, and every general register but rax and rdx.
static void setState(Emitter &E, bool Avx) {
  E.bytes({0x0f, 0xae}); // stmxcsr
  E.field(3, offsetof(RunFrame, CallerMxcsr));
  E.bytes({0x0f, 0xae}); // ldmxcsr
  E.field(2, offsetof(RunFrame, Mxcsr));
  E.bytes({0xdb, 0xe3}); // fninit
  if (Avx)
    E.bytes({0xc5, 0xf8, 0x77}); // vzeroupper
  for (uint8_t Reg = 0; Reg != 16; ++Reg) {
    if (Reg >= 8)
      E.bytes({0x44});
    E.bytes({0x0f, 0x10}); // movups
    E.field(Reg, offsetof(RunFrame, Vector));
  }
  for (uint8_t Reg = 0; Reg != 16; ++Reg)
    if (Reg != Rax && Reg != Rdx)
      E.load(Reg, registerField(Reg));
}

CodeBytes takt::runCode(ArrayRef<uint8_t> Body, uint64_t Copies, bool Avx) {
  Emitter E;
  keepRegisters(E, /*Push=*/true);
  E.store(Rsp, offsetof(RunFrame, StackPointer));
  setState(E, Avx);
  E.timeStamp(offsetof(RunFrame, Begin));
  E.load(Rax, registerField(Rax));
  E.load(Rdx, registerField(Rdx));
  E.lfence();
  E.pad(BodyAlignment);
  for (uint64_t I = 0; I != Copies; ++I)
    E.body(Body);
  E.timeStamp(offsetof(RunFrame, End));
  E.load(Rsp, offsetof(RunFrame, StackPointer));
  E.bytes({0xfc, 0xdb, 0xe3, 0x0f, 0xae}); // cld; fninit; ldmxcsr
  E.field(2, offsetof(RunFrame, CallerMxcsr));
  keepRegisters(E, /*Push=*/false);
  E.bytes({0xc3});
  return std::move(E.Code);
}

CodeBytes takt::calibrationLoop() {
  Emitter E;
  for (unsigned I = 0; I != CalibrationAdds; ++I)
    E.bytes({0x48, 0x01, 0xc8}); // add rax, rcx
  E.bytes({0x49, 0xff, 0xcf});   // dec r15
  E.bytes({0x0f, 0x85});         // jnz
  const auto Back =
      static_cast<uint32_t>(-static_cast<int32_t>(E.Code.size() + 4));
  for (unsigned Shift = 0; Shift != 32; Shift += 8)
    E.bytes({static_cast<uint8_t>(Back >> Shift)});
  return std::move(E.Code);
}
