//===- ScratchFunction.cpp - A function on its own --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchFunction.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace takt;

/// Larger tables are not copied: what is in them hardly ever changes how a loop
/// is compiled.
static constexpr uint64_t LargestInitializer = 4096;
/// Lines from here on are those of loops.
static constexpr unsigned FirstLoopLine = 1u << 24;

SmallVector<Loop *, 8> takt::numberedLoops(const LoopInfo &LI) {
  SmallVector<Loop *, 8> Loops;
  for (Loop *L : const_cast<LoopInfo &>(LI).getLoopsInPreorder())
    if (L->isInnermost())
      Loops.push_back(L);
  return Loops;
}

unsigned takt::lineOfLoop(const LoopPlace &Loop) {
  return FirstLoopLine + 4 * Loop.Loop + 2 * Loop.IsRest + Loop.IsOuter;
}

std::optional<LoopPlace> takt::loopOfLine(unsigned Line) {
  if (Line < FirstLoopLine)
    return std::nullopt;
  const unsigned N = Line - FirstLoopLine;
  return LoopPlace{N / 4, (N & 1) != 0, (N & 2) != 0};
}

namespace {
/// Makes declarations in another module of what a function refers to.
class Declarer final : public ValueMaterializer {
public:
  Declarer(Module &To, ValueToValueMapTy &Map) : To(To), Map(Map) {}

  Value *materialize(Value *V) override {
    auto *G = dyn_cast<GlobalValue>(V);
    if (!G)
      return nullptr;
    GlobalValue *New = declare(*G);
    New->setVisibility(G->hasLocalLinkage() ? GlobalValue::DefaultVisibility
                                            : G->getVisibility());
    // What this module defined is near: without the mark it would be reached
    // through the table of offsets.
    New->setDSOLocal(G->isDSOLocal() || G->hasLocalLinkage());
    return New;
  }

private:
  GlobalValue *declare(const GlobalValue &G) {
    if (auto *FT = dyn_cast<FunctionType>(G.getValueType())) {
      Function *New = Function::Create(FT, GlobalValue::ExternalLinkage,
                                       G.getAddressSpace(), G.getName(), &To);
      if (const auto *F = dyn_cast<Function>(&G)) {
        New->setCallingConv(F->getCallingConv());
        New->setAttributes(F->getAttributes());
      }
      return New;
    }
    const auto *Old = dyn_cast<GlobalVariable>(&G);
    auto *New = new GlobalVariable(
        To, G.getValueType(), Old && Old->isConstant(),
        GlobalValue::ExternalLinkage, nullptr, G.getName(), nullptr,
        G.getThreadLocalMode(), G.getAddressSpace());
    if (!Old)
      return New;
    New->setAlignment(Old->getAlign());
    New->setUnnamedAddr(Old->getUnnamedAddr());
    // The compiler may know the contents.
    if (Old->isConstant() && Old->hasDefinitiveInitializer() &&
        To.getDataLayout().getTypeAllocSize(Old->getValueType()) <=
            LargestInitializer) {
      Map[Old] = New;
      New->setInitializer(
          MapValue(Old->getInitializer(), Map, RF_None, nullptr, this));
    }
    return New;
  }

  Module &To;
  ValueToValueMapTy &Map;
};
} // namespace

/// The copy of \p F in \p To.
static Function &copyTo(Function &F, Module &To) {
  // Copied within its module first and stripped there: debug information
  // would take more time than all the rest.
  ValueToValueMapTy Near;
  Function *Tmp = CloneFunction(&F, Near);
  stripDebugInfo(*Tmp);

  Function *New =
      Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                       F.getAddressSpace(), F.getName(), &To);
  ValueToValueMapTy Map;
  Map[&F] = New; // it may call itself
  Map[Tmp] = New;
  for (auto [From, Arg] : zip(Tmp->args(), New->args()))
    Map[&From] = &Arg;
  Declarer Declare(To, Map);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(New, Tmp, Map, CloneFunctionChangeType::DifferentModule,
                    Returns, "", nullptr, nullptr, &Declare);
  New->setComdat(nullptr);
  New->setLinkage(GlobalValue::ExternalLinkage);
  New->setDSOLocal(F.isDSOLocal());
  Tmp->eraseFromParent();
  return *New;
}

