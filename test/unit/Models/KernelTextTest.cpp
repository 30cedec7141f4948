//===- KernelTextTest.cpp - Tests of kernels as text ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "TestCpu.h"
#include <random>

using namespace takt;
using namespace takt::test;

namespace {

std::string print(const Kernel &K, const Cpu &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printKernel(OS, "k", K, C);
  return Text;
}

// Field by field, because printing is what is tested.
bool same(const UopRead &A, const UopRead &B) {
  return A.Loc == B.Loc &&
         std::equal(A.Bypasses.begin(), A.Bypasses.end(), B.Bypasses.begin(),
                    B.Bypasses.end(), [](const Bypass &X, const Bypass &Y) {
                      return X.Producer == Y.Producer && X.Cycles == Y.Cycles;
                    });
}
bool same(const UopWrite &A, const UopWrite &B) {
  return A.Loc == B.Loc && A.Latency == B.Latency &&
         A.WriteClass == B.WriteClass;
}
bool same(const ResourceUse &A, const ResourceUse &B) {
  return A.Resources == B.Resources && A.Cycles == B.Cycles;
}
bool same(const Location &A, const Location &B) {
  return A.Name == B.Name && A.Internal == B.Internal;
}
bool same(const MemoryDependence &A, const MemoryDependence &B) {
  return A.Store == B.Store && A.Load == B.Load && A.Distance == B.Distance &&
         A.Latency == B.Latency;
}
bool same(const Uop &A, const Uop &B);
bool same(const KernelInstr &A, const KernelInstr &B);
template <typename List> bool sameAll(const List &A, const List &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const auto &X, const auto &Y) { return same(X, Y); });
}
bool same(const Uop &A, const Uop &B) {
  return A.Kind == B.Kind && sameAll(A.Uses, B.Uses) &&
         sameAll(A.Reads, B.Reads) && sameAll(A.Writes, B.Writes);
}
bool same(const KernelInstr &A, const KernelInstr &B) {
  return A.Mnemonic == B.Mnemonic && A.Text == B.Text && A.Offset == B.Offset &&
         A.Size == B.Size && A.FusedUops == B.FusedUops &&
         A.MacroFused == B.MacroFused && A.Taken == B.Taken &&
         sameAll(A.Uops, B.Uops);
}
bool same(const Kernel &A, const Kernel &B) {
  return A.Repeats == B.Repeats && sameAll(A.Locations, B.Locations) &&
         sameAll(A.Instrs, B.Instrs) &&
         sameAll(A.MemoryDependences, B.MemoryDependences);
}

TEST(KernelText, ReadsEverything) {
  const NamedKernel N =
      parseOne("# about it\n"
               "\n"
               "kernel all unrolled # TP_U\n"
               "  ld size 4 offset 16 : load p23 ; writes x latency 5\n"
               "  \"rep movsb\" fused 3 text \"rep \\5c \\\\\"\n"
               "    : p0/p1 + u0*7 ; reads x-2@mac+1 acc\n"
               "      ; writes $t acc@mac latency 4\n"
               "    | store-data p3 ; reads $t\n"
               "  cmp : branch p0 ; reads x\n"
               "\n"
               "  jne taken macro-fused\n"
               "  mov : none ; reads x ; writes y latency 0\n"
               "  memory \"rep movsb\" -> ld distance 2\n",
               makeCpu(4, 1));
  EXPECT_EQ(N.Name, "all");
  EXPECT_EQ(N.Line, 3u);

  Kernel K;
  K.Repeats = Notion::Unrolled;
  K.Locations = {{"x", false}, {"acc", false}, {"t", true}, {"y", false}};
  K.Instrs.resize(5);
  K.Instrs[0] = {"ld", "", 16, 4, 1, false, false, {}};
  K.Instrs[0].Uops = {{UopKind::Load, {{12, 1}}, {}, {{0, 5, 0}}}};
  K.Instrs[1] = {"rep movsb", "rep \\ \\", 0, 0, 3, false, false, {}};
  K.Instrs[1].Uops = {{UopKind::Compute,
                       {{3, 1}, {16, 7}},
                       {{0, {{1, 2}, {0, -1}}}, {1, {}}},
                       {{2, 1, 0}, {1, 4, 1}}},
                      {UopKind::StoreData, {{8, 1}}, {{2, {}}}, {}}};
  K.Instrs[2] = {"cmp", "", 0, 0, 1, false, false, {}};
  K.Instrs[2].Uops = {{UopKind::Branch, {{1, 1}}, {{0, {}}}, {}}};
  K.Instrs[3] = {"jne", "", 0, 0, 0, true, true, {}};
  K.Instrs[4] = {"mov", "", 0, 0, 1, false, false, {}};
  K.Instrs[4].Uops = {{UopKind::Compute, {}, {{0, {}}}, {{3, 0, 0}}}};
  // The latency is the CPU's.
  K.MemoryDependences = {{1, 0, 2, 5}};
  EXPECT_TRUE(same(N.K, K)) << print(N.K, makeCpu(4, 1));
}

TEST(KernelText, FusedUopsAreOnePerUop) {
  const Kernel K = parseBody("nop\n"
                             "a : none\n"
                             "b : p0 | p0 | p0\n"
                             "c fused 1 : p0 | p0\n"
                             "d macro-fused\n",
                             makeCpu(1));
  const std::vector<uint16_t> Expected{1, 1, 3, 1, 0};
  for (size_t I = 0; I != Expected.size(); ++I)
    EXPECT_EQ(K.Instrs[I].FusedUops, Expected[I]) << "instruction " << I;
}

