//===- JumpTablesTest.cpp - Where indirect jumps lead -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reading.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

/// The only loop of \p Text: "blocks N", or why it has no path.
static std::string loop(const std::string &Text, const char *Cpu = "skylake") {
  ReadOptions O;
  O.Regions = RegionChoice::Loops;
  O.Target.Cpu = Cpu;
  const Reading Got = read(Text, O);
  if (Got.Regions.size() != 1)
    return Got.Error + "; regions: " + std::to_string(Got.Regions.size());
  const CodeRegion &R = Got.Regions[0];
  return R.WhyNot.empty() ? "blocks " + std::to_string(R.Blocks)
                          : StringRef(R.WhyNot).split(" (").first.str();
}

/// A loop around a switch of three cases, without which there is no way through
/// it; of six blocks if its table is known.
static std::string x86(const std::string &Dispatch, const std::string &Table,
                       const std::string &Before = "") {
  return "f: " + Before + "\n.Lh: cmp $2, %eax\n ja .Lr\n" + Dispatch +
         "\n.L0: inc %ebx\n jmp .Ln\n.L1: dec %ebx\n jmp .Ln\n.L2: neg %ebx\n"
         ".Ln: dec %ecx\n jne .Lh\n.Lr: ret\n.section .rodata\n" +
         Table;
}

static const char *Offsets =
    ".Lt: .long .L0-.Lt\n .long .L1-.Lt\n .long .L2-.Lt\n";
static const char *Addresses = ".Lt: .quad .L0\n .quad .L1\n .quad .L2\n";
static const char *Sum =
    " movslq (%rsi,%rax,4), %rdx\n add %rsi, %rdx\n jmp *%rdx\n";
static const char *Unknown = "the likely path goes through an indirect jump";

TEST(JumpTables, OffsetsOfX86) {
  EXPECT_EQ(loop(x86(std::string(" lea .Lt(%rip), %rsi\n") + Sum, Offsets)),
            "blocks 6");
  // The other order of the addition; an index that was copied.
  EXPECT_EQ(loop(x86(" mov %eax, %edi\n lea .Lt(%rip), %rsi\n"
                     " movslq (%rsi,%rdi,4), %rdx\n add %rdx, %rsi\n"
                     " jmp *%rsi\n",
                     Offsets)),
            "blocks 6");
  // The address is made before the loop, and kept elsewhere in between.
  EXPECT_EQ(loop(x86(Sum, Offsets, "lea .Lt(%rip), %rsi")), "blocks 6");
  EXPECT_EQ(loop(x86(std::string(" mov %rsi, %rdi\n xor %esi, %esi\n"
                                 " mov %rdi, %rsi\n") +
                         Sum,
                     Offsets, "lea .Lt(%rip), %rsi")),
            "blocks 6");
}

TEST(JumpTables, AddressesOfX86) {
  EXPECT_EQ(loop(x86(" jmp *.Lt(,%rax,8)\n", Addresses)), "blocks 6");
  EXPECT_EQ(loop(x86(" mov .Lt(,%rax,8), %rdx\n jmp *%rdx\n", Addresses)),
            "blocks 6");
  EXPECT_EQ(loop(x86(" lea .Lt(%rip), %rsi\n jmp *(%rsi,%rax,8)\n", Addresses)),
            "blocks 6");
}

TEST(JumpTables, TheCompareSaysWhereTheyEnd) {
  // Behind the table another one follows that leads to a block by itself.
  const std::string More = std::string(Addresses) + " .quad f\n";
  EXPECT_EQ(loop(x86(" jmp *.Lt(,%rax,8)\n", More)), "blocks 6");
  // A mask does the same.
  EXPECT_EQ(loop(x86(" and $1, %eax\n jmp *.Lt(,%rax,8)\n",
                     ".Lt: .quad .L0\n .quad .L1\n .quad 0\n")),
            "blocks 5");
  // Too few entries.
  EXPECT_EQ(loop(x86(" jmp *.Lt(,%rax,8)\n", ".Lt: .quad .L0\n .quad .L1\n")),
            Unknown);
}

