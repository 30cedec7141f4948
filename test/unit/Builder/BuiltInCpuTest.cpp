//===- BuiltInCpuTest.cpp - Descriptions against LLVM's tables ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;

namespace {

std::string assemblerOf(const Cpu &C) {
  return C.Architecture == "x86" ? "x86_64" : C.Architecture;
}

/// Every unit, register and opcode pattern of every description exists, for
/// every LLVM CPU that it serves.
TEST(BuiltInCpus, AgreeWithLLVM) {
  for (llvm::StringRef Name : knownCpus()) {
    std::shared_ptr<const Cpu> C = findCpu(Name);
    ASSERT_NE(C, nullptr) << Name.str();
    for (const std::string &LLVMCpu : C->LLVMCpus) {
      Assembler A(assemblerOf(*C), LLVMCpu);
      EXPECT_EQ(llvm::toString(checkCpu(A.target(), *C)), "") << Name.str();
    }
  }
}

TEST(BuiltInCpus, ServeTheirLLVMCpus) {
  Assembler A("x86_64", "skylake");
  auto C = cpuFor(A.target().STI);
  ASSERT_TRUE(bool(C)) << llvm::toString(C.takeError());
  EXPECT_EQ((*C)->Name, "skylake");
  EXPECT_EQ(*C, findCpu("skylake"));
}

/// What LLVM's descriptions do not tell is refused, not guessed.
void expectReasons(
    Assembler &A, llvm::StringRef Cpu,
    llvm::ArrayRef<std::pair<const char *, const char *>> Cases) {
  std::shared_ptr<const takt::Cpu> C = findCpu(Cpu);
  // Without a file, the generic one.
  if (!C)
    C = llvm::cantFail(cpuFor(A.target().STI));
  auto B = KernelBuilder::create(A.target(), C);
  ASSERT_TRUE(bool(B)) << llvm::toString(B.takeError());
  for (const auto &[Text, Reason] : Cases) {
    auto K = (*B)->build(A.assemble(Text), Notion::Loop);
    std::string Is;
    llvm::handleAllErrors(K.takeError(),
                          [&](const NotModelled &E) { Is = E.reason().str(); });
    EXPECT_EQ(Is, Reason) << Text;
  }
}

TEST(BuiltInCpus, RefuseX87StringAndLockedInstructions) {
  Assembler A("x86_64", "skylake");
  expectReasons(
      A, "skylake",
      {
          {"fadd st(1)", "dependences through the x87 register stack"},
          {"fld dword ptr [rax]", "dependences through the x87 register stack"},
          {"fsin", "dependences through the x87 register stack"},
          {"fcmovb st(0), st(1)", "dependences through the x87 register stack"},
          {"rep movsb", "the number of repetitions is not known"},
          {"movsb",
           "string instruction, for which LLVM's models have no latency"},
          {"lock inc qword ptr [rax]", ""},
          {"fnstcw word ptr [rax]", ""},
      });
  Assembler Zen("x86_64", "znver4");
  expectReasons(Zen, "znver4",
                {{"lock inc qword ptr [rax]", ""},
                 {"lock cmpxchg [rax], rcx", ""},
                 {"lock xadd [rax], rcx", ""},
                 {"lock bts qword ptr [rax], 3", ""}});
  // A CPU that has no file.
  Assembler Generic("x86_64", "btver2");
  expectReasons(Generic, "btver2",
                {{"lock inc qword ptr [rax]", "locked read-modify-write"}});
}

/// What they hold up, beside their operands.
TEST(BuiltInCpus, FencesAndLocks) {
  Assembler A("x86_64", "skylake");
  auto B = KernelBuilder::create(A.target(), findCpu("skylake"));
  ASSERT_TRUE(bool(B)) << llvm::toString(B.takeError());
  auto K = (*B)->build(A.assemble("lfence\nmfence\nsfence\n"
                                  "lock add [rax], rbx\nxchg [rax], rbx\n"
                                  "add [rax], rbx\npause"),
                       Notion::Loop);
  ASSERT_TRUE(bool(K)) << llvm::toString(K.takeError());
  const std::pair<Ordering, unsigned> Wanted[] = {
      {Ordering::Serializing, 0}, {Ordering::LoadsAndStores, 33},
      {Ordering::Stores, 0},      {Ordering::None, 18},
      {Ordering::None, 18},       {Ordering::None, 0},
      {Ordering::None, 140}};
  for (auto [I, W] : llvm::zip_equal(K->Instrs, Wanted)) {
    EXPECT_EQ(I.Order, W.first) << I.Mnemonic;
    EXPECT_EQ(I.RepeatCycles, W.second) << I.Mnemonic;
    EXPECT_EQ(I.RepeatId != 0, W.second != 0) << I.Mnemonic;
  }
  EXPECT_EQ(K->Instrs[3].Mnemonic, "lock add");
}

/// Instructions of the operating system, and those that wait for all others.
TEST(BuiltInCpus, RefuseSystemInstructions) {
  const char *Handler = "control passes to the operating system or a handler";
  const char *Order = "orders memory or waits for the instructions before it";
  const char *State = "changes the state of the machine";
  const char *Time = "waits for a time that the code does not tell";
  const char *System =
      "system instruction, whose cost depends on the state of the machine";
  Assembler X86("x86_64", "skylake");
  expectReasons(X86, "skylake",
                {{"syscall", Handler},
                 {"sysenter", Handler},
                 {"int 0x80", Handler},
                 {"int3", Handler},
                 {"hlt", Handler},
                 {"ud2", Handler},
                 {"vmcall", Handler},
                 {"rdtscp", Order},
                 {"rdpmc", Order},
                 {"serialize", Order},
                 {"cli", State},
                 {"sti", State},
                 {"wbinvd", State},
                 {"invlpg byte ptr [rax]", State},
                 {"rdmsr", State},
                 {"wrmsr", State},
                 {"mov cr0, rax", State},
                 {"mov rax, cr0", State},
                 {"in al, 1", State},
                 {"out 1, al", State},
                 {"out dx, al", State},
                 {"lgdt [rax]", State},
                 {"mwait", State},
                 {"monitor", State},
                 {"tpause eax", Time},
                 {"mov rax, rbx", ""},
                 {"stc", ""}});
  // Measured on Intel's CPUs only.
  for (const char *Cpu : {"skylake", "sandybridge", "rocketlake"})
    expectReasons(X86, Cpu,
                  {{"cpuid", ""},
                   {"rdtsc", ""},
                   {"lfence", ""},
                   {"mfence", ""},
                   {"sfence", ""},
                   {"pause", ""}});
  Assembler Zen("x86_64", "znver4");
  expectReasons(Zen, "znver4",
                {{"cpuid", Order},
                 {"rdtsc", Order},
                 {"lfence", Order},
                 {"mfence", Order},
                 {"sfence", Order},
                 {"pause", Time}});
  Assembler Arm("aarch64", "neoverse-n1");
  expectReasons(Arm, "neoverse-n1",
                {{"svc #0", Handler},
                 {"hvc #0", Handler},
                 {"smc #0", Handler},
                 {"brk #1", Handler},
                 {"hlt #1", Handler},
                 {"isb", Order},
                 {"dsb sy", Order},
                 {"dmb ish", Order},
                 {"msr tpidr_el0, x0", System},
                 {"ic ivau, x0", System},
                 {"msr daifset, #2", System},
                 {"add x0, x0, x1", ""}});
}

} // namespace
