//===- Block.cpp - Straight pieces of code ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace takt;

StringRef takt::regionKindName(RegionKind K) {
  switch (K) {
  case RegionKind::Loop:
    return "loop";
  case RegionKind::Path:
    return "path";
  case RegionKind::Marked:
    return "marked";
  case RegionKind::Range:
    return "range";
  case RegionKind::Section:
    return "section";
  case RegionKind::Block:
    return "block";
  }
  llvm_unreachable("unknown region kind");
}

Error takt::parseHex(StringRef Text, SmallVectorImpl<uint8_t> &Bytes) {
  Bytes.clear();
  for (size_t I = 0, N = Text.size(); I < N;) {
    if (isSpace(Text[I])) {
      ++I;
      continue;
    }
    if (Text[I] == '0' && I + 1 < N &&
        (Text[I + 1] == 'x' || Text[I + 1] == 'X')) {
      I += 2;
      if (I < N && isHexDigit(Text[I]))
        continue;
      return createStringError("hex: no digits behind '0x' at character " +
                               Twine(I - 1));
    }
    const unsigned High = hexDigitValue(Text[I]);
    if (High == ~0U)
      return createStringError(
          "hex: unexpected character " +
          (isPrint(Text[I]) ? "'" + Twine(Text[I]) + "'"
                            : Twine("0x") + utohexstr(uint8_t(Text[I]), true)) +
          " at character " + Twine(I + 1));
    const unsigned Low = I + 1 < N ? hexDigitValue(Text[I + 1]) : ~0U;
    if (Low == ~0U)
      return createStringError("hex: half a byte at character " + Twine(I + 1));
    Bytes.push_back(static_cast<uint8_t>(High << 4 | Low));
    I += 2;
  }
  if (Bytes.empty())
    return createStringError("hex: no bytes");
  return Error::success();
}

static std::string hexBytes(ArrayRef<uint8_t> Bytes) {
  std::string S;
  for (const uint8_t B : Bytes.take_front(8))
    S += (S.empty() ? "" : " ") + toHex(ArrayRef(B), /*LowerCase=*/true);
  return Bytes.size() > 8 ? S + " ..." : S;
}

/// True if the last instruction of \p R is a branch to \p To.
static bool endsInBranchTo(const CodeTarget &T, const CodeRegion &R,
                           uint64_t To) {
  if (R.Instrs.empty())
    return false;
  const CodeInstr &Last = R.Instrs.back();
  const MCInstrAnalysis &MIA = *T.ref().MIA;
  uint64_t Target = 0;
  return !MIA.isCall(Last.Inst) &&
         MIA.evaluateBranch(Last.Inst, Last.Offset, Last.Size, Target) &&
         Target == To;
}

Error takt::decodeBlock(CodeTarget &T, ArrayRef<uint8_t> Bytes,
                        uint64_t Address, CodeRegion &R) {
  R.Range = {Address, Address + Bytes.size()};
  R.Path.assign(1, R.Range);
  R.Closed = false;
  R.WhyNot.clear();
  R.Instrs.clear();
  if (Bytes.empty())
    return createStringError("no instructions");
  for (uint64_t At = 0; At != Bytes.size();) {
    CodeInstr &I = R.Instrs.emplace_back();
    uint64_t Size = 0;
    const CodeTarget::Decode D =
        T.decode(Bytes.drop_front(At), Address + At, I.Inst, Size);
    I.Offset = Address + At;
    I.Size = static_cast<uint16_t>(Size);
    I.Bytes.assign(Bytes.begin() + At, Bytes.begin() + At + Size);
    if (D == CodeTarget::Decode::NotOfCpu)
      return createStringError("'" + T.print(I) + "' at 0x" +
                               utohexstr(I.Offset, true) +
                               " is not an instruction of " + T.llvmCpu());
    if (D == CodeTarget::Decode::Bad)
      return createStringError("no instruction at 0x" +
                               utohexstr(I.Offset, true) + ": " +
                               hexBytes(Bytes.drop_front(At)));
    At += Size;
  }
  const bool Loop = endsInBranchTo(T, R, Address);
  R.Repeats = Loop ? Notion::Loop : Notion::Unrolled;
  R.Instrs.back().Taken = Loop;
  return Error::success();
}

