//===- AccessNames.cpp - What the source calls an object --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;
using namespace takt;

static std::string globalName(const GlobalVariable &G) {
  SmallVector<DIGlobalVariableExpression *, 1> Infos;
  G.getDebugInfo(Infos);
  for (const DIGlobalVariableExpression *E : Infos)
    if (!E->getVariable()->getName().empty())
      return E->getVariable()->getName().str();
  return demangle(G.getName());
}

/// How many calls lie between what is at \p At and the code that has been
/// inlined by \p Call (null: by none), if that is around it; else none.
static std::optional<unsigned> callsBetween(const DILocation *At,
                                            const DILocation *Call) {
  unsigned Calls = 0;
  for (; At; At = At->getInlinedAt(), ++Calls)
    if (At->getInlinedAt() == Call)
      return Calls;
  return Call ? std::nullopt : std::optional<unsigned>(Calls);
}

namespace {
/// What debug information says of a value.
struct Variable {
  const DILocalVariable *Info = nullptr; ///< null: it is no variable's
  bool IsPart = false;                   ///< it is a part of a variable's
};
} // namespace

/// The variable that debug information says \p V is the value of (or, for a
/// variable of the frame, the address of): of those that are known at \p At,
/// the nearest one, and of these a parameter. What was inlined into there calls
/// it something else, which is the same for different objects.
static Variable variableOf(Value &V, const DILocation *At) {
  SmallVector<DbgVariableIntrinsic *, 4> Users;
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(Users, &V, &Records);
  const auto IsWhole = [](const DIExpression *E) {
    return !E->isFragment() && (E->getNumElements() == 0 || E->isDeref());
  };
  std::optional<unsigned> Nearest;
  Variable Found;
  const auto Look = [&](const auto *D) {
    if (!IsWhole(D->getExpression())) {
      Found.IsPart |= D->getExpression()->isFragment();
      return;
    }
    const DILocalVariable *Info = D->getVariable();
    const auto Calls = callsBetween(At, D->getDebugLoc().getInlinedAt());
    if (Calls && (!Nearest || *Calls < *Nearest ||
                  (*Calls == *Nearest && Info->isParameter() &&
                   !Found.Info->isParameter()))) {
      Nearest = Calls;
      Found.Info = Info;
    }
  };
  for (const DbgVariableIntrinsic *D : Users)
    Look(D);
  for (const DbgVariableRecord *D : Records)
    Look(D);
  return Found;
}

/// Whether \p Info is of a pointer or reference that is not declared
/// `restrict` yet.
static bool mayBeRestricted(const DILocalVariable &Info) {
  const DIType *T = Info.getType();
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return true;
    case dwarf::DW_TAG_restrict_type:
      return false;
    default:
      T = Derived->getBaseType();
    }
  }
  return false;
}

/// Whether the function whose object \p This is may be declared `restrict`:
/// constructors and destructors may not, nor what a lambda is called by.
static bool isOfOrdinaryMethod(const DILocalVariable &This) {
  const DISubprogram *Function = This.getScope()->getSubprogram();
  const DIType *Class = dyn_cast_or_null<DIType>(Function->getScope());
  const StringRef Of = Class ? Class->getName().split('<').first : "";
  return !Of.empty() && Function->getName().split('<').first != Of &&
         !Function->getName().starts_with("~");
}

/// What clang makes of `restrict`: it holds for parameters, of functions that
/// were inlined, too, and for the object of a member function; that of other
/// variables it forgets.
static Promise promiseOf(const DILocalVariable &Info) {
  if (Info.isObjectPointer())
    return isOfOrdinaryMethod(Info) ? Promise::Method : Promise::None;
  return Info.isParameter() && !Info.isArtificial() && mayBeRestricted(Info)
             ? Promise::Parameter
             : Promise::None;
}

/// The same of \p V without debug information. What is chosen among pointers
/// is apart if all of these are.
static Promise promiseOf(const Value &V) {
  if (const auto *A = dyn_cast<Argument>(&V)) {
    // The object of a member function looks as any reference does.
    const bool MayBeObject = A->hasNonNullAttr() &&
                             A->getDereferenceableBytes() &&
                             A->getParent()->getName().starts_with("_ZN");
    return MayBeObject || A->hasByValAttr() ? Promise::None
                                            : Promise::Parameter;
  }
  if (!isa<PHINode, SelectInst>(V))
    return Promise::None;
  SmallVector<const Value *, 4> Sources;
  getUnderlyingObjects(&V, Sources);
  return all_of(Sources, IsaPred<Argument>) ? Promise::Unknown : Promise::None;
}

SourceObject takt::sourceObject(const AccessPlace &P, const DILocation *At) {
  if (!P.Object)
    return {};
  auto &V = const_cast<Value &>(*getUnderlyingObject(P.Object));
  if (const auto *G = dyn_cast<GlobalVariable>(&V))
    return {globalName(*G), Promise::None};
  if (isa<Constant>(V))
    return {"", Promise::None};
  const Variable Found = variableOf(V, At);
  if (Found.Info && !Found.Info->getName().empty())
    return {Found.Info->getName().str(), promiseOf(*Found.Info)};
  // Only arguments: other names are often made up by optimisers.
  return {isa<Argument>(V) || isa<AllocaInst>(V) ? V.getName().str() : "",
          Found.IsPart ? Promise::None : promiseOf(V)};
}
