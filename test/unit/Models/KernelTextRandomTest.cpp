//===- KernelTextRandomTest.cpp - Any kernel as text ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameKernel.h"
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

/// Kernels with anything in them that is valid, on 5 resources.
class RandomKernels {
public:
  explicit RandomKernels(unsigned Seed) : Random(Seed) {}
  Kernel make();

private:
  unsigned below(unsigned N) { return Random() % N; }
  bool coin() { return below(2); }
  std::string name() {
    static const char *const Names[] = {
        "x",       "x",     "latency", "a b",    "r-1",   "12",      "\"q",
        "back\\s", "\x01ü", "expect",  "kernel", "merge", "executed"};
    return Names[below(std::size(Names))];
  }
  LocationId location() { return below(K.Locations.size()); }
  void makeInstr();
  void makeDecoding(KernelInstr &I);
  void makeMove(KernelInstr &I);
  Uop makeUop(const KernelInstr &I);

  std::mt19937 Random;
  Kernel K;
};

Uop RandomKernels::makeUop(const KernelInstr &I) {
  Uop U;
  U.Kind = UopKind(below(5));
  if (!I.Accesses.empty() && U.Kind != UopKind::Compute &&
      U.Kind != UopKind::Branch)
    U.Access = int(below(I.Accesses.size() + 1)) - 1;
  for (unsigned N = below(3); N != 0; --N)
    U.Uses.push_back({1 + below(31), uint16_t(1 + below(3)),
                      uint16_t(U.Uses.empty() ? 0 : 3 * below(4))});
  for (unsigned N = below(3); N != 0; --N) {
    UopRead R;
    R.Loc = location();
    if (K.Locations[R.Loc].Internal)
      continue;
    for (unsigned B = below(3); B != 0; --B)
      R.Bypasses.push_back({uint16_t(below(3)), int16_t(int(below(9)) - 4)});
    R.Shared = coin();
    U.Reads.push_back(R);
  }
  for (unsigned N = below(3); N != 0; --N)
    U.Writes.push_back({location(), uint16_t(below(9)), uint16_t(below(3))});
  return U;
}

void RandomKernels::makeDecoding(KernelInstr &I) {
  Decoding &D = I.Decode;
  D.QueuedUops = below(3);
  D.MicrocodeUops = D.QueuedUops ? below(2) : 1;
  D.OpcodeOffset = I.Size ? below(I.Size) : below(256);
  D.LengthChangingPrefix = coin();
  D.ExtraCacheSlot = coin();
  D.MacroFusible = coin();
  D.Fields.Evex = coin();
  D.Fields.All = below(5);
  D.Fields.Wide = below(3);
  D.WritesHighByte = coin();
  D.Complex = coin();
  D.SimpleDecoders = below(5);
}

void RandomKernels::makeMove(KernelInstr &I) {
  I.Move = coin() ? MoveKind::General : MoveKind::Vector;
  Uop U = makeUop(I);
  U.Uses.clear();
  for (UopWrite &W : U.Writes)
    W.Latency = 0;
  I.Uops = {U};
  for (unsigned N = 1 + below(2); N != 0; --N)
    I.Executed.push_back(makeUop(I));
}

void RandomKernels::makeInstr() {
  static const int64_t Numbers[] = {0, 1, -64, INT64_MAX, INT64_MIN};
  KernelInstr &I = K.Instrs.emplace_back();
  I.Mnemonic = name();
  if (coin())
    I.Text = name();
  I.Size = below(3);
  I.Offset = coin() ? UINT64_MAX : 0;
  if (K.Instrs.size() > 1 && !K.Instrs.end()[-2].MacroFused && !below(4)) {
    I.MacroFused = true;
    I.FusedUops = I.Decode.QueuedUops = 0;
    return;
  }
  I.FusedUops = below(3);
  I.Taken = coin();
  if (coin())
    makeDecoding(I);
  I.StackChange = coin() ? int(below(65536)) - 32768 : 0;
  I.ReadsStackPointer = coin();
  I.WritesStackPointer = coin();
  I.Order = Ordering(below(5));
  I.RepeatId = below(3);
  I.RepeatCycles = coin() ? I.RepeatId + 7 : 0;
  for (unsigned N = below(3); N != 0; --N)
    I.Accesses.push_back(
        {below(2) ? UINT32_MAX : below(9), Numbers[below(std::size(Numbers))],
         coin() ? std::optional<int64_t>(Numbers[below(std::size(Numbers))])
                : std::nullopt,
         uint16_t(below(65536)), coin(), coin() ? name() : ""});
  if (!below(4))
    return makeMove(I);
  for (unsigned N = below(4); N != 0; --N)
    I.Uops.push_back(makeUop(I));
  if (!I.Uops.empty())
    I.Uops[0].Merge = coin();
}

