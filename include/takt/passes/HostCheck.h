//===- HostCheck.h - Is this the LLVM that the plugin was built for? -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM checks the version of its plugin interface at load, but not its own:
/// a plugin built for LLVM 19 loads into LLVM 20 and works on foreign objects.
/// The plugin therefore looks which libLLVM the program had before it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_HOSTCHECK_H
#define TAKT_PASSES_HOSTCHECK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace takt {

/// The LLVM major version in the name of a shared library, as
/// "/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1" or "libLLVM-15.so.1"; none if it
/// is no libLLVM.
std::optional<unsigned> llvmMajorOfLibrary(llvm::StringRef Path);

/// Judges the program that has loaded the plugin. \p Before are the paths of
/// the libraries that it had loaded before the plugin, \p After those that came
/// with the plugin. \returns what is wrong for a plugin built for \p Major, or
/// nothing. A program without any shared libLLVM cannot be judged and passes.
std::optional<std::string> hostProblem(llvm::ArrayRef<std::string> Before,
                                       llvm::ArrayRef<std::string> After,
                                       unsigned Major);

/// hostProblem for this process; \p Self is an address inside the plugin.
std::optional<std::string> checkHost(const void *Self, unsigned Major);

} // namespace takt

#endif // TAKT_PASSES_HOSTCHECK_H
