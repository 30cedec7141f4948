//===- AccessNames.cpp - What the source calls an object --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// The variable that debug information says \p V is the value of (or, for a
/// variable of the frame, the address of): of those that are known at \p At,
/// the nearest one. What was inlined into there calls it something else, which
/// is the same for different objects.
static std::string variableName(Value &V, const DILocation *At) {
  SmallVector<DbgVariableIntrinsic *, 4> Users;
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(Users, &V, &Records);
  const auto IsWhole = [](const DIExpression *E) {
    return !E->isFragment() && (E->getNumElements() == 0 || E->isDeref());
  };
  std::optional<unsigned> Nearest;
  StringRef Name;
  const auto Look = [&](const auto *D) {
    if (!IsWhole(D->getExpression()))
      return;
    const auto Calls = callsBetween(At, D->getDebugLoc().getInlinedAt());
    if (Calls && (!Nearest || *Calls < *Nearest)) {
      Nearest = Calls;
      Name = D->getVariable()->getName();
    }
  };
  for (const DbgVariableIntrinsic *D : Users)
    Look(D);
  for (const DbgVariableRecord *D : Records)
    Look(D);
  return Name.str();
}

std::string takt::objectName(const AccessPlace &P, const DILocation *At) {
  if (!P.Object)
    return "";
  auto &V = const_cast<Value &>(*getUnderlyingObject(P.Object));
  if (const auto *G = dyn_cast<GlobalVariable>(&V))
    return globalName(*G);
  if (isa<Constant>(V))
    return "";
  if (std::string Name = variableName(V, At); !Name.empty())
    return Name;
  // Only arguments: other names are often made up by optimisers.
  return isa<Argument>(V) || isa<AllocaInst>(V) ? V.getName().str() : "";
}
