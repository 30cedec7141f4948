//===- RunCodeAArch64.cpp - The machine code of a measurement on AArch64 --===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodings are those of the Arm ARM, DDI 0487, section C6.2 and C7.2.
///
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace takt;

namespace {

/// x30 points to the frame while nothing else is in it; x29 is scratch then.
constexpr uint32_t Scratch = 29, Frame = 30, Sp = 31;
constexpr uint32_t Isb = 0xd5033fdf, Ret = 0xd65f03c0;

class Emitter {
public:
  void word(uint32_t W) {
    for (unsigned Shift = 0; Shift != 32; Shift += 8)
      Code.push_back(static_cast<uint8_t>(W >> Shift));
  }
  /// movz x30, #low; movk x30, #high, lsl #16
  void frame() {
    word(0xd2800000 | (FrameAddress & 0xffff) << 5 | Frame);
    word(0xf2a00000 | (FrameAddress >> 16) << 5 | Frame);
  }
  /// ldr or str of an x register and [x30, #field]
  void load(uint32_t Reg, size_t Field) { access(0xf9400000, Reg, Field); }
  void store(uint32_t Reg, size_t Field) { access(0xf9000000, Reg, Field); }
  /// The same of a d register.
  void loadD(uint32_t Reg, size_t Field) { access(0xfd400000, Reg, Field); }
  void storeD(uint32_t Reg, size_t Field) { access(0xfd000000, Reg, Field); }
  /// ldr q, [x30, #field]
  void loadQ(uint32_t Reg, size_t Field) {
    word(0x3dc00000 | static_cast<uint32_t>(Field / 16) << 10 | Frame << 5 |
         Reg);
  }
  /// mov to or from sp: add x, x, #0
  void move(uint32_t To, uint32_t From) { word(0x91000000 | From << 5 | To); }
  /// isb; mrs x29, cntvct_el0; str x29, field
  void timeStamp(size_t Field, Clock With) {
    word(Isb);
    if (With == Clock::Perf)
      return;
    word(0xd53be040 | Scratch);
    store(Scratch, Field);
  }
  /// Floating-point control: mrs or msr of x29.
  void readControl() { word(0xd53b4400 | Scratch); }
  void writeControl() { word(0xd51b4400 | Scratch); }

  CodeBytes Code;

private:
  void access(uint32_t Opcode, uint32_t Reg, size_t Field) {
    word(Opcode | static_cast<uint32_t>(Field / 8) << 10 | Frame << 5 | Reg);
  }
};

constexpr size_t registerField(uint32_t Reg) {
  return offsetof(RunFrame, Registers) + 8 * size_t(Reg);
}
constexpr size_t keptField(uint32_t Number) {
  return offsetof(RunFrame, Kept) + 8 * size_t(Number);
}

} // namespace

/// x19 to x29 and d8 to d15 to the frame or back; x30 is kept by keepLink.
static void keepRegisters(Emitter &E, bool Store) {
  for (uint32_t I = 0; I != 11; ++I)
    Store ? E.store(19 + I, keptField(I)) : E.load(19 + I, keptField(I));
  for (uint32_t I = 0; I != 8; ++I)
    Store ? E.storeD(8 + I, keptField(12 + I))
          : E.loadD(8 + I, keptField(12 + I));
}

/// Registers and floating-point control as the body finds them.
static void begin(Emitter &E, const CodeChoice &C) {
  // The link register is kept by way of x16, which the ABI leaves to us.
  E.word(0xaa1e03f0); // mov x16, x30
  E.frame();
  E.store(16, keptField(11));
  keepRegisters(E, /*Store=*/true);
  E.move(Scratch, Sp);
  E.store(Scratch, offsetof(RunFrame, StackPointer));
  E.readControl();
  E.store(Scratch, offsetof(RunFrame, CallerFloatControl));
  E.load(Scratch, offsetof(RunFrame, FloatControl));
  E.writeControl();
  for (uint32_t Reg = 0; Reg != 32; ++Reg)
    E.loadQ(Reg, offsetof(RunFrame, Vector));
  E.load(Scratch, registerField(Sp));
  E.move(Sp, Scratch);
  E.timeStamp(offsetof(RunFrame, Begin), C.With);
  for (uint32_t Reg = 0; Reg != 31; ++Reg)
    E.load(Reg, registerField(Reg));
  E.word(Isb);
}

