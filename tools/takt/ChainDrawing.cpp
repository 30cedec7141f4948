//===- ChainDrawing.cpp - A recurrence drawn beside the code --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainDrawing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace takt;

namespace {

/// Sides of a character cell that a line leaves by.
enum Side : uint8_t { Up = 1, Down = 2, Left = 4, Right = 8 };

/// A step between two lines, and the column of its vertical line; columns count
/// from the code.
struct Arc {
  uint32_t Low, High; ///< lines, Low < High
  bool Downward;
  size_t Lane = 0;
};

} // namespace

static StringRef boxCharacter(uint8_t Sides, bool Unicode) {
  static constexpr const char *Box[16] = {" ", "╵", "╷", "│", "╴", "╯",
                                          "╮", "┤", "╶", "╰", "╭", "├",
                                          "─", "┴", "┬", "┼"};
  if (Unicode)
    return Box[Sides];
  if (Sides == (Up | Down))
    return "|";
  if ((Sides & (Up | Down)) == 0)
    return Sides ? "-" : " ";
  return "+";
}

/// Two arcs can share a lane if they do not overlap; they may meet in a line if
/// both lead downward, which reads as one path.
static bool fit(const Arc &A, const Arc &B) {
  if (A.Downward && B.Downward)
    return A.High <= B.Low || B.High <= A.Low;
  return A.High < B.Low || B.High < A.Low;
}

/// Short arcs lie next to the code, the way down before the way back.
static SmallVector<Arc, 8> arrange(ArrayRef<ChainStep> Steps) {
  SmallVector<Arc, 8> Arcs;
  for (const ChainStep &S : Steps)
    if (S.From != S.To)
      Arcs.push_back(
          {std::min(S.From, S.To), std::max(S.From, S.To), S.From < S.To});
  llvm::sort(Arcs, [](const Arc &A, const Arc &B) {
    return std::make_tuple(!A.Downward, A.High - A.Low, A.Low) <
           std::make_tuple(!B.Downward, B.High - B.Low, B.Low);
  });
  for (size_t N = 0; N != Arcs.size(); ++N) {
    const auto Taken = [&](const Arc &B) {
      return B.Lane == Arcs[N].Lane && !fit(Arcs[N], B);
    };
    while (any_of(ArrayRef(Arcs).take_front(N), Taken))
      ++Arcs[N].Lane;
  }
  return Arcs;
}

std::vector<std::string> takt::drawChain(ArrayRef<ChainStep> Steps,
                                         size_t Lines, bool Unicode) {
  std::vector<std::string> Drawn(Lines);
  if (Steps.empty())
    return Drawn;
  const SmallVector<Arc, 8> Arcs = arrange(Steps);
  size_t Lanes = 0;
  for (const Arc &A : Arcs)
    Lanes = std::max(Lanes, A.Lane + 1);

  std::vector<SmallVector<uint8_t, 8>> Cells(Lines,
                                             SmallVector<uint8_t, 8>(Lanes));
  for (const Arc &A : Arcs) {
    for (uint32_t L = A.Low; L <= A.High; ++L)
      Cells[L][A.Lane] |= (L != A.Low ? Up : 0) | (L != A.High ? Down : 0);
    for (const uint32_t L : {A.Low, A.High}) {
      Cells[L][A.Lane] |= Right;
      for (size_t Lane = 0; Lane != A.Lane; ++Lane)
        Cells[L][Lane] |= Left | Right;
    }
  }

  // Every instruction of a cycle is waited for and waits: all get an arrow.
  std::vector<const char *> Ends(Lines, " ");
  for (const ChainStep &S : Steps)
    if (S.From == S.To)
      Ends[S.To] = Unicode ? "↻" : "@";
    else
      Ends[S.To] = Unicode ? "►" : ">";
  for (size_t L = 0; L != Lines; ++L) {
    for (size_t Lane = Lanes; Lane-- != 0;)
      Drawn[L] += boxCharacter(Cells[L][Lane], Unicode);
    Drawn[L] += Ends[L];
  }
  return Drawn;
}
