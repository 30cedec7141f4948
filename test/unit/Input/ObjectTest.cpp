//===- ObjectTest.cpp - Functions, selection, damage ------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reading.h"
#include "llvm/BinaryFormat/ELF.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

static ReadOptions objectOptions() {
  ReadOptions O;
  O.Kind = InputKind::Object;
  return O;
}

static std::string names(const Reading &Got) {
  std::string Names;
  for (const CodeRegion &R : Got.Regions)
    Names += (Names.empty() ? "" : " ") + R.Demangled;
  return Names;
}

/// Two functions with sizes, `_Z3addPii` with a label inside, and one without.
static const char Three[] = ".globl _Z3addPii\n.type _Z3addPii,@function\n"
                            "_Z3addPii:\n xor %eax, %eax\n"
                            "inside: dec %esi\n jne inside\n ret\n"
                            ".size _Z3addPii, .-_Z3addPii\n"
                            ".type helper,@function\n"
                            "helper: dec %esi\n jne helper\n ret\n"
                            ".size helper, .-helper\n"
                            ".p2align 4, 0\n"
                            ".globl bare\nbare: dec %edi\n jne bare\n ret\n";

TEST(Object, FunctionsBySymbols) {
  const Reading Got = read(object(Three), objectOptions());
  EXPECT_EQ(names(Got), "add(int*, int) helper bare");
  EXPECT_EQ(Got.Regions[0].Function, "_Z3addPii");
  EXPECT_EQ(Got.Regions[0].Section, ".text");
  EXPECT_TRUE(Got.Regions[0].Positions.empty());
}

