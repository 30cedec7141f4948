//===- JumpTables.cpp - Where indirect jumps lead ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JumpTables.h"
#include "ReachingDefs.h"
#include "TableBound.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace takt;

/// More entries than any switch that a compiler makes a table of.
static constexpr uint64_t MaxEntries = 1 << 14;
/// Tables refer to each other: rounds until nothing changes.
static constexpr unsigned MaxRounds = 8;

namespace {

/// A jump table and the way its entries are made into addresses.
struct JumpTable {
  ObjectPlace At;
  /// What entries count from; none: they are addresses.
  std::optional<ObjectPlace> Base;
  unsigned Size = 0; ///< bytes of an entry
  bool Signed = false;
  unsigned Shift = 0;
  /// The instruction that reads an entry, and the register of its index.
  size_t Load = 0;
  MCRegister Index;
};

/// The indirect jumps of one function on one graph.
class JumpTableFinder {
public:
  JumpTableFinder(FlowGraph &G, const SectionCode &S, const ObjectData &Data,
                  TargetRef T)
      : G(G), S(S), Data(Data), T(T), Defs(G, T) {}

  /// Where the indirect jump \p Jump leads; empty: not known.
  std::vector<uint64_t> targets(size_t Jump);

private:
  std::optional<JumpTable> table(size_t Jump);
  std::optional<JumpTable> tableOfSum(size_t Sum, MCRegister Offset,
                                      MCRegister Base, unsigned Shift,
                                      std::optional<unsigned> Extended);
  std::optional<JumpTable> load(size_t I);
  std::optional<JumpTable> loadX86(size_t I, unsigned FirstOperand);
  std::optional<ObjectPlace> address(size_t Use, MCRegister Reg);
  MCRegister copied(size_t I) const;
  std::optional<ObjectPlace> made(size_t Def);
  std::optional<uint64_t> entry(const JumpTable &Table, uint64_t N) const;
  bool refersTo(ObjectPlace P);

  const FlowInstr &code(size_t I) const { return G.code()[I]; }
  const MCInst &inst(size_t I) const { return code(I).Code.Inst; }
  StringRef name(size_t I) const { return T.MII.getName(inst(I).getOpcode()); }
  MCRegister reg(size_t I, unsigned Op) const {
    return inst(I).getOperand(Op).getReg();
  }
  int64_t imm(size_t I, unsigned Op) const {
    return inst(I).getOperand(Op).getImm();
  }
  ObjectPlace place(uint64_t Address) const {
    return Data.place(S.Index, Address);
  }
  const ObjectRelocation *relocation(size_t I) const {
    return Data.relocation(place(code(I).Code.Offset), code(I).Code.Size);
  }

  FlowGraph &G;
  const SectionCode &S;
  const ObjectData &Data;
  TargetRef T;
  ReachingDefs Defs;
  /// Data that the function refers to, where a table ends at the latest; made
  /// when it is needed.
  std::optional<std::vector<ObjectPlace>> References;
};

} // namespace

