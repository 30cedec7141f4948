//===- CpuFileMemory.cpp - Memory's keys of a description --------*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys of how loads and stores go.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"

using namespace takt;

namespace llvm {
namespace yaml {

template <> struct MappingTraits<FileBanks> {
  static void mapping(IO &IO, FileBanks &B) {
    locate(IO.getContext(), B.Where);
    IO.mapRequired("bytes", B.Bytes);
    IO.mapRequired("count", B.Count);
    IO.mapOptional("ways", B.Ways);
    IO.mapOptional("reads", B.Reads);
  }
};

template <> struct MappingTraits<FileBytesDelay> {
  static void mapping(IO &IO, FileBytesDelay &D) {
    locate(IO.getContext(), D.Where);
    IO.mapRequired("bytes", D.Bytes);
    IO.mapRequired("delay", D.Delay);
  }
};

template <> struct MappingTraits<FileKnownBlocks> {
  static void mapping(IO &IO, FileKnownBlocks &K) {
    locate(IO.getContext(), K.Where);
    IO.mapRequired("count", K.Count);
    IO.mapRequired("after", K.After);
  }
};

template <> struct MappingTraits<FileLoneStores> {
  static void mapping(IO &IO, FileLoneStores &L) {
    locate(IO.getContext(), L.Where);
    IO.mapRequired("turns", L.Turns);
    IO.mapRequired("accesses", L.Accesses);
  }
};

void MappingTraits<FileMemory>::mapping(IO &IO, FileMemory &M) {
  IO.mapRequired("source", M.Source);
  IO.mapOptional("load-ports", M.LoadPorts);
  IO.mapOptional("store-address-ports", M.StoreAddressPorts);
  IO.mapOptional("indexed-store-address-ports", M.IndexedStoreAddressPorts);
  IO.mapOptional("store-data-ports", M.StoreDataPorts);
  IO.mapOptional("load-latency", M.LoadLatency);
  IO.mapOptional("vector-load-latency", M.VectorLoadLatency);
  IO.mapOptional("complex-address-latency", M.ComplexAddressLatency);
  IO.mapOptional("store-forward-latency", M.StoreForwardLatency);
  IO.mapOptional("vector-store-forward-latency", M.VectorStoreForwardLatency);
  IO.mapOptional("wide-store-forward", M.WideStoreForward);
  IO.mapOptional("store-forward-fail-latency", M.StoreForwardFailLatency);
  IO.mapOptional("fail-until-retired", M.FailUntilRetired);
  IO.mapOptional("forward-stores", M.ForwardStores);
  IO.mapOptional("store-address-latency", M.StoreAddressLatency);
  IO.mapOptional("store-data-latency", M.StoreDataLatency);
  IO.mapOptional("full-width", M.FullWidth);
  IO.mapOptional("paired-store-reach", M.PairedStoreReach);
  IO.mapOptional("store-block", M.StoreBlock);
  IO.mapOptional("store-block-queue", M.StoreBlockQueue);
  IO.mapOptional("store-blocks-known", M.KnownBlocks);
  IO.mapOptional("lone-stores", M.LoneStores);
  IO.mapOptional("store-page", M.StorePage);
  IO.mapOptional("line", M.Line);
  IO.mapOptional("crossing-delay", M.CrossingDelay);
  IO.mapOptional("crossings", M.Crossings);
  IO.mapOptional("load-retry", M.LoadRetry);
  IO.mapOptional("banks", M.Banks);
  IO.mapOptional("renamed-loads", M.RenamedLoads);
  IO.mapOptional("unready-rewrites-again", M.RewritesAgainAfter);
  IO.mapOptional("renamed-by-address", M.RenamedByAddress);
  IO.mapOptional("renamed-relative", M.RenamedRelative);
  IO.mapOptional("renamed-without-index", M.RenamedWithoutIndex);
  IO.mapOptional("renamed-start", M.RenamedStart);
  IO.mapOptional("addresses-by-parts", M.AddressesByParts);
  IO.mapOptional("chained-loads", M.ChainedLoads);
  IO.mapOptional("chained-load-gain", M.ChainedLoadGain);
  IO.mapOptional("chained-load-reach", M.ChainedLoadReach);
}

} // namespace yaml
} // namespace llvm
