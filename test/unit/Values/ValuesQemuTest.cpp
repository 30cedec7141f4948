//===- ValuesQemuTest.cpp - The interpreter against an emulator
//------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random straight code of AArch64 is interpreted, and run by qemu-aarch64, all
// in one program; registers, vectors and memory must be the same.
//
//===----------------------------------------------------------------------===//

#include "RandomAArch64.h"
#include "ValueHarness.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <set>

using namespace takt;
using namespace takt::test;
using llvm::StringRef;

namespace {

/// What one sequence reads and writes.
struct Record {
  uint64_t General[29];  ///< x0 to x28; x28 points to the middle of Data
  uint64_t StackPointer; ///< afterwards
  uint64_t Unused[2];
  uint64_t Vector[8][2];
  uint64_t Unused2[16];
  uint8_t Data[768];
  uint8_t Stack[768];
};
constexpr size_t DataMiddle = 256, StackStart = 512;
static_assert(sizeof(Record) == 2048, "the assembly below counts on it");
static_assert(offsetof(Record, Data) % 16 == 0, "for x28");

/// Where the linker puts the records.
constexpr uint64_t Base = 0x10000000;

struct QemuTest : testing::Test {
  static constexpr unsigned NumSequences = 1500;

  void SetUp() override {
    auto Find = [](std::initializer_list<const char *> Names) {
      for (const char *Name : Names)
        if (auto Path = llvm::sys::findProgramByName(Name))
          return *Path;
      return std::string();
    };
    Clang = Find({"clang-19", "clang"});
    Lld = Find({"ld.lld-19", "ld.lld"});
    Qemu = Find({"qemu-aarch64", "qemu-aarch64-static"});
    if (Clang.empty() || Lld.empty() || Qemu.empty())
      GTEST_SKIP() << "needs clang, ld.lld and qemu-aarch64 (qemu-user)";
  }

  static std::string temporary(StringRef Suffix) {
    llvm::SmallString<64> Path;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("takt-values", Suffix, Path));
    return Path.str().str();
  }

