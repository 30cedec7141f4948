//===- TracedBody.cpp - Bodies with breakpoints ---------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracedBody.h"
#include <algorithm>
#include <initializer_list>

using namespace takt;

static void appendBreakpoint(Arch For, CodeBytes &To) {
  if (For == Arch::X86_64) {
    To.push_back(0xcc);
    return;
  }
  for (const uint8_t B : {0x00, 0x00, 0x20, 0xd4}) // brk #0
    To.push_back(B);
}

/// The instruction; x86's short jumps become long ones.
static CodeBytes stretched(Arch For, const uint8_t *Instr, size_t Size) {
  CodeBytes Same(Instr, Instr + Size);
  if (For != Arch::X86_64 || !branchOf(For, Instr, Size) || Size < 2)
    return Same;
  const uint8_t Opcode = Instr[Size - 2];
  if (Size > 3)
    return Same;
  if ((Opcode & 0xf0) == 0x70)
    return {0x0f, static_cast<uint8_t>(0x80 | (Opcode & 0xf)), 0, 0, 0, 0};
  if (Opcode == 0xeb)
    return {0xe9, 0, 0, 0, 0};
  return Same;
}

namespace {

/// Where the instructions are, before and behind.
struct Layout {
  std::vector<size_t> Old, New, Size;
};

} // namespace

static Layout layOut(const Job &J, TracedBody &T) {
  Layout L;
  size_t At = 0;
  for (const unsigned Size : J.Sizes) {
    L.Old.push_back(At);
    T.Starts.push_back(static_cast<unsigned>(T.Bytes.size()));
    appendBreakpoint(J.For, T.Bytes);
    L.New.push_back(T.Bytes.size());
    const CodeBytes Instr = stretched(J.For, &J.Body[At], Size);
    L.Size.push_back(Instr.size());
    T.Bytes.insert(T.Bytes.end(), Instr.begin(), Instr.end());
    At += Size;
  }
  return L;
}

/// Lets every branch lead to the breakpoint of its instruction.
static bool moveBranches(const Job &J, const Layout &L, TracedBody &T) {
  for (size_t I = 0; I != L.Old.size(); ++I) {
    const std::optional<int64_t> Distance =
        branchOf(J.For, &J.Body[L.Old[I]], J.Sizes[I]);
    if (!Distance)
      continue;
    const uint64_t Target = L.Old[I] + static_cast<uint64_t>(*Distance);
    const auto Found = std::find(L.Old.begin(), L.Old.end(), Target);
    const int64_t To =
        Found == L.Old.end()
            ? static_cast<int64_t>(T.Bytes.size())
            : int64_t(T.Starts[static_cast<size_t>(Found - L.Old.begin())]);
    if (!setBranch(J.For, &T.Bytes[L.New[I]], L.Size[I],
                   To - static_cast<int64_t>(L.New[I])))
      return false;
  }
  return true;
}

std::optional<TracedBody> takt::tracedBody(const Job &J) {
  TracedBody T;
  const Layout L = layOut(J, T);
  if (!moveBranches(J, L, T))
    return std::nullopt;
  for (const PcField &F : J.Fields) {
    size_t I = 0;
    while (I + 1 < L.Old.size() && L.Old[I + 1] <= F.Offset)
      ++I;
    const auto Moved = static_cast<unsigned>(L.New[I] - L.Old[I]);
    T.Fields.push_back({F.Offset + Moved, F.End + Moved, F.Target});
  }
  return T;
}