/// Whether the end of \p R leads to \p To, by a branch, a call or a return, or
/// by lying before it.
static bool leadsTo(const CodeTarget &T, const CodeRegion &R, uint64_t To) {
  const CodeInstr &Last = R.Instrs.back();
  const MCInstrAnalysis &MIA = *T.ref().MIA;
  uint64_t Target = 0;
  if (MIA.evaluateBranch(Last.Inst, Last.Offset, Last.Size, Target) &&
      Target == To)
    return true;
  // Where a jump through a register goes is not known, nor who called.
  return MIA.isIndirectBranch(Last.Inst) || MIA.isReturn(Last.Inst) ||
         (Last.Offset + Last.Size == To &&
          !MIA.isUnconditionalBranch(Last.Inst));
}

/// Whether a call of \p Code returns to \p To.
static bool returnsTo(const CodeTarget &T, ArrayRef<CodeInstr> Code,
                      uint64_t To) {
  return any_of(Code, [&](const CodeInstr &I) {
    return T.ref().MIA->isCall(I.Inst) && I.Offset + I.Size == To;
  });
}

Error takt::decodePath(CodeTarget &T, ArrayRef<AddressRange> Pieces,
                       function_ref<ArrayRef<uint8_t>(AddressRange)> BytesOf,
                       CodeRegion &R) {
  const MCInstrAnalysis &MIA = *T.ref().MIA;
  CodeRegion Piece;
  R.Range = {UINT64_MAX, 0};
  for (size_t I = 0, N = Pieces.size(); I != N; ++I) {
    const AddressRange &This = Pieces[I], &Next = Pieces[(I + 1) % N];
    if (Error E = decodeBlock(T, BytesOf(This), This.Start, Piece))
      return E;
    CodeInstr &Last = Piece.Instrs.back();
    bool Leads = leadsTo(T, Piece, Next.Start);
    if (!Leads && I + 1 != N)
      return createStringError(
          "'" + T.print(Last) + "' at 0x" + utohexstr(Last.Offset, true) +
          " does not lead to 0x" + utohexstr(Next.Start, true));
    const bool Returns = MIA.isReturn(Last.Inst);
    append_range(R.Instrs, Piece.Instrs);
    // A loop that ends in a return has its call, too.
    if (Returns && I + 1 == N)
      Leads = returnsTo(T, R.Instrs, Next.Start);
    // Calls and returns always go somewhere.
    R.Instrs.back().Taken =
        Leads ? This.End != Next.Start : Returns || MIA.isCall(Last.Inst);
    R.Repeats = Leads ? Notion::Loop : Notion::Unrolled;
    R.Range = {std::min(R.Range.Start, This.Start),
               std::max(R.Range.End, This.End)};
  }
  R.Path = Pieces.vec();
  R.Blocks = static_cast<unsigned>(Pieces.size());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Closing a block to a loop
//===----------------------------------------------------------------------===//

namespace {

/// A register that can count, by LLVM's name and encoding number.
struct Counter {
  const char *Name;
  uint8_t Number;
};

} // namespace

/// The registers in the order in which they are tried: those least likely to
/// have a part in an instruction that does not name them.
static ArrayRef<Counter> counters(const Triple &TT) {
  static constexpr Counter X86[] = {
      {"R15", 15}, {"R14", 14}, {"R13", 13}, {"R12", 12}, {"R11", 11},
      {"R10", 10}, {"R9", 9},   {"R8", 8},   {"RBP", 5},  {"RDI", 7},
      {"RSI", 6},  {"RBX", 3},  {"RDX", 2},  {"RCX", 1},  {"RAX", 0}};
  static constexpr Counter AArch64[] = {
      {"X15", 15}, {"X14", 14}, {"X13", 13}, {"X12", 12}, {"X11", 11},
      {"X10", 10}, {"X9", 9},   {"X28", 28}, {"X27", 27}, {"X26", 26},
      {"X25", 25}, {"X24", 24}, {"X23", 23}, {"X22", 22}, {"X21", 21},
      {"X20", 20}, {"X19", 19}, {"X17", 17}, {"X16", 16}, {"X8", 8},
      {"X7", 7},   {"X6", 6},   {"X5", 5},   {"X4", 4},   {"X3", 3},
      {"X2", 2},   {"X1", 1},   {"X0", 0}};
  if (TT.getArch() == Triple::x86_64)
    return X86;
  if (TT.getArch() == Triple::aarch64)
    return AArch64;
  return {};
}

/// Marks every register unit that \p R touches.
static BitVector usedUnits(TargetRef T, const CodeRegion &R) {
  BitVector Used(T.MRI.getNumRegUnits());
  auto Use = [&](MCPhysReg Reg) {
    if (Reg)
      for (const MCRegUnit U : T.MRI.regunits(Reg))
        Used.set(U);
  };
  for (const CodeInstr &I : R.Instrs) {
    const MCInstrDesc &Desc = T.MII.get(I.Inst.getOpcode());
    for (const MCOperand &O : I.Inst)
      if (O.isReg())
        Use(O.getReg());
    for_each(Desc.implicit_uses(), Use);
    for_each(Desc.implicit_defs(), Use);
  }
  return Used;
}

static const Counter *freeCounter(const CodeTarget &T, const CodeRegion &R) {
  const TargetRef Ref = T.ref();
  const BitVector Used = usedUnits(Ref, R);
  for (const Counter &C : counters(T.triple()))
    for (unsigned Reg = 1; Reg != Ref.MRI.getNumRegs(); ++Reg)
      if (StringRef(Ref.MRI.getName(Reg)) == C.Name &&
          none_of(Ref.MRI.regunits(Reg),
                  [&](MCRegUnit U) { return Used.test(U); }))
        return &C;
  return nullptr;
}

/// The bytes of "decrement, branch if not zero" behind \p Length bytes.
static void encodeClosing(const Triple &TT, uint8_t Number, int64_t Length,
                          SmallVectorImpl<uint8_t> &Bytes) {
  auto Append = [&](uint64_t Value, unsigned Size) {
    for (unsigned I = 0; I != Size; ++I)
      Bytes.push_back(static_cast<uint8_t>(Value >> (8 * I)));
  };
  if (TT.isX86()) {
    Append(Number >= 8 ? 0x49 : 0x48, 1); // REX.W, REX.B: dec r64
    Append(0xff, 1);
    Append(0xc8 | (Number & 7), 1);
    if (const int64_t Short = -(Length + 3 + 2); isInt<8>(Short)) {
      Append(0x75, 1); // jnz rel8
      Append(static_cast<uint64_t>(Short), 1);
    } else {
      Append(0x850f, 2); // jnz rel32
      Append(static_cast<uint64_t>(-(Length + 3 + 6)), 4);
    }
    return;
  }
  Append(0xf1000400u | Number << 5 | Number, 4); // subs xN, xN, #1
  const uint64_t Words = static_cast<uint64_t>(-(Length + 4) / 4);
  Append(0x54000001u | (Words & 0x7ffff) << 5, 4); // b.ne
}

static Error closeLoop(CodeTarget &T, CodeRegion &R) {
  if (counters(T.triple()).empty())
    return createStringError("cannot close a block to a loop on " +
                             T.triple().getArchName());
  const Counter *C = freeCounter(T, R);
  if (!C)
    return createStringError("cannot close the block to a loop: it uses every "
                             "register that could count");
  SmallVector<uint8_t, 16> Bytes;
  const uint64_t Length = R.Range.End - R.Range.Start;
  encodeClosing(T.triple(), C->Number, static_cast<int64_t>(Length), Bytes);
  CodeRegion Tail;
  if (Error E = decodeBlock(T, Bytes, R.Range.End, Tail))
    return E;
  append_range(R.Instrs, Tail.Instrs);
  R.Range.End = Tail.Range.End;
  R.Path.assign(1, R.Range);
  R.Closed = true;
  return Error::success();
}

Error takt::setNotion(CodeTarget &T, CodeRegion &R, Notion N) {
  if (R.Repeats == N || R.Instrs.empty())
    return Error::success();
  if (N == Notion::Loop)
    if (Error E = closeLoop(T, R))
      return E;
  R.Instrs.back().Taken = N == Notion::Loop;
  R.Repeats = N;
  return Error::success();
}

Error takt::readHexBlock(CodeTarget &T, StringRef Text, std::optional<Notion> N,
                         CodeRegion &R, uint64_t Address) {
  SmallVector<uint8_t, 64> Bytes;
  if (Error E = parseHex(Text, Bytes))
    return E;
  R.Kind = RegionKind::Block;
  if (Error E = decodeBlock(T, Bytes, Address, R))
    return E;
  return N ? setNotion(T, R, *N) : Error::success();
}