static void copyFlags(const Module &From, Module &To) {
  SmallVector<Module::ModuleFlagEntry, 8> Flags;
  From.getModuleFlagsMetadata(Flags);
  for (const Module::ModuleFlagEntry &Flag : Flags)
    if (isa<ConstantAsMetadata>(Flag.Val) &&
        !Flag.Key->getString().starts_with("Debug Info") &&
        !Flag.Key->getString().starts_with("Dwarf"))
      To.addModuleFlag(Flag.Behavior, Flag.Key->getString(), Flag.Val);
}

void takt::markLoop(Loop &L, unsigned Line, DISubprogram *SP) {
  LLVMContext &C = SP->getContext();
  SmallVector<Metadata *, 4> Parts = {nullptr, DILocation::get(C, Line, 1, SP)};
  if (const MDNode *Old = L.getLoopID())
    for (const MDOperand &Op : drop_begin(Old->operands()))
      if (!isa<DILocation>(Op))
        Parts.push_back(Op);
  MDNode *ID = MDNode::getDistinct(C, Parts);
  ID->replaceOperandWith(0, ID);
  L.setLoopID(ID);
}

/// Gives each instruction of \p F a line of its own, and each innermost loop
/// and the one around it.
static void markPlaces(Function &F) {
  Module &M = *F.getParent();
  LLVMContext &C = M.getContext();
  M.addModuleFlag(Module::Warning, "Debug Info Version",
                  DEBUG_METADATA_VERSION);
  DIBuilder DIB(M);
  DIFile *File = DIB.createFile("takt", "");
  DICompileUnit *Unit = DIB.createCompileUnit(
      dwarf::DW_LANG_C, File, "takt", true, "", 0, "", DICompileUnit::NoDebug);
  DISubprogram *SP =
      DIB.createFunction(Unit, F.getName(), "", File, 1,
                         DIB.createSubroutineType(DIB.getOrCreateTypeArray({})),
                         1, DINode::FlagZero, DISubprogram::SPFlagDefinition);
  DIB.finalize();
  F.setSubprogram(SP);
  unsigned Line = 1;
  for (BasicBlock &BB : F)
    for (Instruction &I : BB)
      I.setDebugLoc(DILocation::get(C, ++Line, 1, SP));

  const DominatorTree DT(F);
  const LoopInfo LI(DT);
  for (auto [N, L] : enumerate(numberedLoops(LI))) {
    const auto Number = static_cast<unsigned>(N);
    markLoop(*L, lineOfLoop({Number}), SP);
    Loop *Outer = L->getParentLoop();
    if (Outer && Outer->getSubLoops().size() == 1)
      markLoop(*Outer, lineOfLoop({Number, /*IsOuter=*/true}), SP);
  }
}

ScratchFunction::ScratchFunction(Function &F) {
  const Module &From = *F.getParent();
  Module To("takt", F.getContext());
  To.setDataLayout(From.getDataLayout());
  To.setTargetTriple(From.getTargetTriple());
  To.IsNewDbgInfoFormat = From.IsNewDbgInfoFormat;
  copyFlags(From, To);
  Function &Copy = copyTo(F, To);
  markPlaces(Copy);
  Instructions = Copy.getInstructionCount();
  BitcodeWriter Writer(Bitcode);
  Writer.writeModule(To);
  Writer.writeStrtab();
}

Expected<std::unique_ptr<Module>> ScratchFunction::parse(LLVMContext &C) const {
  return parseBitcodeFile(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), "takt"), C);
}