TEST(KernelText, NumberedClassesAreKept) {
  const Kernel K =
      parseBody("a : none ; reads x-1@7 ; writes x@9 latency 2\n", makeCpu(1));
  EXPECT_EQ(K.Instrs[0].Uops[0].Reads[0].Bypasses[0].Producer, 7);
  EXPECT_EQ(K.Instrs[0].Uops[0].Writes[0].WriteClass, 9);
}

TEST(KernelText, ResourceNames) {
  Cpu C = makeCpu(4);
  C.Resources[3].Name = "p12"; // a name beats digits
  EXPECT_EQ(parseBody("a : p12\n", C).Instrs[0].Uops[0].Uses[0].Resources, 8u);
  EXPECT_EQ(parseBody("a : p1/p2\n", C).Instrs[0].Uops[0].Uses[0].Resources,
            6u);
  EXPECT_EQ(resourceSetText(6, C), "p1/p2");
  EXPECT_EQ(resourceSetText(9, C), "p0/p12");
  EXPECT_EQ(resourceSetText(5, C), "p02");
  EXPECT_EQ(resourceSetText(1, C), "p0");
  EXPECT_EQ(resourceSetText(0, C), "none");
  C.Resources[0].Name = "load";
  EXPECT_EQ(resourceSetText(1, C), "\"load\"");
  EXPECT_EQ(
      parseBody("a : load \"load\"\n", C).Instrs[0].Uops[0].Uses[0].Resources,
      1u);
}

TEST(KernelText, Expectations) {
  const NamedKernel N = parseOne("kernel k\n"
                                 "  expect cycles 1.50 ports 8/6\n"
                                 "  expect bound-by front-end saturated p1/p0 "
                                 "load p1 2.0\n"
                                 "  expect recurrence \"b.ne\" -> a\n"
                                 "  expect saturated none front-end 7\n",
                                 makeCpu(2));
  const std::vector<std::pair<std::string, std::string>> Expected{
      {"cycles", "3/2"},     {"ports", "4/3"},  {"bound-by", "front-end"},
      {"saturated", "p01"},  {"load p1", "2"},  {"recurrence", "b.ne->a"},
      {"saturated", "none"}, {"front-end", "7"}};
  ASSERT_EQ(N.Expected.size(), Expected.size());
  for (size_t I = 0; I != Expected.size(); ++I) {
    EXPECT_EQ(N.Expected[I].Key, Expected[I].first);
    EXPECT_EQ(N.Expected[I].Value, Expected[I].second);
  }
  EXPECT_EQ(N.Expected[2].Line, 3u);
  EXPECT_EQ(N.Expected[2].Column, 10u);
}

TEST(KernelText, PrintedForm) {
  const Cpu C = makeCpu(4, 1);
  const std::string Text = "kernel k\n"
                           "  ld taken : load p23 ; reads rdi ; writes x "
                           "latency 5\n"
                           "  nop\n"
                           "  rmw fused 1\n"
                           "    : p0 + u0*7 ; reads x-2@1+1 ; writes $t "
                           "latency 1 \"latency\"@1 latency 4\n"
                           "    | store-data p3 ; reads $t\n"
                           "  \"expect\" : none ; reads \"r 1\"\n"
                           "  memory 2 -> 0 distance 1 latency 5\n";
  EXPECT_EQ(print(parseOne(Text, C).K, C), Text);
}

Kernel randomKernel(std::mt19937 &Random) {
  static const char *const Names[] = {"x",     "x",      "latency", "a b",
                                      "r-1",   "12",     "\"q",     "back\\s",
                                      "\x01ü", "expect", "kernel"};
  const auto Name = [&] { return Names[Random() % std::size(Names)]; };
  Kernel K;
  K.Repeats = Random() % 2 ? Notion::Loop : Notion::Unrolled;
  for (unsigned N = 2 + Random() % 6; N != 0; --N)
    K.Locations.push_back({Name(), N % 2 == 0});
  const auto Loc = [&] { return LocationId(Random() % K.Locations.size()); };
  for (unsigned N = Random() % 6; N != 0; --N) {
    KernelInstr &I = K.Instrs.emplace_back();
    I.Mnemonic = Name();
    if (Random() % 2)
      I.Text = Name();
    I.Size = Random() % 3;
    I.Offset = Random() % 2 ? UINT64_MAX : 0;
    I.FusedUops = Random() % 3;
    I.Taken = Random() % 2;
    for (unsigned U = Random() % 4; U != 0; --U) {
      Uop &Op = I.Uops.emplace_back();
      Op.Kind = UopKind(Random() % 5);
      for (unsigned J = Random() % 3; J != 0; --J)
        Op.Uses.push_back({1 + Random() % 31, uint16_t(1 + Random() % 3)});
      for (unsigned J = Random() % 3; J != 0; --J) {
        UopRead R;
        R.Loc = Loc();
        if (K.Locations[R.Loc].Internal)
          continue;
        for (unsigned B = Random() % 3; B != 0; --B)
          R.Bypasses.push_back(
              {uint16_t(Random() % 3), int16_t(int(Random() % 9) - 4)});
        Op.Reads.push_back(R);
      }
      for (unsigned J = Random() % 3; J != 0; --J)
        Op.Writes.push_back(
            {Loc(), uint16_t(Random() % 9), uint16_t(Random() % 3)});
    }
  }
  for (uint32_t S = 0; S != K.Instrs.size(); ++S)
    for (uint32_t L = 0; L != K.Instrs.size(); ++L)
      if (Random() % 2 && K.Instrs[S].hasUop(UopKind::StoreData) &&
          K.Instrs[L].hasUop(UopKind::Load))
        K.MemoryDependences.push_back(
            {S, L, uint32_t(S >= L), uint16_t(Random() % 9)});
  return K;
}

TEST(KernelText, RoundTripOfRandomKernels) {
  const Cpu C = makeCpu(4, 1);
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    const Kernel K = randomKernel(Random);
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
