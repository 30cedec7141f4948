//===- TargetTest.cpp - The choice of CPU and triple ------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

static std::string error(TargetChoice Choice, const Triple *Object = nullptr) {
  auto T = CodeTarget::create(Choice, Object);
  return T ? "" : toString(T.takeError());
}

static TargetChoice cpu(const char *Name) {
  TargetChoice Choice;
  Choice.Cpu = Name;
  return Choice;
}

TEST(Target, TheCpuIsNeverGuessed) {
  const std::string Error = error(TargetChoice());
  EXPECT_EQ(Error.substr(0, 40), "no CPU given: give --cpu=<name>; known: ");
  EXPECT_NE(Error.find("skylake"), std::string::npos);
}

TEST(Target, TheCpuNamesTheArchitecture) {
  EXPECT_EQ(cantFail(CodeTarget::create(cpu("skylake")))->triple().str(),
            "x86_64-unknown-linux-gnu");
  EXPECT_EQ(cantFail(CodeTarget::create(cpu("neoverse-n1")))->triple().str(),
            "aarch64-unknown-linux-gnu");
}

TEST(Target, UnknownCpu) {
  const std::string Near = error(cpu("skyalke"));
  EXPECT_EQ(Near.substr(0, 47),
            "unknown CPU 'skyalke'; did you mean skylake?; k");
  EXPECT_EQ(error(cpu("quux-9000")).substr(0, 31),
            "unknown CPU 'quux-9000'; known:");
  EXPECT_NE(error(cpu("cortex-a27")).find("cortex-a72"), std::string::npos);
}

TEST(Target, Triples) {
  TargetChoice Choice = cpu("skylake");
  Choice.Triple = "quux";
  EXPECT_EQ(error(Choice),
            "unknown triple 'quux' (No available targets are compatible with "
            "triple \"quux\")");
  Choice.Triple = "aarch64";
  EXPECT_EQ(error(Choice),
            "CPU 'skylake' belongs to x86_64, but the code is for aarch64");
  // LLVM knows this name for 32-bit code too, the description does not.
  Choice = cpu("cortex-a72");
  Choice.Triple = "armv7-linux-gnueabi";
  EXPECT_EQ(error(Choice),
            "CPU 'cortex-a72' belongs to aarch64, but the code is for armv7");
  Choice = cpu("skylake");
  Choice.Triple = "aarch64";
  const Triple X86("x86_64-linux-gnu");
  EXPECT_EQ(error(Choice, &X86),
            "--triple=aarch64 contradicts the object, which is for x86_64");
  Choice.Triple = "x86_64-pc-windows-msvc";
  EXPECT_EQ(error(Choice, &X86), "");
}

TEST(Target, Features) {
  TargetChoice Choice = cpu("cortex-a72");
  Choice.Attributes = "+sve,-quux";
  EXPECT_EQ(error(Choice),
            "unknown feature 'quux' in --attr=+sve,-quux for aarch64");
  Choice.Attributes = "+sve";
  const auto T = cantFail(CodeTarget::create(Choice));
  MCInst Inst;
  uint64_t Size = 0;
  // ptrue p0.s
  EXPECT_EQ(T->decode({0xe0, 0xe3, 0x98, 0x25}, 0, Inst, Size),
            CodeTarget::Decode::Ok);
}

TEST(Target, DescriptionsCanBeGiven) {
  auto C = std::make_shared<Cpu>();
  C->Name = "mine";
  C->Architecture = "aarch64";
  C->LLVMCpus = {"cortex-a57"};
  TargetChoice Choice;
  Choice.Description = C;
  const auto T = cantFail(CodeTarget::create(Choice));
  EXPECT_EQ(T->llvmCpu(), "cortex-a57");
  EXPECT_EQ(T->description(), C);
  EXPECT_TRUE(T->triple().isAArch64());
}

