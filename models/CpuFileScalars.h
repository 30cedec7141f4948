//===- CpuFileScalars.h - Scalars of a machine description ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a single value of a file of models/cpus is read as. An error of a value
/// that is placed says where it stands.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUFILESCALARS_H
#define TAKT_MODELS_CPUFILESCALARS_H

#include <optional>
#include <string>
#include <vector>

namespace takt {

/// A scalar with its place.
struct FileName {
  std::string Text;
  unsigned Line = 0, Column = 0;
};

/// A number of cycles, entries or µops.
struct FileCount {
  unsigned Value = 0;
};

/// The same with its place.
struct FilePlacedCount {
  FileName Where;
  unsigned Value = 0;
};

/// A latency or an occupation in cycles.
struct FileCycles {
  unsigned Value = 0;
};

/// The same with its place.
struct FilePlacedCycles {
  FileName Where;
  unsigned Value = 0;
};

/// A text that must not be empty.
struct FileText {
  std::string Text;
};

/// A number of bytes that code or data is divided by.
struct FileBytes {
  unsigned Value = 0;
};

/// A number, or "unlimited".
struct FileSlots {
  std::optional<unsigned> Value;
};

/// Names; a single one needs no list.
struct FileNames {
  std::vector<FileName> Names;
};

/// Names of ports, units and groups of them.
using FilePorts = FileNames;

} // namespace takt

#endif // TAKT_MODELS_CPUFILESCALARS_H
