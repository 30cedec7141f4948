//===- KernelTextTest.cpp - Tests of kernels as text ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/KernelText.h"
#include "TestCpu.h"
#include "llvm/ADT/Twine.h"
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

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// The error for the file \p Text.
std::string error(llvm::StringRef Text) {
  const Cpu C = makeCpu(3);
  auto Kernels = parseKernels({Text, "f"}, C);
  return Kernels ? "none" : llvm::toString(Kernels.takeError());
}
/// The error for the lines \p Body of a kernel, which start at line 2.
std::string bodyError(llvm::StringRef Body) {
  return error(("kernel k\n" + Body).str());
}

TEST(KernelTextErrors, Characters) {
  EXPECT_EQ(bodyError("a ! b\n"), "f:2:3: unexpected character '!'");
  EXPECT_EQ(bodyError("a \x01\n"), "f:2:3: unexpected character '\\x01'");
  EXPECT_EQ(bodyError("  \"a\n"), "f:2:3: missing closing quote");
  EXPECT_EQ(bodyError("\"a"), "f:2:1: missing closing quote");
  EXPECT_EQ(bodyError("\"\"\n"), "f:2:1: empty name");
  EXPECT_EQ(bodyError("\"a\\x\"\n"),
            "f:2:3: expected \\\\ or two hexadecimal digits after \\");
  EXPECT_EQ(bodyError("\"a\\2"),
            "f:2:3: expected \\\\ or two hexadecimal digits after \\");
}

TEST(KernelTextErrors, Kernels) {
  EXPECT_EQ(error("a : p0\n"), "f:1:1: expected 'kernel', found 'a'");
  EXPECT_EQ(error(": p0\n"), "f:1:1: expected 'kernel', found ':'");
  EXPECT_EQ(error("kernel\n"),
            "f:1:7: expected the kernel's name before the end of the line");
  EXPECT_EQ(error("kernel a b\n"),
            "f:1:10: expected the end of the line, found 'b'");
  EXPECT_EQ(error("kernel a\n\nkernel b\nkernel a\n"),
            "f:4:1: kernel 'a' is already on line 1");
}

TEST(KernelTextErrors, Instructions) {
  EXPECT_EQ(bodyError("-> a\n"), "f:2:1: expected an instruction, found '->'");
  EXPECT_EQ(bodyError("a b : p0\n"),
            "f:2:3: expected ':' or an attribute (fused, macro-fused, taken, "
            "size, offset, text), found 'b'");
  EXPECT_EQ(bodyError("a fused : p0\n"), "f:2:9: expected a number, found ':'");
  EXPECT_EQ(bodyError("a fused 65536\n"),
            "f:2:9: expected a number from 0 to 65535, found '65536'");
  EXPECT_EQ(bodyError("a size\n"),
            "f:2:7: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a size 70000\n"),
            "f:2:8: expected a number from 0 to 65535, found '70000'");
  EXPECT_EQ(bodyError("a offset 99999999999999999999\n"),
            "f:2:10: expected a number from 0 to 18446744073709551615, found "
            "'99999999999999999999'");
  EXPECT_EQ(bodyError("a text\n"), "f:2:7: expected the instruction's text "
                                   "before the end of the line");
}

TEST(KernelTextErrors, Uops) {
  EXPECT_EQ(bodyError("a :\n"), "f:2:4: expected a port or unit, or 'none' "
                                "before the end of the line");
  EXPECT_EQ(bodyError("a : load ; reads x\n"),
            "f:2:10: expected a port or unit, or 'none', found ';'");
  EXPECT_EQ(bodyError("a : p3\n"), "f:2:5: 'p3' is no port or unit of test");
  EXPECT_EQ(bodyError("a : p03\n"), "f:2:5: 'p03' is no port or unit of test");
  EXPECT_EQ(bodyError("a : alu\n"), "f:2:5: 'alu' is no port or unit of test");
  EXPECT_EQ(bodyError("a : p0/\n"), "f:2:8: expected a port or unit, or "
                                    "'none' before the end of the line");
  EXPECT_EQ(bodyError("a : p0*0\n"),
            "f:2:8: expected a number from 1 to 65535, found '0'");
  EXPECT_EQ(bodyError("a : p0 p1\n"),
            "f:2:8: expected the end of the line, found 'p1'");
  EXPECT_EQ(bodyError("a : p0 ; uses x\n"),
            "f:2:10: expected 'reads' or 'writes', found 'uses'");
}

