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

/// The variable that debug information says \p V is the value of (or, for a
/// variable of the frame, the address of).
static std::string variableName(Value &V) {
  SmallVector<DbgVariableIntrinsic *, 4> Users;
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgUsers(Users, &V, &Records);
  const auto IsWhole = [](const DIExpression *E) {
    return !E->isFragment() && (E->getNumElements() == 0 || E->isDeref());
  };
  for (const DbgVariableIntrinsic *D : Users)
    if (IsWhole(D->getExpression()))
      return D->getVariable()->getName().str();
  for (const DbgVariableRecord *D : Records)
    if (IsWhole(D->getExpression()))
      return D->getVariable()->getName().str();
  return "";
}

std::string takt::objectName(const AccessPlace &P) {
  if (!P.Object)
    return "";
  auto &V = const_cast<Value &>(*getUnderlyingObject(P.Object));
  if (const auto *G = dyn_cast<GlobalVariable>(&V))
    return globalName(*G);
  if (isa<Constant>(V))
    return "";
  if (std::string Name = variableName(V); !Name.empty())
    return Name;
  // Only arguments: other names are often made up by optimisers.
  return isa<Argument>(V) || isa<AllocaInst>(V) ? V.getName().str() : "";
}
