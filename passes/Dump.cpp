//===- Dump.cpp - Files with what the analysis saw --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Dump.h"
#include "takt/models/Kernel.h"
#include "takt/passes/Layout.h"
#include "takt/passes/LoopFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include <mutex>

using namespace llvm;
using namespace takt;

Error takt::appendToDump(StringRef Path,
                         function_ref<void(raw_ostream &)> Write) {
  static std::mutex Mutex;
  static StringSet<> Started;
  const std::lock_guard<std::mutex> Lock(Mutex);
  if (Path == "-") {
    Write(outs());
    outs().flush();
    return Error::success();
  }
  const bool First = Started.insert(Path).second;
  std::error_code EC;
  raw_fd_ostream OS(Path, EC,
                    First ? sys::fs::OF_Text
                          : sys::fs::OF_Text | sys::fs::OF_Append);
  if (EC)
    return createStringError(EC,
                             "cannot write '" + Path + "': " + EC.message());
  Write(OS);
  return Error::success();
}

static void printInstr(raw_ostream &OS, const PlacedInstr &P, unsigned Loop,
                       const TargetInstrInfo &TII) {
  OS << "  " << (P.OffsetKnown ? "" : "~") << format_hex(P.Offset, 6) << ' '
     << (P.Opaque.empty() ? P.Size : 0) << ' ';
  if (Loop)
    OS << 'L' << Loop << ' ';
  else
    OS << "- ";
  if (!P.Bytes.empty())
    OS << toHex(StringRef(P.Bytes.data(), P.Bytes.size()), /*LowerCase=*/true)
       << ' ';
  if (P.Opaque.empty())
    OS << TII.getName(P.Inst.getOpcode());
  else
    OS << '(' << P.Opaque << ')';
  OS << '\n';
}

void takt::printLayout(raw_ostream &OS, const MachineFunction &MF,
                       const FunctionLayout &Layout,
                       const MachineLoopInfo &MLI) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  OS << "function " << MF.getName() << '\n';
  unsigned Section = 0;
  DenseMap<const MachineLoop *, unsigned> LoopNumbers;
  for (const MachineBasicBlock &MBB : MF) {
    if (MBB.isBeginSection() && &MBB != &MF.front())
      OS << "section " << ++Section << '\n';
    const MachineLoop *L = MLI.getLoopFor(&MBB);
    unsigned Loop = 0;
    if (L && L->isInnermost())
      Loop = LoopNumbers.try_emplace(L, LoopNumbers.size() + 1).first->second;
    for (const PlacedInstr &P : Layout.block(MBB))
      printInstr(OS, P, Loop, TII);
  }
}

void takt::printFacts(raw_ostream &OS, const Twine &Name, const Kernel &K,
                      const LoopFacts &Facts) {
  OS << "facts " << Name << " from " << format_hex(K.Instrs[0].Offset, 6);
  if (Facts.TripCount)
    OS << " trip-count " << *Facts.TripCount;
  OS << '\n';
  const std::vector<AccessFact> &Accesses = Facts.Memory.Accesses;
  for (const auto &[Index, A] : enumerate(Accesses)) {
    const KernelInstr &I = K.Instrs[A.Instr];
    OS << "  access " << Index << " instr " << A.Instr << " offset "
       << format_hex(I.Offset, 6) << (A.Store ? " store " : " load ")
       << I.Mnemonic;
    if (A.Base)
      OS << " base " << *A.Base << (A.Offset < 0 ? " " : " +") << A.Offset;
    if (A.Stride)
      OS << " stride " << *A.Stride;
    if (!A.Object.empty())
      OS << " object " << A.Object;
    OS << '\n';
  }
  for (uint32_t A = 0; A != Accesses.size(); ++A) {
    bool Any = false;
    for (uint32_t B = A + 1; B != Accesses.size(); ++B)
      if (Facts.Memory.Apart.contains({A, B})) {
        if (!Any)
          OS << "  apart " << A << ':';
        Any = true;
        OS << ' ' << B;
      }
    if (Any)
      OS << '\n';
  }
}
