//===- MemoryTest.cpp - Tests of accesses and memory dependences ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyCpu.h"

using namespace takt;
using namespace takt::test;

namespace {

const char *const Values = R"(
values:
  - {match: 'MOV(32|64)(r[rm]|mr)|MOV64ri32', effect: copy, source: x}
  - {match: 'ADD(32|64)(ri|ri8|ri32|rr|i32)', effect: add, source: x}
  - {match: 'SUB64(ri|ri8|ri32|rr)', effect: subtract, source: x}
  - {match: 'INC(32|64)r', effect: increment, source: x}
  - {match: 'DEC64r', effect: decrement, source: x}
  - {match: 'SHL64ri', effect: shift-left, source: x}
  - {match: 'LEA64r', effect: address, source: x}
  - {match: 'XOR(32|64)rr', effect: xor, source: x}
  - {match: 'IMUL64rri(8|32)', effect: multiply, source: x}
  - {match: 'PUSH64(r|rmm)', effect: push, bytes: 8, source: x}
  - {match: 'POP64(r|rmm)', effect: pop, bytes: 8, source: x}
)";

struct MemoryTest : testing::Test {
  explicit MemoryTest(const std::string &Cpu = ToyX86) : T(Cpu + Values) {
    EXPECT_EQ(T.Message, "");
  }

  Kernel build(llvm::StringRef Text, Notion N = Notion::Loop) {
    auto K = T.B->build(T.A.assemble(Text), N);
    if (!K) {
      ADD_FAILURE() << llvm::toString(K.takeError());
      return Kernel();
    }
    if (llvm::Error E = K->verify(T.B->cpu().Resources.size()))
      ADD_FAILURE() << llvm::toString(std::move(E));
    return *K;
  }

  /// "0->1 d0": store, load and distance of every dependence.
  std::string dependences(llvm::StringRef Text, Notion N = Notion::Loop) {
    std::string S;
    for (const MemoryDependence &D : build(Text, N).MemoryDependences) {
      S += (S.empty() ? "" : ", ") + std::to_string(D.Store) + "->" +
           std::to_string(D.Load) + " d" + std::to_string(D.Distance);
      EXPECT_EQ(D.Latency, 5);
    }
    return S;
  }

  /// "a8+4 step 16" for symbol, offset, size and step of every access.
  std::string accesses(llvm::StringRef Text) {
    std::string S;
    for (const KernelInstr &I : build(Text).Instrs)
      for (const MemoryAccess &A : I.Accesses)
        S += (S.empty() ? "" : ", ") + std::string(1, char('a' + A.Symbol)) +
             std::to_string(A.Offset) + "+" + std::to_string(A.Size) +
             (A.Step ? " step " + std::to_string(*A.Step) : "");
    return S;
  }

  Toy T;
};

TEST_F(MemoryTest, SameAddressInOneIteration) {
  EXPECT_EQ(dependences("mov [rax], rbx\nmov rcx, [rax]"), "0->1 d0");
  EXPECT_EQ(dependences("mov [rax], rbx\nmov rcx, [rax + 8]"), "");
  EXPECT_EQ(dependences("mov [rax], rbx\nmov rcx, [rdx]"), "");
  // The last of two stores.
  EXPECT_EQ(dependences("mov [rax], rbx\nmov [rax], rcx\nmov rcx, [rax]"),
            "1->2 d0");
}

TEST_F(MemoryTest, BytesThatOverlap) {
  EXPECT_EQ(dependences("mov [rax], rbx\nmov ecx, [rax + 4]"), "0->1 d0");
  EXPECT_EQ(dependences("mov [rax], ebx\nmov ecx, [rax + 4]"), "");
  EXPECT_EQ(dependences("mov [rax], bl\nmov ecx, [rax - 3]"), "0->1 d0");
  EXPECT_EQ(dependences("vmovups [rax + 48], ymm0\nmov ecx, [rax + 76]"),
            "0->1 d0");
  EXPECT_EQ(dependences("vmovups [rax + 48], ymm0\nmov ecx, [rax + 80]"), "");
}

