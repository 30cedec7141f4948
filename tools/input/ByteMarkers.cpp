//===- ByteMarkers.cpp - Regions marked by instructions ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteMarkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace takt;

namespace {

struct MarkerBytes {
  ArrayRef<uint8_t> Start, End;
};

} // namespace

static MarkerBytes markerBytes(const Triple &TT) {
  static constexpr uint8_t X86Start[] = {0xbb, 111, 0, 0, 0, 100, 103, 144};
  static constexpr uint8_t X86End[] = {0xbb, 222, 0, 0, 0, 100, 103, 144};
  static constexpr uint8_t ArmStart[] = {0xe1, 0x0d, 0x80, 0xd2,
                                         213,  3,    32,   31};
  static constexpr uint8_t ArmEnd[] = {0xc1, 0x1b, 0x80, 0xd2, 213, 3, 32, 31};
  if (TT.isX86())
    return {X86Start, X86End};
  if (TT.getArch() == Triple::aarch64)
    return {ArmStart, ArmEnd};
  return {};
}

std::vector<AddressRange>
takt::findByteMarkers(const Triple &TT, ArrayRef<uint8_t> Bytes,
                      uint64_t Address, function_ref<void(Error)> Problem) {
  std::vector<AddressRange> Found;
  const MarkerBytes Marker = markerBytes(TT);
  if (Marker.Start.empty())
    return Found;
  auto Unpaired = [&](StringRef What, const uint8_t *At) {
    Problem(createStringError(
        What + " marker at 0x" +
        utohexstr(Address + static_cast<uint64_t>(At - Bytes.begin()), true) +
        " has no counterpart"));
  };
  const uint8_t *Open = nullptr;
  for (const uint8_t *At = Bytes.begin(); At != Bytes.end();) {
    const uint8_t *Start =
        std::search(At, Bytes.end(), Marker.Start.begin(), Marker.Start.end());
    const uint8_t *End =
        std::search(At, Start, Marker.End.begin(), Marker.End.end());
    if (End != Start) {
      if (!Open)
        Unpaired("end", End);
      else
        Found.push_back({Address + static_cast<uint64_t>(Open - Bytes.begin()) +
                             Marker.Start.size(),
                         Address + static_cast<uint64_t>(End - Bytes.begin())});
      Open = nullptr;
      At = End + Marker.End.size();
      continue;
    }
    if (Start == Bytes.end())
      break;
    if (Open)
      Unpaired("start", Open);
    Open = Start;
    At = Start + Marker.Start.size();
  }
  if (Open)
    Unpaired("start", Open);
  return Found;
}
