//===- CpuFileQueues.cpp - Keys of the queues of schedulers -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys of the queues in which µops wait for their ports, and of what chooses
/// among them.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"

using namespace takt;

namespace llvm {
namespace yaml {

template <> struct MappingTraits<FileQueue> {
  static void mapping(IO &IO, FileQueue &Q) {
    IO.mapRequired("name", Q.Name);
    IO.mapRequired("ports", Q.Ports);
    IO.mapOptional("width", Q.Width);
    IO.mapOptional("entries", Q.Entries);
    IO.mapOptional("waiting", Q.Waiting);
    IO.mapOptional("by-chance", Q.ByChance);
  }
};

template <> struct MappingTraits<FileBinding> {
  static void mapping(IO &IO, FileBinding &B) {
    locate(IO.getContext(), B.Where);
    IO.mapRequired("first", B.First);
    IO.mapRequired("seen-after", B.SeenAfter);
    IO.mapRequired("left-after", B.LeftAfter);
    IO.mapOptional("free-after", B.FreeAfter);
    IO.mapOptional("reserve", B.Reserve);
    IO.mapOptional("single", B.Single);
  }
};

template <> struct MappingTraits<FilePlaces> {
  static void mapping(IO &IO, FilePlaces &P) {
    locate(IO.getContext(), P.Where);
    IO.mapRequired("even", P.Even);
    IO.mapRequired("odd", P.Odd);
    IO.mapRequired("difference", P.Difference);
    IO.mapRequired("difference-after", P.DifferenceAfter);
    IO.mapRequired("total", P.Total);
    IO.mapRequired("total-after", P.TotalAfter);
    IO.mapRequired("flow", P.Flow);
    IO.mapRequired("flow-cycles", P.FlowCycles);
    IO.mapRequired("flow-after", P.FlowAfter);
    IO.mapRequired("uneven", P.Uneven);
    IO.mapRequired("uneven-after", P.UnevenAfter);
    IO.mapRequired("full", P.Full);
  }
};

template <> struct MappingTraits<FileHalves> {
  static void mapping(IO &IO, FileHalves &H) {
    locate(IO.getContext(), H.Where);
    IO.mapRequired("first", H.First);
    IO.mapRequired("second", H.Second);
    IO.mapRequired("difference", H.Difference);
    IO.mapRequired("entries", H.Entries);
  }
};

template <> struct MappingTraits<FileTogether> {
  static void mapping(IO &IO, FileTogether &T) {
    locate(IO.getContext(), T.Where);
    IO.mapRequired("ports", T.Ports);
    IO.mapRequired("entries", T.Entries);
  }
};

void MappingTraits<FileQueues>::mapping(IO &IO, FileQueues &Q) {
  IO.mapRequired("source", Q.Source);
  IO.mapOptional("together", Q.Together);
  IO.mapOptional("by-cycle", Q.ByCycle);
  IO.mapOptional("by-place", Q.ByPlace);
  IO.mapOptional("by-half", Q.ByHalf);
  IO.mapOptional("branches", Q.Branches);
  IO.mapRequired("list", Q.List);
}

} // namespace yaml
} // namespace llvm