TEST_F(MemoryTest, AcrossIterations) {
  EXPECT_EQ(dependences("add [rax], rbx"), "0->0 d1");
  EXPECT_EQ(dependences("mov rcx, [rax]\nmov [rax], rbx"), "1->0 d1");
  // The address moves on, past what was stored.
  EXPECT_EQ(dependences("add [rax], rbx\nadd rax, 8"), "");
  EXPECT_EQ(dependences("mov rcx, [rax - 8]\nmov [rax], rcx\nadd rax, 8"),
            "1->0 d1");
  EXPECT_EQ(dependences("mov rcx, [rax + 32]\nmov [rax], rcx\nsub rax, 16"),
            "1->0 d2");
  EXPECT_EQ(dependences("mov rcx, [rax + 8*rdx]\nmov [rax + 8*rdx + 8], rcx\n"
                        "inc rdx"),
            "1->0 d1");
  // Farther than the reorder buffer lasts.
  EXPECT_EQ(dependences("mov rcx, [rax - 80000]\nmov [rax], rcx\nadd rax, 8"),
            "");
}

TEST_F(MemoryTest, OffsetAndDisplacementAreOne) {
  EXPECT_EQ(dependences("mov [rax + 8], rbx\nadd rax, 8\nmov rcx, [rax]\n"
                        "sub rax, 8"),
            "0->2 d0");
  EXPECT_EQ(dependences("mov [rax + 1], bl\ninc rax\nmov cl, [rax]\ndec rax"),
            "0->2 d0");
}

TEST_F(MemoryTest, ValuesThroughRegisters) {
  EXPECT_EQ(dependences("mov rdx, rax\nmov [rdx], rbx\nmov rcx, [rax]"),
            "1->2 d0");
  EXPECT_EQ(dependences("lea rdx, [rax + 4*rbx + 8]\nmov [rdx], rcx\n"
                        "shl rbx, 2\nmov rcx, [rax + rbx + 8]"),
            "1->3 d0");
  EXPECT_EQ(dependences("xor edx, edx\nmov [rax + 8*rdx], rcx\n"
                        "mov rcx, [rax]"),
            "1->2 d0");
  EXPECT_EQ(dependences("xor rdx, rdx\nmov [rax + 8*rdx], rcx\n"
                        "mov rcx, [rax]"),
            "1->2 d0");
  EXPECT_EQ(dependences("mov rdx, 16\nmov [rax + 8*rdx], rcx\n"
                        "mov rcx, [rax + 128]"),
            "1->2 d0");
  EXPECT_EQ(dependences("add rax, 0x12345\nmov [rax], rcx\n"
                        "mov rdx, [rax - 0x12345]"),
            "1->2 d1");
  EXPECT_EQ(dependences("sub rax, rbx\nmov [rax + rbx], rcx\nadd rax, rbx\n"
                        "mov rdx, [rax]"),
            "1->3 d0");
}

TEST_F(MemoryTest, UnknownValues) {
  // What nobody stored to stays the same: a pointer in memory.
  EXPECT_EQ(dependences("mov rax, [rbx]\nmov [rax], rcx\nmov rdx, [rax]"),
            "1->2 d0");
  EXPECT_EQ(dependences("mov rax, [rbx]\nadd [rax], rcx"), "1->1 d1");
  // A list: another pointer in every iteration, but one within it.
  EXPECT_EQ(dependences("mov rax, [rax]\nadd [rax + 8], rcx"), "");
  EXPECT_EQ(dependences("mov rax, [rax]\nmov [rax + 8], rcx\n"
                        "mov rcx, [rax + 8]"),
            "1->2 d0");
  // Writing a part of a register leaves nothing known of it.
  EXPECT_EQ(dependences("mov [rax], rbx\nmov al, 1\nmov rcx, [rax]"), "");
  EXPECT_EQ(dependences("imul rax, rbx, 3\nmov [rax], rbx\n"
                        "imul rax, rbx, 3\nmov rcx, [rax]"),
            "1->3 d0");
  EXPECT_EQ(dependences("xor eax, ebx\nmov [rax], rcx\nxor eax, ebx\n"
                        "mov rcx, [rax]"),
            "");
  EXPECT_EQ(dependences("xor eax, ebx\nmov [rax], rcx\nxor eax, ebx\n"
                        "xor eax, ebx\nmov rcx, [rax]"),
            "1->4 d0");
  // popcnt is nothing that addresses are made of.
  EXPECT_EQ(dependences("popcnt rax, rbx\nmov [rax], rcx\nmov rdx, [rax]"), "");
}