/// What is in a section is known by its place there.
TEST(Object, LinkedOperands) {
  const Reading Got = read("f: mov a(%rip), %rax\n mov b+8(%rip), %rcx\n"
                           "movl $5, c(%rip)\n mov c@GOTPCREL(%rip), %rdx\n"
                           "mov $b, %esi\n nop\n.data\n.quad 0\na: .quad 0\n"
                           "b: .quad 0, 0\n",
                           ReadOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  std::vector<LinkedOperand> L;
  for (const CodeInstr &I : Got.Regions[0].Instrs)
    L.push_back(I.Linked);
  ASSERT_EQ(L.size(), 6u);
  EXPECT_NE(L[0].Symbol, 0u);
  EXPECT_EQ(L[1].Symbol, L[0].Symbol);
  EXPECT_EQ(L[4].Symbol, L[0].Symbol);
  EXPECT_NE(L[2].Symbol, L[0].Symbol);
  EXPECT_NE(L[3].Symbol, L[2].Symbol);
  EXPECT_EQ(L[5].Symbol, 0u);
  const std::pair<int64_t, unsigned> Wanted[] = {
      {8 - 4, 3}, {16 + 8 - 4, 3}, {-8, 2}, {-4, 3}, {16, 1}, {0, 0}};
  for (size_t I = 0; I < L.size(); ++I) {
    EXPECT_EQ(L[I].Addend, Wanted[I].first) << I;
    EXPECT_EQ(L[I].Offset, Wanted[I].second) << I;
  }
}

TEST(Object, SelectionByFunction) {
  const std::string Obj = object(Three);
  auto Select = [&](StringRef Name) {
    ReadOptions O = objectOptions();
    cantFail(O.Select.addFunction(Name));
    const Reading Got = read(Obj, O);
    return Got.Error.empty() ? names(Got) : Got.Error;
  };
  EXPECT_EQ(Select("_Z3addPii"), "add(int*, int)");
  EXPECT_EQ(Select("add(int*, int)"), "add(int*, int)");
  EXPECT_EQ(Select("add"), "add(int*, int)");
  EXPECT_EQ(Select("a*"), "add(int*, int)");
  EXPECT_EQ(Select("*e*"), "helper bare");
  EXPECT_EQ(Select("help"), "there is no function 'help'");
}

/// Templates have a result in their names; other names have parentheses before
/// their parameters.
TEST(Object, SelectionByTemplate) {
  const auto Matches = [](StringRef Name, StringRef Linked) {
    Selection S;
    cantFail(S.addFunction(Name));
    return S.matchesFunction(Linked);
  };
  for (StringRef Name :
       {"_ZN2ns3sumIiEEPT_S2_", "int* ns::sum<int>(int*)", "ns::sum<int>(int*)",
        "ns::sum<int>", "ns::sum", "ns::sum*", "ns::*"})
    EXPECT_TRUE(Matches(Name, "_ZN2ns3sumIiEEPT_S2_")) << Name.str();
  for (StringRef Name : {"sum", "ns::sum<long>", "ns::su", "ns::sum(int*)"})
    EXPECT_FALSE(Matches(Name, "_ZN2ns3sumIiEEPT_S2_")) << Name.str();
  EXPECT_TRUE(Matches("ns::Queue<int>::push", "_ZN2ns5QueueIiE4pushEi"));
  EXPECT_TRUE(Matches("ns::Queue<int>::operator()", "_ZN2ns5QueueIiEclEi"));
  EXPECT_TRUE(Matches("ns::(anonymous namespace)::hidden",
                      "_ZN2ns12_GLOBAL__N_16hiddenEPii"));
  EXPECT_TRUE(Matches("main", "main"));
}

TEST(Object, SelectionByAddress) {
  const std::string Obj = object(Three);
  auto Select = [&](StringRef Range) {
    ReadOptions O = objectOptions();
    cantFail(O.Select.setAddresses(Range));
    return read(Obj, O);
  };
  EXPECT_EQ(names(Select("7-c")), "helper");
  EXPECT_EQ(names(Select("0x0-0xC")), "add(int*, int) helper");
  // No loop lies within: the range itself.
  const Reading Part = Select("0-4");
  ASSERT_EQ(Part.Regions.size(), 1u);
  EXPECT_EQ(Part.Regions[0].Kind, RegionKind::Range);
  EXPECT_EQ(Part.Regions[0].Instrs.size(), 2u);
  EXPECT_EQ(Select("500-600").Error, "no loops found in addresses 0x500-0x600");
  EXPECT_EQ(Select("0-3").Problems,
            std::vector<std::string>{
                "range at 0x0 in .text: no instruction at 0x2: ff"});
}

/// For each instruction of the code at \p Path whether it is a taken branch,
/// and how the code repeats.
std::string directions(const std::string &Obj, StringRef Path) {
  ReadOptions O = objectOptions();
  cantFail(O.Select.addPath(Path));
  const Reading Got = read(Obj, O);
  std::string Text = Got.Regions.empty() ? "none" : "";
  for (const CodeRegion &R : Got.Regions) {
    for (const CodeInstr &I : R.Instrs)
      Text += I.Taken ? 'T' : '-';
    Text += R.Repeats == Notion::Loop ? " loop" : " unrolled";
  }
  return Text;
}

/// 0: call a; 5: dec; jne 0; 9: ret; a: ret.
TEST(Object, PathsThroughCalls) {
  const std::string Obj =
      object("f: call g\n dec %esi\n jne f\n ret\ng: ret\n");
  EXPECT_EQ(directions(Obj, "0-5,a-b,5-9"), "TT-T loop");
  EXPECT_EQ(directions(Obj, "5-9,0-5,a-b"), "-TTT loop");
  // A return to where no call of the path returns to is no loop.
  EXPECT_EQ(directions(Obj, "5-a"), "--T unrolled");
  EXPECT_EQ(directions(Obj, "7-9,0-5,a-b"), "TTT unrolled");
  // The call's target is not there.
  EXPECT_EQ(directions(Obj, "0-5,5-9"), "--T loop");
  EXPECT_EQ(directions(Obj, "9-a"), "T unrolled");
}

/// xor; 2: dec; jne 2; ret; 7: dec; jne 7; ret.
TEST(Object, SelectionByPath) {
  const std::string Obj = object(Three);
  auto Select = [&](StringRef Path) {
    ReadOptions O = objectOptions();
    cantFail(O.Select.addPath(Path));
    return read(Obj, O);
  };
  auto Directions = [&](StringRef Path) { return directions(Obj, Path); };
  EXPECT_EQ(Directions("2-6"), "-T loop");
  EXPECT_EQ(Directions("2-6,2-6"), "-T-T loop");
  EXPECT_EQ(Directions("0-2,2-6,2-4"), "--T- unrolled");
  // A loop is also what falls through from its last piece to its first.
  EXPECT_EQ(Directions("4-6,2-4"), "T- loop");
  EXPECT_EQ(names(Select("7-b")), "helper");
  EXPECT_EQ(Select("2-6").Regions[0].Kind, RegionKind::Path);

  auto Problem = [&](StringRef Path) {
    const Reading Got = Select(Path);
    return Got.Problems.size() == 1 ? Got.Problems[0] : "";
  };
  EXPECT_EQ(Problem("0-2,7-b"),
            "--path at 0x0: 'xorl %eax, %eax' at 0x0 does not lead to 0x7");
  EXPECT_EQ(Problem("2-6,7-b"),
            "--path at 0x2: 'jne 0x2' at 0x4 does not lead to 0x7");
  EXPECT_EQ(Problem("0-3"), "--path at 0x0: no instruction at 0x2: ff");
  EXPECT_EQ(Problem("0-2,500-600"),
            "--path at 0x0: no section has all of its code");
}

TEST(Object, SelectionIsChecked) {
  Selection S;
  EXPECT_EQ(toString(S.addFunction("")), "--function: the name is empty");
  for (const char *Bad : {"", "10", "-10", "10-", "x-y"})
    EXPECT_EQ(toString(S.setAddresses(Bad)),
              std::string("--address=") + Bad +
                  ": expected START-END in hexadecimal");
  EXPECT_EQ(toString(S.setAddresses("10-10")),
            "--address=10-10: the range is empty (END is not included)");
  for (const char *Bad : {"", "f.c", "f.c:", "f.c:x", "f.c:1-", ":3"})
    EXPECT_EQ(toString(S.setLines(Bad)),
              std::string("--line=") + Bad +
                  ": expected FILE:LINE or FILE:FROM-TO");
  for (const char *Bad : {"f.c:0", "f.c:3-2"})
    EXPECT_EQ(toString(S.setLines(Bad)),
              std::string("--line=") + Bad +
                  ": lines count from 1 and FROM must not be behind TO");
  EXPECT_TRUE(S.empty());
  EXPECT_EQ(toString(S.addPath("1-2,3")),
            "--path=3: expected START-END in hexadecimal");
  EXPECT_EQ(toString(S.addPath("1-2,3-3")),
            "--path=3-3: the range is empty (END is not included)");
}

TEST(Object, LinesMatchAtASlash) {
  Selection S;
  cantFail(S.setLines("dir/f.c:3-5"));
  EXPECT_TRUE(S.lines()->matches("/src/dir/f.c", 3));
  EXPECT_TRUE(S.lines()->matches("dir/f.c", 5));
  EXPECT_FALSE(S.lines()->matches("mydir/f.c", 3));
  EXPECT_FALSE(S.lines()->matches("dir/f.c", 6));
  EXPECT_FALSE(S.lines()->matches("dir/f.c", 2));
}

TEST(Object, SelectionByLineNeedsLines) {
  ReadOptions O = objectOptions();
  cantFail(O.Select.setLines("sum.c:8"));
  EXPECT_EQ(read(object(Three), O).Error,
            "--line: there is no line information; compile with -g");
}

TEST(Object, OverlappingSymbols) {
  const Reading Got =
      read(object(".type a,@function\n.type b,@function\n.globl a\n.globl z\n"
                  ".type z,@function\n"
                  "a:\nz: xor %eax, %eax\n"
                  "b: dec %esi\n jne b\n ret\n"
                  ".size a, .-a\n.size b, .-b\n.size z, .-z\n"),
           objectOptions());
  EXPECT_EQ(names(Got), "b");
  ASSERT_EQ(Got.Regions.size(), 1u);
}

TEST(Object, DataInCode) {
  const Reading Got =
      read(object(".type f,@function\nf: dec %esi\n jne f\n ret\n"
                  " .byte 6\n1: dec %esi\n jne 1b\n.size f, .-f\n"
                  ".type g,@function\ng: dec %esi\n jne g\n ret\n"
                  ".size g, .-g\n"),
           objectOptions());
  EXPECT_EQ(Got.Problems,
            std::vector<std::string>{
                "function 'f': no instruction at 0x5; only what is reached "
                "from its start is analysed"});
  EXPECT_EQ(names(Got), "f g");
}

TEST(Object, DeclaredDataIsSkipped) {
  const Reading Got =
      read(object(".type f,@function\nf: dec %esi\n jne f\n ret\n"
                  ".type table,@object\ntable: .byte 6, 6, 0x75, 0xfe\n"
                  ".size table, 4\n.size f, .-f\n"),
           objectOptions());
  EXPECT_TRUE(Got.Problems.empty());
  EXPECT_EQ(names(Got), "f");
}

TEST(Object, NoSymbols) {
  // A numbered label leaves no symbol.
  const Reading Got =
      read(object("1: dec %esi\n jne 1b\n ret\n"), objectOptions());
  EXPECT_EQ(names(Got), ".text");
}

TEST(Object, NoCode) {
  EXPECT_EQ(read(object(".data\n.byte 1\n"), objectOptions()).Error,
            "there is no code");
  EXPECT_EQ(read(object("ret\n"), objectOptions()).Error, "no loops found");
}

TEST(Object, Broken) {
  EXPECT_EQ(read("", objectOptions(), "x.o").Error, "the input is empty");
  EXPECT_EQ(read("hello", objectOptions()).Error,
            "The file was not recognized as a valid object file");
  std::string Obj = object(Three);
  EXPECT_NE(read(Obj.substr(0, 40), objectOptions()).Error, "");
  // e_machine
  Obj[18] = static_cast<char>(0xff);
  EXPECT_EQ(read(Obj, objectOptions()).Error,
            "the object is for a machine that LLVM does not know");
  EXPECT_EQ(read("BC\xC0\xDE....", ReadOptions(), "x").Error,
            "this is LLVM bitcode; compile it first");
  ReadOptions Other = objectOptions();
  Other.Target.Cpu = "cortex-a72";
  EXPECT_EQ(read(object(Three), Other).Error,
            "CPU 'cortex-a72' belongs to aarch64, but the code is for x86_64");
}

TEST(Object, BrokenTables) {
  // LLVM's accessors would end the process on a wrong sh_entsize.
  std::string Obj = object(Three);
  ELF::Elf64_Ehdr Header;
  memcpy(&Header, Obj.data(), sizeof(Header));
  bool Changed = false;
  for (unsigned I = 0; I != Header.e_shnum; ++I) {
    ELF::Elf64_Shdr Section;
    char *At = Obj.data() + Header.e_shoff + I * sizeof(Section);
    memcpy(&Section, At, sizeof(Section));
    if (Section.sh_type != ELF::SHT_SYMTAB)
      continue;
    Section.sh_entsize = 1;
    memcpy(At, &Section, sizeof(Section));
    Changed = true;
  }
  ASSERT_TRUE(Changed);
  EXPECT_NE(read(Obj, objectOptions()).Error.find("invalid sh_entsize"),
            std::string::npos);
}

TEST(Object, AnyDamageIsSurvived) {
  const std::string Obj = object(Three);
  for (size_t Size = 0; Size < Obj.size(); Size += 7)
    read(Obj.substr(0, Size), objectOptions());
  for (size_t At = 0; At < Obj.size(); At += 3)
    for (const char Value : {0, 1, -1}) {
      std::string Damaged = Obj;
      Damaged[At] = Value;
      read(Damaged, objectOptions());
    }
}

TEST(Object, Archive) {
  // A member's header is 60 characters.
  const std::string Obj = object(Three);
  std::string Size = std::to_string(Obj.size());
  Size.resize(10, ' ');
  const std::string Archive = "!<arch>\n" + std::string("x.o/            ") +
                              "0           0     0     644     " + Size +
                              "`\n" + Obj;
  const Reading Got = read(Archive, ReadOptions(), "lib.a");
  EXPECT_EQ(Got.Error, "");
  ASSERT_EQ(Got.Regions.size(), 3u);
  EXPECT_EQ(Got.Regions[0].Member, "x.o");
  EXPECT_EQ(read("!<arch>\n", ReadOptions(), "lib.a").Error,
            "the archive holds no object files");
}

TEST(Object, ByteMarkers) {
  const char *const X86 = " xor %eax, %eax\n movl $111, %ebx\n"
                          " .byte 100, 103, 144\n"
                          "1: dec %ecx\n jne 1b\n"
                          " movl $222, %ebx\n .byte 100, 103, 144\n ret\n";
  const Reading Got = read(object(X86), objectOptions());
  ASSERT_EQ(Got.Regions.size(), 1u);
  EXPECT_EQ(Got.Regions[0].Kind, RegionKind::Marked);
  EXPECT_EQ(Got.Regions[0].Instrs.size(), 2u);
  EXPECT_EQ(Got.Regions[0].Repeats, Notion::Loop);

  ReadOptions Arm;
  Arm.Target.Cpu = "cortex-a72";
  const Reading GotArm =
      read("mov x1, #111\n.byte 213, 3, 32, 31\n1: subs x0, x0, #1\n b.ne 1b\n"
           "mov x1, #222\n.byte 213, 3, 32, 31\n",
           Arm);
  ASSERT_EQ(GotArm.Regions.size(), 1u);
  EXPECT_EQ(GotArm.Regions[0].Instrs.size(), 2u);
}

TEST(Object, UnpairedByteMarkers) {
  const char *const Start = "movl $111, %ebx\n.byte 100, 103, 144\n";
  const char *const End = "movl $222, %ebx\n.byte 100, 103, 144\n";
  EXPECT_EQ(read(object(Start), objectOptions()).Problems,
            std::vector<std::string>{
                "section .text: start marker at 0x0 has no counterpart"});
  EXPECT_EQ(read(object(std::string("nop\n") + End), objectOptions()).Problems,
            std::vector<std::string>{
                "section .text: end marker at 0x1 has no counterpart"});
}