/// What is wrong with a description that names \p LLVMCpu for \p Architecture.
static std::string errorOfFile(StringRef Architecture, StringRef LLVMCpu) {
  const std::string Text =
      ("name: mine\narchitecture: " + Architecture + "\nllvm-cpus: [" +
       LLVMCpu +
       "]\nfront-end: {source: x, width: 4}\nports: [{name: p0, llvm: []}]\n")
          .str();
  TargetChoice Choice;
  Choice.Description = cantFail(parseCpu({Text, "mine.yaml"}));
  return error(Choice);
}

TEST(Target, DescriptionsNameCpusOfLLVM) {
  EXPECT_EQ(errorOfFile("x86", "skyalke"),
            "mine.yaml:3:13: LLVM knows no CPU 'skyalke' for x86; did you mean "
            "skylake?");
  EXPECT_EQ(errorOfFile("aarch64", "quux-9000"),
            "mine.yaml:3:13: LLVM knows no CPU 'quux-9000' for aarch64");
  EXPECT_EQ(errorOfFile("arm", "cortex-a72"),
            "mine.yaml:3:13: LLVM knows no CPU 'cortex-a72' for arm");
}

/// Another place is that of a parent's base model.
TEST(Target, InheritedBaseModelsAreElsewhere) {
  const StringRef Text = "name: mine\ninherits: znver5\nllvm-cpus: [zenver5]\n";
  TargetChoice Choice;
  Choice.Description = cantFail(parseCpu({Text, "mine.yaml"}));
  EXPECT_EQ(StringRef(error(Choice)).split(';').first,
            "mine.yaml:3:13: LLVM knows no CPU 'zenver5' for x86");
}

TEST(Target, FilesAreToldFromNames) {
  EXPECT_TRUE(namesCpuFile("mine.yaml"));
  EXPECT_TRUE(namesCpuFile("mine.yml"));
  EXPECT_TRUE(namesCpuFile("./mine"));
  EXPECT_FALSE(namesCpuFile("skylake"));
}

TEST(Target, Decoding) {
  const auto T = cantFail(CodeTarget::create(cpu("cortex-a72")));
  MCInst Inst;
  uint64_t Size = 0;
  EXPECT_EQ(T->decode({}, 0, Inst, Size), CodeTarget::Decode::Bad);
  EXPECT_EQ(T->decode({0xff, 0xff}, 0, Inst, Size), CodeTarget::Decode::Bad);
  EXPECT_EQ(Size, 2u);
  EXPECT_EQ(T->decode({0xff, 0xff, 0xff, 0xff, 0}, 0, Inst, Size),
            CodeTarget::Decode::Bad);
  EXPECT_EQ(Size, 4u);
  EXPECT_EQ(T->decode({0xe0, 0xe3, 0x98, 0x25}, 0, Inst, Size),
            CodeTarget::Decode::NotOfCpu);
}

TEST(Input, Kinds) {
  auto Kind = [](StringRef Bytes, StringRef Name) {
    auto K = inputKind(MemoryBufferRef(Bytes, Name));
    return K ? *K : (consumeError(K.takeError()), InputKind::Auto);
  };
  EXPECT_EQ(Kind("48 03 18", "<stdin>"), InputKind::Hex);
  EXPECT_EQ(Kind("dec", "x.s"), InputKind::Assembly);
  EXPECT_EQ(Kind("dec %eax", "<stdin>"), InputKind::Assembly);
  EXPECT_EQ(Kind("!<arch>\n", "x"), InputKind::Object);
  EXPECT_EQ(Kind(" \n", "x"), InputKind::Auto);
}

TEST(Input, Arguments) {
  auto Hex = openInput("4803 18");
  ASSERT_TRUE(bool(Hex));
  EXPECT_EQ((*Hex)->getBufferIdentifier(), "<hex>");
  EXPECT_EQ(toString(openInput("no-such.o").takeError()),
            "no-such.o: No such file or directory");
}
