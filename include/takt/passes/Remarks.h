//===- Remarks.h - What the user reads --------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One remark for each innermost loop, see docs/remarks.md:
///
///     4.00 cycles per iteration on skylake, bound by the dependency chain
///     through xmm0 (vfmadd231sd, 4.00); ports alone 1.00, front end 0.75
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_REMARKS_H
#define TAKT_PASSES_REMARKS_H

#include <string>
#include <utility>

namespace llvm {
class DebugLoc;
class DiagnosticInfoOptimizationBase;
class MachineOptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

class SaidCopies;
struct LoopReport;

/// Cycles as remarks show them: "0.25", with as many more places, up to four,
/// as it takes to have two digits of them: "0.023".
std::string cyclesText(double Cycles);

/// Two such numbers that are compared, with more places where it takes these to
/// tell them apart: "0.131", "0.129".
std::pair<std::string, std::string> placesApart(double Before, double After);

/// \p Loc as compilers write it, "12:7"; "list.h:12:7" if it is in another file
/// than a remark at \p At.
std::string placeText(const llvm::DebugLoc &Loc, const llvm::DebugLoc &At);

/// The function that code at \p Loc was inlined into, and where it calls:
/// "f at 12:7"; with the calls in functions between, but for the middle of a
/// long row: "f at 12:7 via 40:3, 51:10"; empty: it was not.
std::string inlinedInto(const llvm::DebugLoc &Loc);

/// Ends the text of \p D, about \p R, with where a loop was inlined into, or
/// what function it is in if nothing tells its place in the source.
void addPlace(llvm::DiagnosticInfoOptimizationBase &D, const LoopReport &R);

/// Emits the remark for \p R. Where \p Copies has enough of it, it is verbose
/// in LLVM's sense: in the record, but not in clang's log.
void emitRemark(llvm::MachineOptimizationRemarkEmitter &ORE,
                const LoopReport &R, SaidCopies &Copies);

} // namespace takt

#endif // TAKT_PASSES_REMARKS_H