TEST(KernelTextErrors, ReadsAndWrites) {
  EXPECT_EQ(bodyError("a : p0 ; reads\n"),
            "f:2:15: expected a register or other location before the end of "
            "the line");
  EXPECT_EQ(bodyError("a : p0 ; writes $\n"),
            "f:2:18: expected a register or other location before the end of "
            "the line");
  EXPECT_EQ(bodyError("a : p0 ; reads x-y\n"), "none"); // x-y is a name
  EXPECT_EQ(bodyError("a : p0 ; reads x- 4y\n"),
            "f:2:19: expected a number, found '4y'");
  EXPECT_EQ(bodyError("a : p0 ; reads x-40000\n"),
            "f:2:18: expected a number from 0 to 32767, found '40000'");
  EXPECT_EQ(bodyError("a : p0 ; reads x-4@\n"),
            "f:2:20: expected a class before the end of the line");
  EXPECT_EQ(bodyError("a : p0 ; reads x-4@0\n"),
            "f:2:20: expected a number from 1 to 65535, found '0'");
  EXPECT_EQ(bodyError("a : p0 ; reads x~0\n"),
            "f:2:18: expected a number from 1 to 4294967295, found '0'");
  EXPECT_EQ(bodyError("a : p0 ; writes x latency\n"),
            "f:2:26: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a : p0 ; writes x@1 y@mac\n"),
            "f:2:23: classes of a kernel are either all names or all numbers");
  EXPECT_EQ(bodyError("a : p0 ; writes x@mac y@1\n"),
            "f:2:25: classes of a kernel are either all names or all numbers");
}

TEST(KernelTextErrors, Memory) {
  EXPECT_EQ(bodyError("memory\n"), "f:2:7: expected the storing instruction "
                                   "before the end of the line");
  EXPECT_EQ(bodyError("memory a b\n"), "f:2:10: expected '->', found 'b'");
  EXPECT_EQ(bodyError("memory a ->\n"), "f:2:12: expected the loading "
                                        "instruction before the end of the "
                                        "line");
  EXPECT_EQ(bodyError("memory a -> b distance x\n"),
            "f:2:24: expected a number, found 'x'");
  EXPECT_EQ(bodyError("memory a -> b latency 65536\n"),
            "f:2:23: expected a number from 0 to 65535, found '65536'");
  EXPECT_EQ(bodyError("a : load p0\nmemory 1 -> a\n"),
            "f:3:8: there is no instruction 1");
  EXPECT_EQ(bodyError("a : load p0\nmemory a -> c\n"),
            "f:3:13: there is no instruction 'c'");
  EXPECT_EQ(bodyError("a : load p0\na : store-data p0\nmemory 1 -> a\n"),
            "f:4:13: there are several instructions 'a'; give its number, "
            "from 0");
}

TEST(KernelTextErrors, Expectations) {
  EXPECT_EQ(bodyError("expect\n"), "f:2:7: expected a quantity (cycles, ports, "
                                   "...) before the end of the line");
  EXPECT_EQ(bodyError("expect speed 4\n"),
            "f:2:8: 'speed' cannot be expected of a kernel");
  EXPECT_EQ(bodyError("expect cycles\n"),
            "f:2:14: expected a number before the end of the line");
  for (const char *Bad : {"four", "1.", "1.x", "1.0000001", "4294967296"})
    EXPECT_EQ(
        bodyError(("expect cycles " + llvm::Twine(Bad) + "\n").str()),
        (llvm::Twine("f:2:15: expected a number, found '") + Bad + "'").str());
  EXPECT_EQ(bodyError("expect cycles 4/0\n"),
            "f:2:17: expected a number from 1 to 4294967295, found '0'");
  EXPECT_EQ(bodyError("expect bound-by\n"),
            "f:2:16: expected the part that binds before the end of the line");
  EXPECT_EQ(bodyError("expect bound-by luck\n"),
            "f:2:17: expected dependences, ports, front-end or nothing, found "
            "'luck'");
  EXPECT_EQ(bodyError("expect saturated p9\n"),
            "f:2:18: 'p9' is no port or unit of test");
  EXPECT_EQ(bodyError("expect load p01 1\n"),
            "f:2:13: expected a single port or unit");
  EXPECT_EQ(bodyError("expect load p0\n"),
            "f:2:15: expected a number before the end of the line");
  EXPECT_EQ(bodyError("expect recurrence a->\n"),
            "f:2:22: expected an instruction, or 'none' before the end of the "
            "line");
}

TEST(KernelTextErrors, InvalidKernels) {
  // What only the whole kernel shows is reported at its head.
  EXPECT_EQ(error("\nkernel k\na : p0 ; reads $t\n"),
            "f:2:1: kernel 'k': instruction 0 (a), µop 0 reads the internal "
            "value t before the instruction has written it");
  EXPECT_EQ(bodyError("a macro-fused\n"),
            "f:1:1: kernel 'k': instruction 0 (a) is macro-fused, but nothing "
            "precedes it");
}

TEST(KernelTextErrors, RandomDamage) {
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
