//===- LeaveOut.h - Passes that are in vain ---------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops of which it is known that some of LLVM's passes find nothing to do in
/// them but take long to find that out. docs/guide.md has what they took.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_LEAVEOUT_H
#define TAKT_PASSES_GUIDE_LEAVEOUT_H

namespace llvm {
class Loop;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace takt {

/// Takes note that \p L has no better shape than straight code, because it
/// keepsRow() or was unrolled, and that no iteration reads what the one before
/// has stored: LLVM's loop vectoriser, which compares all its accesses to find
/// that it must not, and the elimination of loads carried over from the
/// iteration before, which compares them again, leave it as it is.
void leaveToStraightCode(llvm::Loop &L);

/// Leaves out the elimination of loads in functions in which all innermost
/// loops that store are left to straight code or, with \p OfVectorised, were
/// made by the vectoriser or left over by it: what one iteration stores the
/// next then hardly ever reads. That may only be where no more is asked of
/// other loops than what they cost.
void leaveOutLoadElimination(llvm::PassInstrumentationCallbacks &PIC,
                             bool OfVectorised);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_LEAVEOUT_H
