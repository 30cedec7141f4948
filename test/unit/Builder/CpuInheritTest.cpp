//===- CpuInheritTest.cpp - Tests of parents and of what is compiled in ---===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

using namespace takt;
using namespace takt::test;

namespace {

/// Descriptions as files in a directory of their own.
class CpuFileOnDisk : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("takt-cpu", Dir));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Dir); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) {
    llvm::SmallString<128> Path(Dir);
    llvm::sys::path::append(Path, Name + ".yaml");
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC) << EC.message();
    return std::string(Path);
  }
  static Parsed parse(llvm::StringRef Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Parsed((*Buffer)->getBuffer(), Path);
  }

  llvm::SmallString<128> Dir;
};

/// What a parent names a child with ports of its own has to have.
TEST_F(CpuFileOnDisk, ChildHasWhatItsParentsName) {
  write("toy", toy("corrections: [{match: A, source: p, uops: "
                   "[{ports: [p1]}]}]\n"));
  const std::string Path =
      write("child", "name: child\ninherits: toy\nllvm-cpus: [c]\n"
                     "ports: [{name: p0, llvm: [X]}]\n");
  EXPECT_EQ(llvm::StringRef(parse(Path).Message)
                .rsplit(llvm::sys::path::get_separator())
                .second,
            "toy.yaml:8:53: 'p1' is no port or unit of child, whose own "
            "'ports', 'units' and 'port-groups' have to have all that its "
            "parents name");
}

/// What its front end has not is its parents' alone, unless it says so itself.
TEST_F(CpuFileOnDisk, ChildWithAnotherFrontEndLeavesCodeInFlightBehind) {
  write("toy", toy("buffers: {source: x, code-in-flight: {blocks: 4}}\n",
                   "front-end: {source: x, width: 4, kind: op-cache}"));
  const std::string Child = "name: child\ninherits: toy\nllvm-cpus: [c]\n";
  const std::string Linear = "front-end: {source: y, kind: linear}\n";
  EXPECT_EQ(parse(write("same", Child)).C->Code.Blocks, 4u);
  const Parsed P = parse(write("linear", Child + Linear));
  ASSERT_EQ(P.Message, "");
  EXPECT_FALSE(P.C->Code.any());
  const Parsed Own = parse(
      write("own", "name: child\nllvm-cpus: [c]\ninherits: toy\n" + Linear +
                       "buffers: {source: y, code-in-flight: {lines: 5}}\n"));
  EXPECT_EQ(llvm::StringRef(Own.Message)
                .rsplit(llvm::sys::path::get_separator())
                .second,
            "own.yaml:5:39: 'code-in-flight' needs a front end of kind "
            "'op-cache', which has these lines");
}