TEST_F(MemoryTest, Stack) {
  EXPECT_EQ(dependences("push rax\npop rbx"), "0->1 d0");
  EXPECT_EQ(dependences("push rax\nmov rbx, [rsp]\npop rcx"),
            "0->1 d0, 0->2 d0");
  EXPECT_EQ(dependences("push rax\npush rbx\npop rcx\npop rdx"),
            "1->2 d0, 0->3 d0");
  EXPECT_EQ(dependences("pop rax\npush rbx"), "1->0 d1");
  EXPECT_EQ(dependences("push rax"), "");
  EXPECT_EQ(
      dependences("push qword ptr [rax]\npop qword ptr [rbx]\nmov rcx, [rbx]"),
      "0->1 d0, 1->2 d0");
  EXPECT_EQ(dependences("push rax\nadd rsp, 8\nmov rbx, [rsp - 8]"), "0->2 d0");
  // The popped value is nothing known.
  EXPECT_EQ(dependences("push rax\npop rsp\npush rax\nmov rbx, [rsp]"),
            "0->1 d0, 2->3 d0");
}

/// ToyX86, which compares addresses by their parts.
TEST_F(MemoryTest, AddressesSpeltAlike) {
  const auto Named = [&](llvm::StringRef Text) {
    const Kernel K = build(Text);
    EXPECT_EQ(K.MemoryDependences.size(), 1u) << Text.str();
    return llvm::all_of(K.MemoryDependences,
                        [](const MemoryDependence &D) { return D.Named; });
  };
  const std::pair<const char *, bool> Cases[] = {
      {"mov [rsi + 8], rax\nmov rbx, [rsi + 8]\n", true},
      {"mov rbx, [rsi + 8]\nmov [rsi + 8], rax\n", true},
      {"mov [rsi + 8], rax\nmov ebx, [rsi + 8]\n", true},
      {"mov [rsi + 8*rdi], rax\nadd rbx, [rsi + 8*rdi]\n", true},
      {"mov rdi, rsi\nmov [rsi + 8], rax\nmov rbx, [rdi + 8]\n", false},
      {"mov [rsi + 8], rax\nadd rsi, 8\nmov rbx, [rsi]\nsub rsi, 8\n", false},
      {"mov [rsi + rdi], rax\nmov rbx, [rdi + rsi]\n", false},
      {"push rax\npop rbx\n", false},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Named(Text), Expected) << Text;
}

struct MemoryByPartsTest : MemoryTest {
  static std::string cpu() {
    std::string S = ToyX86;
    const llvm::StringRef Memory = "\nmemory:\n";
    S.insert(S.find(Memory.str()) + Memory.size(),
             "  addresses-by-parts: true\n");
    return S;
  }
  MemoryByPartsTest() : MemoryTest(cpu()) {}
};

