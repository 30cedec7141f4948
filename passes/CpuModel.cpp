//===- CpuModel.cpp - The kernel builder for a function's CPU ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/CpuModel.h"
#include "takt/passes/Options.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace takt;

CpuModel::CpuModel() = default;
CpuModel::~CpuModel() = default;

static Expected<std::shared_ptr<const Cpu>> readModel(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read the machine description '" + Path +
                                 "': " + Buffer.getError().message());
  return parseCpu((*Buffer)->getMemBufferRef());
}

/// The LLVM CPU whose scheduling model \p C starts from, if it is not one that
/// the code is compiled for.
static std::string otherLLVMCpu(const Cpu &C, const MCSubtargetInfo &STI) {
  if (C.LLVMCpus.empty() || is_contained(C.LLVMCpus, STI.getTuneCPU()) ||
      is_contained(C.LLVMCpus, STI.getCPU()))
    return "";
  return C.LLVMCpus.front();
}

/// LLVM has no CPU \p Name, which \p Of's file names if it is not null.
static Error unknownCpu(StringRef Name, const Cpu *Of, const Triple &TT) {
  const std::string Reason =
      ("unknown CPU '" + Name + "' for " + TT.getArchName()).str();
  return Of && Of->LLVMCpuWhere.Line ? errorAt(Of->LLVMCpuWhere, Reason)
                                     : createStringError(Reason);
}

Expected<std::unique_ptr<CpuModel>> CpuModel::create(const MachineFunction &MF,
                                                     const Options &O) {
  const MCSubtargetInfo *STI = &MF.getSubtarget();
  const TargetMachine &TM = MF.getTarget();
  const Target &T = TM.getTarget();
  const MCInstrInfo &MII = *MF.getSubtarget().getInstrInfo();
  std::unique_ptr<CpuModel> M(new CpuModel);

  std::string Asked = O.Cpu;
  if (Asked == "native") {
    Asked = sys::getHostCPUName();
    if (Asked.empty() || Asked == "generic")
      return createStringError("-takt-cpu=native: LLVM does not know this "
                               "machine's CPU; give its name");
  }
  std::string LLVMCpu = Asked;
  if (!O.ModelFile.empty()) {
    Expected<std::shared_ptr<const Cpu>> Read = readModel(O.ModelFile);
    if (!Read)
      return Read.takeError();
    M->C = std::move(*Read);
    if (Asked.empty())
      LLVMCpu = otherLLVMCpu(*M->C, *STI);
  } else if (!Asked.empty()) {
    M->C = findCpu(Asked);
    if (M->C)
      LLVMCpu = otherLLVMCpu(*M->C, *STI);
  }
  if (!LLVMCpu.empty()) {
    if (!STI->isCPUStringValid(LLVMCpu))
      return unknownCpu(LLVMCpu, Asked.empty() ? M->C.get() : nullptr,
                        TM.getTargetTriple());
    M->OtherSTI.reset(T.createMCSubtargetInfo(
        TM.getTargetTriple().str(), LLVMCpu, STI->getFeatureString()));
    STI = M->OtherSTI.get();
  }
  if (!M->C) {
    Expected<std::shared_ptr<const Cpu>> Found = cpuFor(*STI);
    if (!Found)
      return Found.takeError();
    M->C = std::move(*Found);
  }

  M->MIA.reset(T.createMCInstrAnalysis(&MII));
  const MCAsmInfo &MAI = *TM.getMCAsmInfo();
  const MCRegisterInfo &MRI = *TM.getMCRegisterInfo();
  M->Printer.reset(T.createMCInstPrinter(
      TM.getTargetTriple(), MAI.getAssemblerDialect(), MAI, MII, MRI));
  const TargetRef Target{*STI, MII, MRI, M->MIA.get(), M->Printer.get()};
  if (!O.ModelFile.empty())
    if (Error E = checkCpu(Target, *M->C))
      return std::move(E);
  Expected<std::unique_ptr<KernelBuilder>> Builder =
      KernelBuilder::create(Target, M->C);
  if (!Builder)
    return Builder.takeError();
  M->Builder = std::move(*Builder);
  return M;
}

CpuModel *CpuModels::get(const MachineFunction &MF) {
  auto [It, New] = Models.try_emplace(&MF.getSubtarget());
  if (!New)
    return It->second.get();
  if (Expected<std::unique_ptr<CpuModel>> M = CpuModel::create(MF, options()))
    It->second = std::move(*M);
  else
    consumeError(M.takeError());
  return It->second.get();
}