TEST_F(CpuFileOnDisk, ChildSaysOnlyWhatDiffers) {
  write("toy", toy("buffers: {source: x, reorder: 10, scheduler: 5}\n"
                   "corrections: [{match: A, latency: 1, source: p, uops: "
                   "[{ports: [p1]}]}]\n"));
  Parsed P = parse(
      write("child", "name: child\ninherits: toy\nllvm-cpus: [c]\n"
                     "ports: [{name: p0, llvm: [X]}, {name: p2, llvm: [Y]}, "
                     "{name: p1, llvm: [Z]}]\n"
                     "buffers: {source: y, reorder: 20}\n"
                     "corrections: [{match: B, latency: 2, source: c}]\n"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Name, "child");
  EXPECT_EQ(P.C->LLVMCpus, std::vector<std::string>{"c"});
  EXPECT_EQ(P.C->Fetch.Width, 4u);
  EXPECT_EQ(P.C->ReorderBuffer, 20u);
  EXPECT_EQ(P.C->Scheduler, 5u);
  ASSERT_EQ(P.C->Resources.size(), 4u);
  EXPECT_EQ(P.C->Resources[2].LLVMNames, std::vector<std::string>{"Z"});
  ASSERT_EQ(P.C->Corrections.size(), 2u);
  EXPECT_EQ(P.C->Corrections[0].Match, "A");
  EXPECT_EQ((*P.C->Corrections[0].Uops)[0].Uses[0].Resources, 4u)
      << "a parent's correction means the child's p1";
  EXPECT_EQ(P.C->Corrections[1].Match, "B");
}

TEST_F(CpuFileOnDisk, WhatAParentSaysIsCheckedForTheChild) {
  const std::string Parent =
      write("parent", toy("memory: {source: x, line: 16, store-block: 16, "
                          "store-page: {bytes: 32, delay: 9}}"));
  EXPECT_EQ(
      parse(write("same", "name: same\ninherits: parent\nllvm-cpus: [c]\n"))
          .Message,
      "");
  Parsed P =
      parse(write("longer", "name: longer\ninherits: parent\nllvm-cpus: [c]\n"
                            "memory: {source: y, line: 32}\n"));
  EXPECT_EQ(P.Message,
            Parent + ":8:61: a page is a power of two and larger than a line");
}

TEST_F(CpuFileOnDisk, ErrorInAParentNamesTheParent) {
  std::string Parent = write("parent", "name: parent\nwhat: 1\n");
  Parsed P = parse(write("child", "name: child\ninherits: parent\n"));
  EXPECT_EQ(P.Message, Parent + ":2:1: unknown key 'what'");
}

TEST_F(CpuFileOnDisk, RefusesACircle) {
  std::string A = write("a", "name: a\ninherits: b\n");
  std::string B = write("b", "name: b\ninherits: a\n");
  EXPECT_EQ(parse(A).Message, B + ":2:11: 'a' inherits from itself");
}

TEST_F(CpuFileOnDisk, RefusesTooManyGenerations) {
  const auto Generation = [&](unsigned N, llvm::StringRef Says) {
    return write("g" + std::to_string(N),
                 ("name: g" + llvm::Twine(N) + "\n" + Says).str());
  };
  Generation(0, "abstract: true\n");
  for (unsigned N = 1; N != 65; ++N)
    Generation(N, "inherits: g" + std::to_string(N - 1) + "\n");
  EXPECT_EQ(llvm::StringRef(parse(Generation(63, "inherits: g62\n")).Message)
                .rsplit(llvm::sys::path::get_separator())
                .second,
            "g63.yaml:1:7: missing required key 'llvm-cpus'");
  // What is one too many is named by its child.
  EXPECT_EQ(llvm::StringRef(parse(Generation(64, "inherits: g63\n")).Message)
                .rsplit(llvm::sys::path::get_separator())
                .second,
            "g1.yaml:2:11: more than 64 generations of parents");
}

/// A later parent overrules an earlier one; what both have counts once.
TEST_F(CpuFileOnDisk, InheritsFromSeveral) {
  write("toy", toy("corrections: [{match: A, latency: 1, source: p}]\n"));
  write("one", "name: one\ninherits: toy\nbuffers: {source: x, reorder: 10, "
               "load: 3}\ncorrections: [{match: B, latency: 1, source: p}]\n");
  write("two", "name: two\ninherits: [toy]\nbuffers: {source: x, reorder: 20}\n"
               "corrections: [{match: C, latency: 1, source: p}]\n");
  Parsed P = parse(write("child", "name: child\ninherits: [one, two]\n"
                                  "llvm-cpus: [c]\ncorrections: [{match: D, "
                                  "latency: 1, source: p}]\n"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->ReorderBuffer, 20u);
  EXPECT_EQ(P.C->LoadBuffer, 3u);
  std::string Order;
  for (const Correction &K : P.C->Corrections)
    Order += K.Match;
  EXPECT_EQ(Order, "ABCD");
}

TEST_F(CpuFileOnDisk, InheritsFromABuiltInOne) {
  Parsed P = parse(write("mine", "name: mine\ninherits: skylake\n"
                                 "llvm-cpus: [skylake]\n"
                                 "front-end: {source: x, width: 9}\n"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Fetch.Width, 9u);
  EXPECT_EQ(P.C->Resources.size(), findCpu("skylake")->Resources.size());
}

TEST(BuiltInCpus, AllParse) {
  EXPECT_TRUE(llvm::is_contained(knownCpus(), "skylake"));
  EXPECT_FALSE(llvm::is_contained(knownCpus(), "x86"));
  for (llvm::StringRef Name : knownCpus()) {
    auto C = loadCpu(Name);
    if (!C) {
      ADD_FAILURE() << llvm::toString(C.takeError());
      continue;
    }
    EXPECT_EQ((*C)->Name, Name) << "a file is called as its CPU";
  }
}

TEST(BuiltInCpus, UnknownAndAbstractNamesAreNone) {
  EXPECT_EQ(findCpu("x86"), nullptr);
  EXPECT_EQ(findCpu("6502"), nullptr);
  EXPECT_EQ(llvm::toString(loadCpu("6502").takeError()),
            "no description of a CPU '6502'");
}

TEST(BuiltInCpus, ThreadsShareOne) {
  std::vector<std::shared_ptr<const Cpu>> Seen(4);
  std::vector<std::thread> Threads;
  for (auto &S : Seen)
    Threads.emplace_back([&S] { S = findCpu("skylake"); });
  for (std::thread &T : Threads)
    T.join();
  for (auto &S : Seen)
    EXPECT_EQ(S, Seen[0]);
  EXPECT_NE(Seen[0], nullptr);
}

} // namespace
