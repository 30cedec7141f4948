//===- InstrTemplate.cpp - An instruction before its registers --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstrTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace takt;

/// The µops that a correction spells.
static void takeUops(const Cpu &C, const std::vector<UopSpec> &Specs,
                     InstrTemplate &T) {
  T.Uops.clear();
  for (const UopSpec &S : Specs) {
    TemplateUop U;
    U.Kind = S.Kind;
    U.Uses = S.Uses;
    // A generic CPU learns its ports after its corrections.
    ResourceMask Ports = C.portsOf(S.Kind);
    if (S.DefaultPorts && U.Uses.empty() && Ports)
      U.Uses.push_back({Ports, 1});
    T.Uops.push_back(std::move(U));
  }
}

/// Fused-domain µops: what the file says, else what the file's rule gives.
static unsigned fusedUops(const BuilderContext &Ctx, const InstrShape &Shape,
                          const Effective &Corrected, const InstrTemplate &T) {
  if (Corrected.FusedUops)
    return *Corrected.FusedUops;
  if (Shape.Class && (Ctx.C.FusedUopsFromModel || Ctx.C.Generic))
    return std::max<unsigned>(Shape.Class->NumMicroOps, 1);
  return countFusedUops(Ctx.C, T.Uops, Corrected.Unlaminated);
}

InstrTemplate takt::makeTemplate(const BuilderContext &Ctx,
                                 const InstrShape &Shape,
                                 const OpcodeOperands &Operands,
                                 const Effective &Corrected) {
  InstrTemplate T;
  if (Corrected.NotModelled) {
    T.NotModelled = *Corrected.NotModelled;
    return T;
  }
  if (!Shape.Class && !Corrected.Uops) {
    T.NotModelled =
        "no scheduling information in LLVM's model of " + Ctx.Model.cpu();
    return T;
  }
  if (Corrected.Eliminated)
    T.Uops.assign(1, TemplateUop());
  else if (Corrected.Uops)
    takeUops(Ctx.C, *Corrected.Uops, T);
  else
    T.Uops = modelUops(Ctx, Ctx.MII.get(Shape.Opcode), *Shape.Class, Operands);
  T.FusedUops = fusedUops(Ctx, Shape, Corrected, T);
  connectUops(Ctx, Shape, Operands, Corrected, T);
  return T;
}
