//===- Cores.h - Which processor a process runs on ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Binds a process to one processor at a time, and to another one where that
/// one's core is not its own: on a virtual machine of two cores the guest
/// beside one of them may be quiet while the other's is not
/// (docs/measuring.md).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_CORES_H
#define TAKT_TOOLS_MEASURE_RUNNER_CORES_H

#include <optional>
#include <string>

namespace takt {

/// Binds this process and its children to processor \p Core, or to the one that
/// it runs on. \returns what failed, or nothing.
std::string pinTo(std::optional<unsigned> Core);

/// Binds this process to the next one of the processors that it could run on
/// before pinTo, in turn. Nothing happens where pinTo was given one, or where
/// there is no other.
void moveOn();

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_CORES_H
