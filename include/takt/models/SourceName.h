//===- SourceName.h - Symbols as sources name them ------------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of functions for people.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SOURCENAME_H
#define TAKT_MODELS_SOURCENAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace takt {

/// A symbol as the source names it: "f", and "ns::Queue<int>::push" for what a
/// C++ compiler makes of that; parameters and type of the result would fill the
/// line.
std::string sourceName(llvm::StringRef Symbol);

} // namespace takt

#endif // TAKT_MODELS_SOURCENAME_H