TEST(JumpTables, WithoutCompareTheyEndAtTheFirstOtherEntry) {
  const std::string Head = " mov (%rdi), %eax\n jmp *.Lt(,%rax,8)\n";
  EXPECT_EQ(loop(x86(Head, std::string(Addresses) + " .quad g\n")), "blocks 6");
  // Here the function refers to what follows.
  EXPECT_EQ(loop(x86(" lea .Lu(%rip), %r8\n" + Head,
                     ".Lt: .quad .L0\n .quad .L1\n.Lu: .quad f\n")),
            "blocks 5");
  EXPECT_EQ(loop(x86(Head, ".Lt: .quad g\n")), Unknown);
}

TEST(JumpTables, UnsureIsUnknown) {
  // Two tables, the caller's table, a writable one, the middle of an
  // instruction.
  EXPECT_EQ(loop(x86(std::string(" test %ebx, %ebx\n je 1f\n"
                                 " lea .Lt+4(%rip), %rsi\n1:\n") +
                         Sum,
                     Offsets, "lea .Lt(%rip), %rsi")),
            Unknown);
  EXPECT_EQ(loop(x86(Sum, Offsets)), Unknown);
  EXPECT_EQ(
      loop(x86(" jmp *.Lt(,%rax,8)\n", std::string(".data\n") + Addresses)),
      Unknown);
  EXPECT_EQ(loop(x86(" jmp *.Lt(,%rax,8)\n",
                     ".Lt: .quad .L0+1\n .quad .L1\n .quad .L2\n")),
            Unknown);
}

/// The same loop of AArch64.
static std::string arm(const std::string &Dispatch, const std::string &Table) {
  const char *Start = "f:\n.Lh: cmp w0, #2\n b.hi .Lr\n"
                      " adrp x9, .Lt\n add x9, x9, :lo12:.Lt\n";
  return Start + Dispatch +
         " br x10\n.L0: add w1, w1, #1\n b .Ln\n.L1: sub w1, w1, #1\n b .Ln\n"
         ".L2: neg w1, w1\n.Ln: subs w2, w2, #1\n b.ne .Lh\n.Lr: ret\n"
         ".section .rodata\n" +
         Table;
}

TEST(JumpTables, AArch64) {
  const auto Table = [](const std::string &Kind, const std::string &End) {
    std::string T = ".Lt:";
    for (const char *Label : {".L0", ".L1", ".L2"})
      T += " ." + Kind + " (" + Label + "-.L0)" + End + "\n";
    return T;
  };
  const char *N1 = "neoverse-n1";
  EXPECT_EQ(loop(arm(" adr x11, .L0\n ldrb w12, [x9, x0]\n"
                     " add x10, x11, x12, lsl #2\n",
                     Table("byte", ">>2")),
                 N1),
            "blocks 6");
  EXPECT_EQ(loop(arm(" adr x11, .L0\n ldrh w12, [x9, x0, lsl #1]\n"
                     " add x10, x11, x12, lsl #2\n",
                     Table("hword", ">>2")),
                 N1),
            "blocks 6");
  // gcc: the offsets may be negative.
  EXPECT_EQ(loop(arm(" ldrb w12, [x9, w0, uxtw]\n adr x11, .L1\n"
                     " add x10, x11, w12, sxtb #2\n",
                     ".Lt: .byte (.L0-.L1)/4\n .byte 0\n .byte (.L2-.L1)/4\n"),
                 N1),
            "blocks 6");
  EXPECT_EQ(
      loop(arm(" ldrsw x12, [x9, x0, lsl #2]\n add x10, x9, x12\n", Offsets),
           N1),
      "blocks 6");
  // Without a compare any byte could be an entry.
  EXPECT_EQ(loop(arm(" adr x11, .L0\n ldrb w0, [x3]\n ldrb w12, [x9, x0]\n"
                     " add x10, x11, x12, lsl #2\n",
                     Table("byte", ">>2")),
                 N1),
            Unknown);
}