TEST_F(MemoryByPartsTest, EqualNumbersAreNotEnough) {
  EXPECT_EQ(dependences("mov [rax + 8], rbx\nmov rcx, [rax + 8]"), "0->1 d0");
  EXPECT_EQ(dependences("mov rdx, rax\nmov [rdx], rbx\nmov rcx, [rax]"),
            "1->2 d0");
  EXPECT_EQ(dependences("mov [rax + 8], rbx\nadd rax, 8\nmov rcx, [rax]"), "");
  EXPECT_EQ(dependences("add rax, 8\nmov [rax], rbx\nsub rax, 8\n"
                        "mov rcx, [rax + 8]"),
            "");
  EXPECT_EQ(dependences("add rax, 8\nmov [rax], rbx\nsub rax, 8\n"
                        "add rax, 8\nmov rcx, [rax]"),
            "1->4 d0");
  EXPECT_EQ(dependences("lea rdx, [rax + 8]\nmov [rdx], rbx\n"
                        "lea rdx, [rax + 8]\nmov rcx, [rdx]"),
            "");
  EXPECT_EQ(dependences("mov rdx, 64\nmov [rdx], rbx\nmov rdx, 64\n"
                        "mov rcx, [rdx]"),
            "");
  EXPECT_EQ(dependences("xor rdx, rdx\nmov [rax + rdx], rbx\n"
                        "xor rdx, rdx\nmov rcx, [rax + rdx]"),
            "1->3 d0");
  // In steps from iteration to iteration.
  EXPECT_EQ(dependences("mov rcx, [rax]\nadd rax, 8\nmov [rax], rbx"),
            "2->0 d1");
  // push and pop leave rsp where it is.
  EXPECT_EQ(dependences("push rax\npush rbx\nmov rcx, [rsp]\n"
                        "mov rdx, [rsp + 8]"),
            "1->2 d0");
}

TEST_F(MemoryTest, SymbolsAndTheInstructionPointer) {
  EXPECT_EQ(dependences("mov [foo], rax\nmov rbx, [foo]"), "0->1 d0");
  EXPECT_EQ(dependences("mov [rip + foo], rax\nmov rbx, [rip + foo]"),
            "0->1 d0");
  EXPECT_EQ(dependences("mov [rip + foo], rax\nmov rbx, [rip + foo + 8]"), "");
  EXPECT_EQ(dependences("mov [rip + foo], rax\nmov rbx, [rip + bar]"), "");
  EXPECT_EQ(dependences("mov rax, [rip + foo]\nmov [rip + foo], rax"),
            "1->0 d1");
  // Both instructions have 7 bytes.
  EXPECT_EQ(dependences("mov [rip + 16], rax\nmov rbx, [rip + 9]"), "0->1 d0");
  EXPECT_EQ(dependences("mov [rip + 16], rax\nmov rbx, [rip + 17]"), "");
  EXPECT_EQ(dependences("add [rip + 16], rax"), "0->0 d1");
  EXPECT_EQ(dependences("add [rip + 16], rax", Notion::Unrolled), "0->0 d1");
  EXPECT_EQ(dependences("add [rip + 16], eax", Notion::Unrolled), "");
  EXPECT_EQ(dependences("mov fs:[0], rax\nmov rbx, fs:[0]"), "0->1 d0");
  EXPECT_EQ(dependences("mov gs:[0], rax\nmov rbx, fs:[0]"), "");
}

TEST_F(MemoryTest, Accesses) {
  EXPECT_EQ(accesses("mov rcx, [rax + 8]\nmov [rax], rcx\nadd rax, 16"),
            "a0+8 step 16, a-8+8 step 16");
  EXPECT_EQ(accesses("mov [rax + 4*rbx], cl\ninc rbx\nadd rax, 1"),
            "a0+1 step 5");
  EXPECT_EQ(accesses("mov [rax], bl\nmovzx ecx, word ptr [rax + 16]\n"
                     "movaps xmm0, [rbx]\nvmovups ymm0, [rbx - 8]"),
            "a0+1 step 0, a16+2 step 0, b0+16 step 0, b-8+32 step 0");
  EXPECT_EQ(accesses("mov rax, [rax]\nmov [rax + 8], rcx\nmov rbx, [rax]"),
            "a0+8, b0+8, b-8+8");
  EXPECT_EQ(accesses("push rax\npush rax"), "a0+8 step -16, a-8+8 step -16");
  EXPECT_EQ(accesses("lea rax, [rbx]"), "");
  // Nothing is stored: nobody asks.
  EXPECT_EQ(accesses("mov rcx, [rax + 8]\nmov rbx, [rax]\nadd rax, 16"),
            "a0+8, b0+8");
  // Load and store of one instruction share an access.
  Kernel K = build("add [rax], rbx");
  std::string OfUops;
  for (const Uop &U : K.Instrs[0].Uops)
    OfUops += std::to_string(U.Access) + " ";
  EXPECT_EQ(OfUops, "0 -1 0 0 ");
}

} // namespace
