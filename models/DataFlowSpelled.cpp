//===- DataFlowSpelled.cpp - Data flow as a file spells it ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// UopSpec::Reads and Writes.
///
//===----------------------------------------------------------------------===//

#include "DataFlow.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;

bool DataFlow::isSpelled() const {
  return Corrected.Uops && !Corrected.Eliminated &&
         llvm::any_of(*Corrected.Uops,
                      [](const UopSpec &S) { return S.Reads || S.Writes; });
}

ValueRef DataFlow::tempFor(int &Temp) {
  if (Temp < 0)
    Temp = newTemp().Index;
  return {ValueRef::Temp, static_cast<uint16_t>(Temp)};
}

/// The flags register, as far as \p Groups and the instruction go.
ValueRef DataFlow::flagsValue(unsigned Groups) const {
  ValueRef V{ValueRef::Register,
             static_cast<uint16_t>(Ctx.Registers.flags().id())};
  V.Flags = static_cast<FlagSet>(Groups);
  return V;
}

void DataFlow::spelledRead(const UopValue &V, TemplateUop &U) {
  auto AddIf = [&](llvm::ArrayRef<TemplateRead> From, auto Is) {
    llvm::copy_if(From, std::back_inserter(U.Reads), Is);
  };
  switch (V.What) {
  case UopValue::Operand:
    AddIf(Data, [&](const TemplateRead &R) {
      return R.Value.K == ValueRef::Operand && R.Value.Index == V.Index;
    });
    break;
  case UopValue::Tied:
    AddIf(Data, [&](const TemplateRead &R) { return isTied(R); });
    break;
  case UopValue::Sources:
    AddIf(Data, [](const TemplateRead &) { return true; });
    break;
  case UopValue::Address:
    AddIf(Address, [](const TemplateRead &) { return true; });
    break;
  case UopValue::Register:
    AddIf(Data, [&](const TemplateRead &R) {
      return R.Value.K == ValueRef::Register &&
             Ctx.Registers.name(R.Value.Index) == V.Name;
    });
    break;
  case UopValue::Flags: {
    FlagSet Groups = flags(Corrected.FlagsRead);
    if (!Corrected.FlagsRead)
      Groups = flags(Corrected.FlagsWritten);
    if (Ctx.Registers.flags() && !Corrected.BreaksDependence)
      U.Reads.push_back({flagsValue(Groups & V.Index), {}});
    break;
  }
  case UopValue::Memory:
    if (LoadedTemp >= 0)
      U.Reads.push_back({tempFor(LoadedTemp), {}});
    break;
  case UopValue::Store:
    if (StoredTemp >= 0)
      U.Reads.push_back({tempFor(StoredTemp), {}});
    else
      AddIf(Data, [](const TemplateRead &) { return true; });
    break;
  case UopValue::Temp:
    U.Reads.push_back({tempFor(SpelledTemps[V.Index]), {}});
    break;
  case UopValue::Result:
    break;
  }
}

/// All explicit results but the write-back of an address.
void DataFlow::spelledResults(unsigned Latency, TemplateUop &U) {
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    if (Operands.Roles[I] != OperandRole::Result || Operands.WriteBack >> I & 1)
      continue;
    ValueRef V{ValueRef::Operand, static_cast<uint16_t>(I)};
    U.Writes.push_back({V, static_cast<uint16_t>(Latency), 0, 0});
    Written.push_back(V);
  }
}

void DataFlow::spelledWrite(const UopResult &R, TemplateUop &U) {
  auto Add = [&](ValueRef V) {
    U.Writes.push_back({V, static_cast<uint16_t>(R.Latency), 0, 0});
    if (V.K != ValueRef::Temp)
      Written.push_back(V);
  };
  switch (R.Value.What) {
  case UopValue::Operand:
    if (R.Value.Index < Desc.getNumOperands())
      Add({ValueRef::Operand, static_cast<uint16_t>(R.Value.Index)});
    break;
  case UopValue::Result:
    spelledResults(R.Latency, U);
    break;
  case UopValue::Register:
    for (llvm::MCPhysReg Reg : Desc.implicit_defs())
      if (Ctx.Registers.name(Reg) == R.Value.Name)
        Add({ValueRef::Register, Reg});
    break;
  case UopValue::Flags:
    if (Ctx.Registers.flags())
      Add(flagsValue(flags(Corrected.FlagsWritten) & R.Value.Index));
    break;
  case UopValue::Memory:
    Add(tempFor(LoadedTemp));
    break;
  case UopValue::Store:
    Add(tempFor(StoredTemp));
    break;
  case UopValue::Temp:
    if (SpelledTemps.size() <= R.Value.Index)
      SpelledTemps.resize(R.Value.Index + 1, -1);
    Add(tempFor(SpelledTemps[R.Value.Index]));
    break;
  case UopValue::Tied:
  case UopValue::Sources:
  case UopValue::Address:
    break; // only read
  }
}

/// Results that the file does not name go where they go by default.
void DataFlow::addMissingResults() {
  auto IsWritten = [&](const ValueRef &V) {
    return llvm::any_of(Written, [&](const ValueRef &W) {
      return W.K == V.K && W.Index == V.Index;
    });
  };
  addResults([&](const ValueRef &V) { return !IsWritten(V); });
}

void DataFlow::addSpelled() {
  for (auto [Spec, U] : llvm::zip(*Corrected.Uops, T.Uops)) {
    auto Read = [&, &U = U](UopValue::Kind What) {
      UopValue V;
      V.What = What;
      V.Index = ~0u;
      spelledRead(V, U);
    };
    if (Spec.Reads) {
      for (const UopValue &V : *Spec.Reads)
        spelledRead(V, U);
    } else if (U.Kind == UopKind::Load || U.Kind == UopKind::StoreAddress) {
      Read(UopValue::Address);
    } else if (U.Kind == UopKind::StoreData) {
      Read(UopValue::Store);
    } else {
      Read(UopValue::Sources);
      Read(UopValue::Memory);
    }
    if (Spec.Writes) {
      for (const UopResult &R : *Spec.Writes)
        spelledWrite(R, U);
    } else if (U.Kind == UopKind::Load) {
      UopResult R;
      R.Value.What = UopValue::Memory;
      R.Latency = LoadLatency;
      spelledWrite(R, U);
    }
  }
  addMissingResults();
}
