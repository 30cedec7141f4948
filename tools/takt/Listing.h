//===- Listing.h - What was found, without a prediction ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `takt --list` prints: the regions and their instructions.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_LISTING_H
#define TAKT_TOOLS_TAKT_LISTING_H

#include "CodeRegion.h"
#include "CodeTarget.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace takt {

/// Prints a region of \p Input and all that is known about it.
void printListing(llvm::raw_ostream &OS, llvm::StringRef Input, CodeTarget &T,
                  const CodeRegion &R);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_LISTING_H