/// True if the function refers to \p P.
bool JumpTableFinder::refersTo(ObjectPlace P) {
  if (!References) {
    References.emplace();
    for (size_t I = 0, N = G.code().size(); I != N; ++I)
      if (const auto At = made(I))
        References->push_back(*At);
      else if (name(I).starts_with("JMP64m"))
        if (const auto Table = loadX86(I, 0))
          References->push_back(Table->At);
  }
  return is_contained(*References, P);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// The register that \p I copies, or none.
MCRegister JumpTableFinder::copied(size_t I) const {
  if (name(I) == "MOV64rr" || name(I) == "MOV64rr_REV")
    return reg(I, 1);
  if (name(I) == "ORRXrs" && imm(I, 3) == 0 &&
      StringRef(T.MRI.getName(reg(I, 1))) == "XZR")
    return reg(I, 2);
  return MCRegister();
}

/// The address that \p Reg holds at \p Use, whichever way leads there. It may
/// have been saved in another register meanwhile.
std::optional<ObjectPlace> JumpTableFinder::address(size_t Use,
                                                    MCRegister Reg) {
  std::optional<ObjectPlace> All;
  SmallDenseSet<size_t, 8> Copies;
  SmallVector<std::pair<size_t, MCRegister>, 8> Work{{Use, Reg}};
  while (!Work.empty()) {
    const auto [At, Wanted] = Work.pop_back_val();
    const std::vector<size_t> Found = Defs.of(At, Wanted);
    if (Found.empty())
      return std::nullopt;
    for (const size_t Def : Found) {
      if (const MCRegister From = copied(Def)) {
        if (Copies.insert(Def).second)
          Work.emplace_back(Def, From);
        continue;
      }
      const std::optional<ObjectPlace> One = made(Def);
      if (!One || (All && !(*All == *One)))
        return std::nullopt;
      All = One;
    }
  }
  return All;
}

/// The address that instruction \p Def makes.
std::optional<ObjectPlace> JumpTableFinder::made(size_t Def) {
  const StringRef Name = name(Def);
  const ObjectRelocation *R = relocation(Def);
  if (Name == "LEA64r") {
    if (StringRef(T.MRI.getName(reg(Def, 1))) != "RIP" ||
        !inst(Def).getOperand(4).isImm())
      return std::nullopt;
    if (!R)
      return place(code(Def).end() + static_cast<uint64_t>(imm(Def, 4)));
    if (R->Type != ELF::R_X86_64_PC32)
      return std::nullopt;
    return ObjectPlace{R->To.Section,
                       R->To.Address + (code(Def).end() - R->Offset)};
  }
  if (Name == "ADR" && inst(Def).getOperand(1).isImm()) {
    if (!R)
      return place(code(Def).Code.Offset + static_cast<uint64_t>(imm(Def, 1)));
    return R->Type == ELF::R_AARCH64_ADR_PREL_LO21 ? std::optional(R->To)
                                                   : std::nullopt;
  }
  if (Name != "ADDXri" || !inst(Def).getOperand(2).isImm() || imm(Def, 3) != 0)
    return std::nullopt;
  // The page of an adrp and the address in the page.
  const std::optional<size_t> Page = Defs.onlyOf(Def, reg(Def, 1));
  if (!Page || name(*Page) != "ADRP" || !inst(*Page).getOperand(1).isImm())
    return std::nullopt;
  const ObjectRelocation *PageR = relocation(*Page);
  if (R && PageR) {
    if (R->Type == ELF::R_AARCH64_ADD_ABS_LO12_NC &&
        PageR->Type == ELF::R_AARCH64_ADR_PREL_PG_HI21 && R->To == PageR->To)
      return R->To;
    return std::nullopt;
  }
  if (R || PageR || Data.isRelocatable())
    return std::nullopt;
  return place(alignDown(code(*Page).Code.Offset, 4096) +
               static_cast<uint64_t>(imm(*Page, 1)) * 4096 +
               static_cast<uint64_t>(imm(Def, 2)));
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The memory operand of \p I from \p Op on: base, scale, index, displacement.
std::optional<JumpTable> JumpTableFinder::loadX86(size_t I, unsigned Op) {
  JumpTable Table;
  Table.Load = I;
  Table.Size = static_cast<unsigned>(imm(I, Op + 1));
  Table.Index = reg(I, Op + 2);
  if (!Table.Index || !inst(I).getOperand(Op + 3).isImm() || reg(I, Op + 4))
    return std::nullopt;
  const MCRegister Base = reg(I, Op);
  const int64_t Displacement = imm(I, Op + 3);
  const ObjectRelocation *R = relocation(I);
  if (Base) {
    const auto At = address(I, Base);
    if (!At || R || Displacement != 0)
      return std::nullopt;
    Table.At = *At;
  } else if (R) {
    if (R->Type != ELF::R_X86_64_32S && R->Type != ELF::R_X86_64_32)
      return std::nullopt;
    Table.At = R->To;
  } else if (!Data.isRelocatable()) {
    Table.At = place(static_cast<uint64_t>(Displacement));
  } else {
    return std::nullopt;
  }
  return Table;
}

/// The table that \p I reads an entry of.
std::optional<JumpTable> JumpTableFinder::load(size_t I) {
  const StringRef Name = name(I);
  if (Name == "MOV64rm" || Name == "MOVSX64rm32") {
    auto Table = loadX86(I, 1);
    if (!Table || Table->Size != (Name == "MOV64rm" ? 8u : 4u))
      return std::nullopt;
    Table->Signed = true;
    return Table;
  }
  const unsigned Size = StringSwitch<unsigned>(Name)
                            .Cases("LDRBBroX", "LDRBBroW", 1)
                            .Cases("LDRSBXroX", "LDRSBXroW", 1)
                            .Cases("LDRHHroX", "LDRHHroW", 2)
                            .Cases("LDRSHXroX", "LDRSHXroW", 2)
                            .Cases("LDRSWroX", "LDRSWroW", 4)
                            .Cases("LDRXroX", "LDRXroW", 8)
                            .Default(0);
  // Operands: destination, base, index, sign extension, scaled.
  if (Size == 0 || imm(I, 3) != 0 || (Size > 1) != (imm(I, 4) != 0))
    return std::nullopt;
  const auto At = address(I, reg(I, 1));
  if (!At)
    return std::nullopt;
  JumpTable Table;
  Table.At = *At;
  Table.Size = Size;
  Table.Signed = Name.starts_with("LDRS");
  Table.Load = I;
  Table.Index = reg(I, 2);
  return Table;
}

/// \p Extended: the extension of the addition (Arm ARM DDI 0487, ExtendType).
std::optional<JumpTable>
JumpTableFinder::tableOfSum(size_t Sum, MCRegister Offset, MCRegister Base,
                            unsigned Shift, std::optional<unsigned> Extended) {
  const std::optional<size_t> Load = Defs.onlyOf(Sum, Offset);
  auto Table = Load ? load(*Load) : std::nullopt;
  if (!Table || Table->Size == 8)
    return std::nullopt;
  Table->Base = address(Sum, Base);
  if (!Table->Base)
    return std::nullopt;
  Table->Shift = Shift;
  // uxtb, uxth, uxtw, uxtx, sxtb, ...: of an entry's size or of the register.
  if (Extended && (*Extended & 3) < 2) {
    if (Table->Size != 1u << (*Extended & 3))
      return std::nullopt;
    Table->Signed = *Extended >= 4;
  }
  return Table;
}

std::optional<JumpTable> JumpTableFinder::table(size_t Jump) {
  const StringRef Name = name(Jump);
  if (Name == "JMP64m" || Name == "JMP64m_NT") {
    auto Table = loadX86(Jump, 0);
    return Table && Table->Size == 8 ? Table : std::nullopt;
  }
  if (Name != "JMP64r" && Name != "JMP64r_NT" && Name != "BR")
    return std::nullopt;
  const std::optional<size_t> Def = Defs.onlyOf(Jump, reg(Jump, 0));
  if (!Def)
    return std::nullopt;
  const StringRef Made = name(*Def);
  if (Made == "ADD64rr" || Made == "ADD64rr_REV") {
    auto Table = tableOfSum(*Def, reg(*Def, 1), reg(*Def, 2), 0, std::nullopt);
    return Table
               ? Table
               : tableOfSum(*Def, reg(*Def, 2), reg(*Def, 1), 0, std::nullopt);
  }
  // An operand "lsl #n", or an extension and a shift.
  if (Made == "ADDXrs" && imm(*Def, 3) < 64)
    return tableOfSum(*Def, reg(*Def, 2), reg(*Def, 1),
                      static_cast<unsigned>(imm(*Def, 3)), std::nullopt);
  if (Made == "ADDXrx" || Made == "ADDXrx64")
    return tableOfSum(*Def, reg(*Def, 2), reg(*Def, 1),
                      static_cast<unsigned>(imm(*Def, 3) & 7),
                      static_cast<unsigned>(imm(*Def, 3) >> 3));
  auto Table = load(*Def);
  return Table && Table->Size == 8 ? Table : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// Where entry \p N leads; none if that is no instruction of the function.
std::optional<uint64_t> JumpTableFinder::entry(const JumpTable &Table,
                                               uint64_t N) const {
  const ObjectPlace At{Table.At.Section, Table.At.Address + N * Table.Size};
  const std::optional<uint64_t> Bytes = Data.read(At, Table.Size);
  if (!Bytes)
    return std::nullopt;
  ObjectPlace To;
  if (const ObjectRelocation *R = Data.relocation(At, Table.Size)) {
    const bool Relative =
        R->Type == (T.STI.getTargetTriple().isX86() ? ELF::R_X86_64_PC32
                                                    : ELF::R_AARCH64_PREL32);
    const bool Absolute =
        R->Type == (T.STI.getTargetTriple().isX86() ? ELF::R_X86_64_64
                                                    : ELF::R_AARCH64_ABS64);
    if (R->Offset != At.Address || Table.Shift != 0 ||
        !(Table.Base ? Relative && Table.Size == 4 : Absolute))
      return std::nullopt;
    To = R->To;
    // S + A − P is in the entry, and the base is added.
    if (Table.Base && Table.Base->Section != At.Section)
      return std::nullopt;
    if (Table.Base)
      To.Address += Table.Base->Address - At.Address;
  } else if (Table.Base) {
    const uint64_t Value =
        Table.Signed
            ? static_cast<uint64_t>(SignExtend64(*Bytes, Table.Size * 8))
            : *Bytes;
    To = {Table.Base->Section, Table.Base->Address + (Value << Table.Shift)};
  } else if (!Data.isRelocatable()) {
    To = place(*Bytes);
  } else {
    return std::nullopt;
  }
  if (!(To == place(To.Address)) || !G.isInstr(To.Address))
    return std::nullopt;
  return To.Address;
}

std::vector<uint64_t> JumpTableFinder::targets(size_t Jump) {
  const std::optional<JumpTable> Table = table(Jump);
  if (!Table)
    return {};
  const std::optional<uint64_t> Bound =
      tableBound(G, Defs, T, Table->Load, Table->Index);
  // Any byte leads to some instruction, so that a table of bytes has no visible
  // end.
  if ((!Bound && Table->Size < 4) || (Bound && *Bound > MaxEntries))
    return {};
  std::vector<uint64_t> Targets;
  for (uint64_t N = 0; N != Bound.value_or(MaxEntries); ++N) {
    const bool Ends =
        !Bound && N != 0 &&
        refersTo({Table->At.Section, Table->At.Address + N * Table->Size});
    const auto Target = Ends ? std::nullopt : entry(*Table, N);
    if (!Target && Bound)
      return {};
    if (!Target)
      break;
    Targets.push_back(*Target);
  }
  return Targets;
}

void takt::resolveJumpTables(FunctionCode &Code, const SectionCode &S,
                             ArrayRef<uint64_t> Entries, const ObjectData &Data,
                             TargetRef T) {
  std::vector<size_t> Jumps;
  for (size_t I = 0, N = Code.Instrs.size(); I != N; ++I)
    if (Code.Instrs[I].Kind == FlowKind::Indirect)
      Jumps.push_back(I);
  // What is found adds edges, on which it has to hold again.
  bool Changed = !Jumps.empty();
  for (unsigned Round = 0; Changed && Round != MaxRounds; ++Round) {
    FlowGraph G(Code.Instrs, Entries, /*GuessEntries=*/false);
    JumpTableFinder Finder(G, S, Data, T);
    Changed = false;
    for (const size_t Jump : Jumps) {
      // G has the old edges until the next round.
      std::vector<uint64_t> Targets = Finder.targets(Jump);
      Changed |= Code.Instrs[Jump].Targets != Targets;
      Code.Instrs[Jump].Targets = std::move(Targets);
    }
  }
  if (Changed) // still: none of it is proven
    for (const size_t Jump : Jumps)
      Code.Instrs[Jump].Targets.clear();
}