Kernel RandomKernels::make() {
  K = {};
  K.Repeats = coin() ? Notion::Loop : Notion::Unrolled;
  for (unsigned N = 2 + below(6); N != 0; --N)
    K.Locations.push_back({name(), N % 2 == 0, RegisterKind(N % 4)});
  for (unsigned N = below(6); N != 0; --N)
    makeInstr();
  for (uint32_t S = 0; S != K.Instrs.size(); ++S)
    for (uint32_t L = 0; L != K.Instrs.size(); ++L)
      if (coin() && K.Instrs[S].hasUop(UopKind::StoreData) &&
          K.Instrs[L].hasUop(UopKind::Load))
        (coin() ? K.MemoryDependences : K.PossibleDependences)
            .push_back({S, L, uint32_t(S >= L), uint16_t(below(9)), coin(),
                        coin(), uint16_t(below(3) * 9)});
  for (uint32_t A = 0; A != K.Instrs.size(); ++A)
    for (uint32_t B = 0; B != K.Instrs.size(); ++B) {
      const auto Kind = MemoryOrder::OrderKind(below(2));
      if (coin() && K.Instrs[B].hasUop(UopKind::StoreData) &&
          K.Instrs[A].hasUop(Kind == MemoryOrder::WriteAfterRead
                                 ? UopKind::Load
                                 : UopKind::StoreData))
        K.MemoryOrders.push_back({Kind, A, B, uint32_t(A >= B) + below(2)});
    }
  return K;
}

TEST(KernelText, RoundTripOfRandomKernels) {
  const Cpu C = makeCpu(4, 1);
  RandomKernels Random(1);
  for (unsigned Round = 0; Round != 5000; ++Round) {
    const Kernel K = Random.make();
    ASSERT_EQ(llvm::toString(K.verify(5)), "");
    const std::string Text = print(K, C);
    ASSERT_TRUE(same(parseOne(Text, C).K, K)) << "round " << Round << "\n"
                                              << Text;
  }
}

TEST(KernelText, RandomDamage) {
  // Whatever is read is valid and can be written and read again; whatever is
  // not says where.
  const Cpu C = makeCpu(4, 1);
  const std::string Good = "kernel k unrolled\n"
                           "  ld size 4 : load p23 ; writes x latency 5\n"
                           "  rmw fused 2\n"
                           "    : p0 + u0*7 ; reads x-2@m+1 ; writes $t y@m\n"
                           "    | store-data p3 ; reads $t~1\n"
                           "  \"a \\41\" taken : none ; reads y\n"
                           "  pop stack +8 order loads queued 2 access s-8 "
                           "step 16 bytes 4 : merge p0 | load p0 ; access 0\n"
                           "  mov move general : none ; writes y latency 0\n"
                           "    : executed p1 ; writes y\n"
                           "  memory rmw -> 0 distance 1 latency 5\n"
                           "  expect cycles 1.5 load p0 3/2 recurrence a->b\n";
  static const char Bytes[] = "kp01 $@~-+*/|:;>\"\\\n#.x\0\xc3";
  std::mt19937 Random(1);
  unsigned Read = 0, Refused = 0;
  for (unsigned Round = 0; Round != 20000; ++Round) {
    std::string Text = Good;
    for (unsigned N = 1 + Random() % 2; N != 0; --N) {
      const size_t At = Random() % Text.size();
      switch (Random() % 3) {
      case 0:
        Text.erase(At, 1 + Random() % 6);
        break;
      case 1:
        Text.insert(At, 1, Bytes[Random() % (sizeof(Bytes) - 1)]);
        break;
      default:
        Text.insert(At, Text.substr(Random() % Text.size(), Random() % 9));
        break;
      }
      if (Text.empty())
        break;
    }
    auto Kernels = parseKernels({Text, "f"}, C);
    if (!Kernels) {
      ++Refused;
      const std::string Message = llvm::toString(Kernels.takeError());
      ASSERT_EQ(Message.substr(0, 2), "f:") << Message << "\n" << Text;
      continue;
    }
    for (const NamedKernel &N : *Kernels) {
      ++Read;
      ASSERT_EQ(llvm::toString(N.K.verify(5)), "");
      const std::string Again = print(N.K, C);
      ASSERT_TRUE(same(parseOne(Again, C).K, N.K)) << Text << "\n" << Again;
    }
  }
  EXPECT_GT(Read, 1000u);
  EXPECT_GT(Refused, 1000u);
}

} // namespace