  static void write(const std::string &Path, StringRef Bytes) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Bytes;
    EXPECT_FALSE(EC) << EC.message();
  }

  static uint64_t addressOf(unsigned I, size_t Offset) {
    return Base + I * sizeof(Record) + Offset;
  }

  void makeUp(unsigned I) {
    std::mt19937_64 Random(I);
    Record &R = Records[I];
    for (size_t Byte = 0; Byte < sizeof(R); ++Byte)
      reinterpret_cast<uint8_t *>(&R)[Byte] = static_cast<uint8_t>(Random());
    for (uint64_t &V : R.General)
      V >>= Random() % 64;
    R.General[28] = addressOf(I, offsetof(Record, Data) + DataMiddle);
    Texts.push_back(RandomAArch64(I).code(20));
  }

  /// The code around sequence \p I.
  std::string wrapped(unsigned I) const {
    auto Number = [](uint64_t V) { return std::to_string(V); };
    uint64_t At = addressOf(I, 0);
    std::string Point = "movz x30, #" + Number(At & 0xffff) + "\nmovk x30, #" +
                        Number(At >> 16) + ", lsl #16\n";
    std::string In = Point + "add x0, x30, #" +
                     Number(offsetof(Record, Stack) + StackStart) +
                     "\nmov sp, x0\n",
                Out = Point;
    auto Both = [&](const std::string &Operands) {
      In += "ld" + Operands + "\n";
      Out += "st" + Operands + "\n";
    };
    for (unsigned R = 0; R < 28; R += 2)
      Both("p x" + Number(R) + ", x" + Number(R + 1) + ", [x30, #" +
           Number(8 * R) + "]");
    Both("r x28, [x30, #224]");
    for (unsigned R = 0; R < 8; R += 2)
      Both("p q" + Number(R) + ", q" + Number(R + 1) + ", [x30, #" +
           Number(offsetof(Record, Vector) + 16 * R) + "]");
    return In + Texts[I] + Out + "mov x0, sp\nstr x0, [x30, #" +
           Number(offsetof(Record, StackPointer)) + "]\n";
  }

  void execute(std::vector<StringRef> Args, StringRef Output = "") {
    std::optional<StringRef> Redirects[] = {std::nullopt, std::nullopt,
                                            std::nullopt};
    if (!Output.empty())
      Redirects[1] = Output;
    std::string Message;
    EXPECT_EQ(llvm::sys::ExecuteAndWait(Args[0], Args, std::nullopt, Redirects,
                                        60, 0, &Message),
              0)
        << Args[0].str() << ": " << Message;
  }

  /// Assembles, links and runs everything; leaves the results in Records.
  void run() {
    std::string Source = temporary("s"), Object = temporary("o"),
                Program = temporary("exe"), In = temporary("in"),
                Out = temporary("out");
    std::string Text = ".globl _start\n_start:\n";
    for (unsigned I = 0; I < NumSequences; ++I)
      Text += wrapped(I);
    size_t Bytes = Records.size() * sizeof(Record);
    Text += "mov x0, #1\nldr x1, =" + std::to_string(Base) +
            "\nldr x2, =" + std::to_string(Bytes) +
            "\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n"
            ".data\n.incbin \"" +
            In + "\"\n";
    write(Source, Text);
    write(In, StringRef(reinterpret_cast<const char *>(Records.data()), Bytes));
    execute({Clang, "--target=aarch64-linux-gnu", "-c", Source, "-o", Object});
    std::string Place = "--section-start=.data=0x" + llvm::utohexstr(Base);
    execute({Lld, "-static", Place, Object, "-o", Program});
    execute({Qemu, Program}, Out);
    auto Results = llvm::MemoryBuffer::getFile(Out);
    for (const std::string &Path : {Source, Object, Program, In, Out})
      llvm::sys::fs::remove(Path);
    ASSERT_TRUE(bool(Results));
    ASSERT_EQ((*Results)->getBufferSize(), Bytes);
    memcpy(Records.data(), (*Results)->getBufferStart(), Bytes);
  }

  static void compareMemory(Running &R, uint64_t At, const uint8_t *Wanted,
                            size_t Bytes) {
    for (size_t I = 0; I < Bytes; ++I)
      EXPECT_EQ(R.I->memory().load(At + I, 1), (PartialValue{Wanted[I], 0xff}))
          << "byte " << I;
  }

  /// Interprets sequence \p I from \p Start on.
  void interpret(unsigned I, const Record &Start, Running &R) {
    for (unsigned G = 0; G < 29; ++G)
      R.I->setSlot(R.C.slotOf("x" + std::to_string(G)),
                   {Start.General[G], 0xff});
    R.I->setSlot(R.C.slotOf("sp"),
                 {addressOf(I, offsetof(Record, Stack) + StackStart), 0xff});
    for (unsigned V = 0; V < 8; ++V)
      for (unsigned Half = 0; Half < 2; ++Half)
        R.I->setSlot(R.C.slotOf("q" + std::to_string(V)) + Half,
                     {Start.Vector[V][Half], 0xff});
    for (size_t Byte = offsetof(Record, Data); Byte < sizeof(Record); ++Byte)
      R.I->memory().store(addressOf(I, Byte), 1,
                          {reinterpret_cast<const uint8_t *>(&Start)[Byte], 1});
    R.iterate();
  }

  void compare(unsigned I, Running &R) {
    const Record &Wanted = Records[I];
    auto Compare = [&](SlotId Slot, uint64_t V, const std::string &Name) {
      EXPECT_EQ(R.I->slot(Slot), (PartialValue{V, 0xff})) << Name;
    };
    for (unsigned G = 0; G < 29; ++G) {
      std::string Name = "x" + std::to_string(G);
      Compare(R.C.slotOf(Name), Wanted.General[G], Name);
    }
    Compare(R.C.slotOf("sp"), Wanted.StackPointer, "sp");
    for (unsigned V = 0; V < 8; ++V)
      for (unsigned Half = 0; Half < 2; ++Half) {
        std::string Name = "q" + std::to_string(V);
        Compare(R.C.slotOf(Name) + Half, Wanted.Vector[V][Half], Name);
      }
    compareMemory(R, addressOf(I, offsetof(Record, Data)), Wanted.Data,
                  sizeof(Wanted.Data));
    compareMemory(R, addressOf(I, offsetof(Record, Stack)), Wanted.Stack,
                  sizeof(Wanted.Stack));
  }

  std::string Clang, Lld, Qemu;
  std::vector<Record> Records = std::vector<Record>(NumSequences);
  std::vector<std::string> Texts;
};

TEST_F(QemuTest, RandomSequences) {
  for (unsigned I = 0; I < NumSequences; ++I)
    makeUp(I);
  std::vector<Record> Starts = Records;
  run();
  if (HasFailure())
    return;
  std::set<unsigned> Opcodes;
  for (unsigned I = 0; I < NumSequences && !HasFailure(); ++I) {
    Running R(aarch64(), Texts[I]);
    interpret(I, Starts[I], R);
    compare(I, R);
    EXPECT_EQ(R.unsupported(), 0u);
    for (const CodeInstr &C : R.C.Code)
      Opcodes.insert(C.Inst.getOpcode());
    ASSERT_FALSE(HasFailure()) << "sequence " << I << ":\n" << Texts[I];
  }
  // Every opcode with a rule was run, except those that depend on flags or the
  // place of the code, that the architecture of the emulated assembler lacks,
  // and of vectors all but some.
  llvm::Regex Others("^((ADC|SBC)S?[WX]r|CS(EL|INC|INV|NEG)[WX]r|ADRP?|"
                     "LDR(X|W|SW|S|D|Q)l|(CNT|CTZ)[WX]r|LD(APR|A?XR).*|"
                     "(LD|ST)(U?R|N?P)[BHSDQ](ui|i|pre|post|ro[WX])|"
                     "(LD|ST)[1-4].*)$");
  const llvm::MCInstrInfo &MII = aarch64().Ctx->MII;
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode) {
    const ValueRule *Rule = aarch64().info(Opcode).Value;
    if (Rule && Rule->Effect != ValueRule::Opaque && !Opcodes.count(Opcode) &&
        !Others.match(MII.getName(Opcode)))
      ADD_FAILURE() << MII.getName(Opcode).str() << " was never run";
  }
}

} // namespace
