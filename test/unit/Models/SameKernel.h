//===- SameKernel.h - Whether two kernels are the same ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_MODELS_SAMEKERNEL_H
#define TAKT_TEST_UNIT_MODELS_SAMEKERNEL_H

#include "TestCpu.h"
#include "takt/models/KernelText.h"

namespace takt::test {

inline std::string print(const Kernel &K, const Cpu &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printKernel(OS, "k", K, C);
  return Text;
}

// Field by field, because printing is what is tested.
inline bool same(const UopRead &A, const UopRead &B) {
  return A.Loc == B.Loc && A.Shared == B.Shared &&
         std::equal(A.Bypasses.begin(), A.Bypasses.end(), B.Bypasses.begin(),
                    B.Bypasses.end(), [](const Bypass &X, const Bypass &Y) {
                      return X.Producer == Y.Producer && X.Cycles == Y.Cycles &&
                             X.Together == Y.Together;
                    });
}
inline bool same(const UopWrite &A, const UopWrite &B) {
  return A.Loc == B.Loc && A.Latency == B.Latency &&
         A.WriteClass == B.WriteClass;
}
inline bool same(const ResourceUse &A, const ResourceUse &B) {
  return A.Resources == B.Resources && A.Cycles == B.Cycles &&
         A.After == B.After && A.OfFlags == B.OfFlags;
}
inline bool same(const Location &A, const Location &B) {
  return A.Name == B.Name && A.Internal == B.Internal && A.Kind == B.Kind;
}
inline bool same(const MemoryDependence &A, const MemoryDependence &B) {
  return A.Store == B.Store && A.Load == B.Load && A.Distance == B.Distance &&
         A.Latency == B.Latency && A.AddressLatency == B.AddressLatency &&
         A.Renamed == B.Renamed && A.Partial == B.Partial && A.Named == B.Named;
}
inline bool same(const MemoryOrder &A, const MemoryOrder &B) {
  return A.Kind == B.Kind && A.First == B.First && A.Second == B.Second &&
         A.Distance == B.Distance;
}
inline bool same(const CodeFields &A, const CodeFields &B) {
  return A.Evex == B.Evex && A.All == B.All && A.Wide == B.Wide;
}
inline bool same(const Decoding &A, const Decoding &B) {
  return A.OpcodeOffset == B.OpcodeOffset &&
         A.LengthChangingPrefix == B.LengthChangingPrefix &&
         A.ExtraCacheSlot == B.ExtraCacheSlot &&
         A.WritesHighByte == B.WritesHighByte &&
         A.MacroFusible == B.MacroFusible && same(A.Fields, B.Fields) &&
         A.Complex == B.Complex && A.SimpleDecoders == B.SimpleDecoders &&
         A.QueuedUops == B.QueuedUops && A.MicrocodeUops == B.MicrocodeUops;
}
inline bool same(const MemoryAccess &A, const MemoryAccess &B) {
  return A.Symbol == B.Symbol && A.Offset == B.Offset && A.Step == B.Step &&
         A.Size == B.Size && A.Renamed == B.Renamed && A.Address == B.Address;
}
inline bool same(const Uop &A, const Uop &B);
inline bool same(const KernelInstr &A, const KernelInstr &B);
template <typename List> bool sameAll(const List &A, const List &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const auto &X, const auto &Y) { return same(X, Y); });
}
inline bool same(const Uop &A, const Uop &B) {
  return A.Kind == B.Kind && A.Merge == B.Merge && A.Access == B.Access &&
         sameAll(A.Uses, B.Uses) && sameAll(A.Reads, B.Reads) &&
         sameAll(A.Writes, B.Writes);
}
inline bool same(const KernelInstr &A, const KernelInstr &B) {
  return A.Mnemonic == B.Mnemonic && A.Text == B.Text && A.Offset == B.Offset &&
         A.Size == B.Size && A.FusedUops == B.FusedUops &&
         A.Results == B.Results && A.MacroFused == B.MacroFused &&
         A.Taken == B.Taken && same(A.Decode, B.Decode) &&
         A.StackChange == B.StackChange &&
         A.ReadsStackPointer == B.ReadsStackPointer &&
         A.WritesStackPointer == B.WritesStackPointer && A.Order == B.Order &&
         A.RepeatCycles == B.RepeatCycles && A.RepeatId == B.RepeatId &&
         A.Move == B.Move && sameAll(A.Executed, B.Executed) &&
         sameAll(A.Accesses, B.Accesses) && sameAll(A.Uops, B.Uops);
}
inline bool same(const Kernel &A, const Kernel &B) {
  return A.Repeats == B.Repeats && sameAll(A.Locations, B.Locations) &&
         sameAll(A.Instrs, B.Instrs) &&
         sameAll(A.MemoryDependences, B.MemoryDependences) &&
         sameAll(A.PossibleDependences, B.PossibleDependences) &&
         sameAll(A.MemoryOrders, B.MemoryOrders);
}

} // namespace takt::test

#endif // TAKT_TEST_UNIT_MODELS_SAMEKERNEL_H