static void end(Emitter &E, const CodeChoice &C) {
  E.frame();
  E.timeStamp(offsetof(RunFrame, End), C.With);
  E.load(Scratch, offsetof(RunFrame, StackPointer));
  E.move(Sp, Scratch);
  E.load(Scratch, offsetof(RunFrame, CallerFloatControl));
  E.writeControl();
  keepRegisters(E, /*Store=*/false);
  E.load(Frame, keptField(11));
  E.word(Ret);
}

RunCode aarch64::runCode(const CodeBytes &Body, uint64_t Copies,
                         const CodeChoice &C) {
  Emitter E;
  begin(E, C);
  RunCode R;
  R.BodyBegin = E.Code.size();
  for (uint64_t I = 0; I != Copies; ++I)
    E.Code.insert(E.Code.end(), Body.begin(), Body.end());
  R.BodyEnd = E.Code.size();
  end(E, C);
  R.Bytes = std::move(E.Code);
  return R;
}

/// The loop around what \p E has.
static CodeBytes closeLoop(Emitter E) {
  E.word(0xf10005ef);         // subs x15, x15, #1
  uint32_t Jump = 0x54000001; // b.ne
  aarch64::setBranch(Jump, -static_cast<int64_t>(E.Code.size()));
  E.word(Jump);
  return std::move(E.Code);
}

CodeBytes aarch64::calibrationLoop() {
  Emitter E;
  for (unsigned I = 0; I != CalibrationAdds; ++I)
    E.word(0x8b010000); // add x0, x0, x1
  return closeLoop(std::move(E));
}

CodeBytes aarch64::probeLoop() {
  Emitter E;
  for (unsigned I = 0; I != ProbeLoads; ++I)
    E.word(0xf94000c0); // ldr x0, [x6]
  for (unsigned I = 0; I != ProbeNops; ++I)
    E.word(0xd503201f); // nop
  return closeLoop(std::move(E));
}

namespace {

/// Where a branch holds its distance, in words.
struct Distance {
  unsigned Shift = 0, Bits = 0;
};

} // namespace

/// B and BL; B.cond and BC.cond; CBZ and CBNZ; TBZ and TBNZ.
static Distance distanceIn(uint32_t W) {
  if ((W & 0x7c000000) == 0x14000000)
    return {0, 26};
  if ((W & 0xff000000) == 0x54000000 || (W & 0x7e000000) == 0x34000000)
    return {5, 19};
  if ((W & 0x7e000000) == 0x36000000)
    return {5, 14};
  return {};
}

bool aarch64::setBranch(uint32_t &Instr, int64_t Bytes) {
  const Distance D = distanceIn(Instr);
  if (D.Bits == 0 || Bytes % 4 != 0)
    return false;
  const int64_t Words = Bytes / 4, Reach = int64_t(1) << (D.Bits - 1);
  if (Words >= Reach || Words < -Reach)
    return false;
  const uint32_t Mask = (1u << D.Bits) - 1;
  Instr = (Instr & ~(Mask << D.Shift)) | (static_cast<uint32_t>(Words) & Mask)
                                             << D.Shift;
  return true;
}

std::optional<int64_t> aarch64::branchOf(uint32_t Instr) {
  const Distance D = distanceIn(Instr);
  if (D.Bits == 0)
    return std::nullopt;
  // Sign-extended.
  const uint32_t Field = Instr >> D.Shift << (32 - D.Bits);
  return int64_t(static_cast<int32_t>(Field) >> (32 - D.Bits)) * 4;
}
