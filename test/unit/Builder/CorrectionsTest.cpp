//===- CorrectionsTest.cpp - Tests of what a description says -------------===//
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

/// What one correction makes of one instruction.
std::string with(llvm::StringRef Correction, llvm::StringRef Text) {
  Toy T(corrected(("  - " + Correction + "\n").str()));
  return T.build(Text);
}

TEST(Corrections, Fields) {
  EXPECT_EQ(with("{match: ADD64rr, source: x, uops: [{ports: ['0'], cycles: 2, "
                 "count: 2, also: [{ports: [div], cycles: 3}]}]}",
                 "add rax, rbx"),
            "add 2 ; C 0x2 divx3 : rax rbx -> rax/1 eflags.c/1 eflags.z/1 ; C "
            "0x2 divx3 : rax rbx ->\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, uops: [{ports: ['0'], also: "
                 "[{ports: ['1', '5'], cycles: 2, after: 3}]}]}",
                 "add rax, rbx"),
            "add 1 ; C 0 15x2@3 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, uops: []}", "add rax, rbx"),
            "add 1 ; C : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, fused-uops: 3}", "add rax, rbx"),
            "add 3 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, latency: 7, flags-latency: 9}",
                 "add rax, rbx"),
            "add 1 ; C 0156 : rax rbx -> rax/7 eflags.c/9 eflags.z/9\n");
  EXPECT_EQ(with("{match: 'ADD64rr|ADC64rr', source: x, flags-together: 2}",
                 "add rax, rbx; adc rcx, rdx"),
            "add 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1* eflags.z/1*\n"
            "adc 1 ; C 06 : rcx rdx eflags.c--2*t eflags.z--2*t -> rcx/1 "
            "eflags.c/1* eflags.z/1*\n");
  // From each register source, and not from memory; to the flags as ever.
  EXPECT_EQ(with("{match: ADD64rr, source: x, latency: 7, forward-latency: 4}",
                 "add rax, rbx"),
            "add 1 ; C 0156 : rax-3* rbx-3* -> rax/7* eflags.c/7 eflags.z/7\n");
  EXPECT_EQ(with("{match: ADD64rm, source: x, latency: 7, forward-latency: 4}",
                 "add rax, [rbx + rcx]"),
            "add 1 ; L 23 : rbx rcx -> t0/5 ; C 0156 : rax-3* t0 -> rax/7* "
            "eflags.c/7 eflags.z/7\n");
  EXPECT_EQ(with("{match: ADD64rm, source: x, latency: 3, load-latency: 8}",
                 "add rax, [rbx + rcx]"),
            "add 1 ; L 23 : rbx rcx -> t0/8 ; C 0156 : rax t0 -> rax/3 "
            "eflags.c/3 eflags.z/3\n");
  EXPECT_EQ(with("{match: MOV64rm, source: x, load-latency: 8}",
                 "mov rax, [rbx + rcx]"),
            "mov 1 ; L 23 : rbx rcx -> rax/8*\n");
  EXPECT_EQ(
      with("{match: MOV64rr, source: x, eliminated: true}", "mov rax, rbx"),
      "mov 1 ; C : rbx -> rax/0\n");
  EXPECT_EQ(with("{match: SUB64rr, source: x, breaks-dependence: true}",
                 "sub rax, rbx"),
            "sub 1 ; C 0156 : -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: CQO, source: x, latencies: {rax: 0}}", "cqo"),
            "cqo 1 ; C 06 : rax -> rdx/1\n");
  EXPECT_EQ(with("{match: CDQE, source: x, keeps-registers: true}", "cdqe"),
            "cdqe 1 ; C 0156 : rax ->\n");
  EXPECT_EQ(with("{match: ADD64rm, source: x, unlaminated: true}",
                 "add rax, [rbx + rcx]"),
            "add 2 ; L 23 : rbx rcx -> t0/5 ; C 0156 : rax t0 -> rax/1 "
            "eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: POPCNT64rr, source: x, reads-destination: true}",
                 "popcnt rax, rbx"),
            "popcnt 1 ; C 1 : rax rbx -> rax/3 eflags.c/3 eflags.z/3\n");
  EXPECT_EQ(with("{match: POP64r, source: x, uops: [{kind: load}], latencies: "
                 "{rsp: 0}}",
                 "pop rax"),
            "pop 1 ; L 23 : rsp -> rax/6*\n");
  EXPECT_EQ(with("{match: INC64r, source: x, flags-written: [z], flags-read: "
                 "[c]}",
                 "inc rax"),
            "inc 1 ; C 0156 : rax -> rax/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADC64rr, source: x, flags-read: [c], advances: "
                 "{flags: 1, tied: 2}}",
                 "adc rax, rbx"),
            "adc 1 ; C 06 : rax-2 rbx eflags.c-1 -> rax/1 eflags.c/1 "
            "eflags.z/1\n");
  EXPECT_EQ(
      with("{match: ADD64rr, source: x, advances: {op2: 1}}", "add rax, rbx"),
      "add 1 ; C 0156 : rax rbx-1 -> rax/1 eflags.c/1 eflags.z/1\n");
}

TEST(Corrections, PairsKeepUopsWithoutPorts) {
  EXPECT_EQ(with("{match: CMP64rm, source: x, fused-uops: 2, uops: [{kind: "
                 "load}, {ports: ['0']}, {ports: [], reads: []}]}",
                 "1: cmp rax, [rbx + rcx]\nje 1b"),
            "cmp 2 ; L 23 : rbx rcx -> t0/5 ; B 6 : rax t0 -> eflags.c/1 "
            "eflags.z/1 ; C : ->\nje 0 fused\n");
}

TEST(Corrections, MergedValuesMayComeLate) {
  EXPECT_EQ(with("{match: SETCCr, source: x, latency: 2, advances: {merge: 1}}",
                 "sete al"),
            "sete 1 ; C 06 : eflags.c eflags.z rax-1 -> rax/2\n");
}

TEST(Corrections, Forms) {
  auto Applies = [](llvm::StringRef Form, llvm::StringRef Text) {
    std::string K = with(
        ("{match: .*, source: x, fused-uops: 77, form: {" + Form + "}}").str(),
        Text);
    return llvm::StringRef(K).contains(" 77");
  };
  const std::tuple<const char *, const char *, const char *> Wanted[] = {
      {"loads: true", "mov rax, [rbx]", "mov [rbx], rax"},
      {"loads: false", "mov [rbx], rax", "mov rax, [rbx]"},
      {"stores: true", "mov [rbx], rax", "mov rax, [rbx]"},
      {"indexed: true", "mov rax, [rbx + rcx]", "mov rax, [rbx]"},
      {"indexed: true", "lea rax, [rbx + rcx]", "lea rax, [rbx + 1]"},
      {"two-registers: true", "add rax, [rbx + rcx + 1]", "add rax, [rbx]"},
      {"two-registers: true", "mov [rbx + 4*rcx], rax", "mov [8*rcx + 8], rax"},
      {"two-registers: false", "mov rax, [rip + 8]", "mov rax, [rbp + rcx]"},
      {"three-parts: true", "lea rax, [rbx + rcx + 1]", "lea rax, [rbx + rcx]"},
      {"three-parts: true", "lea rax, [rbp + rcx]", "lea rax, [rbx + rcx]"},
      {"three-parts: true", "lea rax, [r13 + rcx]", "lea rax, [r12 + rcx]"},
      {"three-parts: true", "mov rax, [rbx + rcx + 1]", "mov rax, [rbx + 1]"},
      {"three-parts: false", "lea rax, [4*rcx + 8]",
       "lea rax, [rbx + rcx + 8]"},
      {"same-register: true", "sub rax, rax", "sub rax, rbx"},
      {"same-register: true", "mov rax, rax", "mov rax, rbx"},
      {"tied: true", "addps xmm0, xmm1", "vaddps xmm0, xmm1, xmm2"},
      {"immediate: true", "add rax, 1", "add rax, rbx"},
      {"immediate: false", "mov [rax + 8], rbx", "mov dword ptr [rax], 1"},
      {"short-constant: true", "add rax, 100", "add rax, 101"},
      {"short-constant: true", "add rax, -100", "add rax, -101"},
      {"short-constant: true", "lea rax, [rbx - 8]", "lea rax, [rbx + 101]"},
      {"short-constant: true", "mov dword ptr [rax + 4096], 1",
       "mov dword ptr [rax], 101"},
      {"short-constant: false", "add rax, rbx", "lea rax, [rbx]"},
      {"short-constant: false", "mov rax, offset foo", "add rax, 0"},
      {"conditions: [e]", "sete al", "setne al"},
      {"prefixes: [lock]", "lock add [rax], rbx", "add [rax], rbx"},
  };
  for (const auto &[Form, Yes, No] : Wanted) {
    EXPECT_TRUE(Applies(Form, Yes)) << Form << ": " << Yes;
    EXPECT_FALSE(Applies(Form, No)) << Form << ": " << No;
  }
}

TEST(Corrections, LaterOnesOverruleFieldByField) {
  Toy T(corrected("  - {match: ADD.*, latency: 2, fused-uops: 2, source: x}\n"
                  "  - {match: ADD64rr, latency: 3, source: x}\n"));
  EXPECT_EQ(T.build("add rax, rbx"),
            "add 2 ; C 0156 : rax rbx -> rax/3 eflags.c/3 eflags.z/3\n");
}

/// One builder, many forms of one opcode.
TEST(Corrections, FormsOfOneOpcodeDoNotMix) {
  Toy T(corrected(
      "  - {match: MOV64rr, form: {same-register: false}, eliminated: true, "
      "source: x}\n"));
  for (int I = 0; I < 2; ++I)
    check(T, {{"mov rax, rbx", "mov 1 ; C : rbx -> rax/0\n"},
              {"mov rax, rax", "mov 1 ; C 0156 : rax -> rax/1\n"}});
}

/// What the renamer does alone it does not do for a pair.
TEST(Corrections, APairIsNotEliminated) {
  Toy T(corrected("  - {match: DEC64r, eliminated: true, source: x}\n"));
  check(T, {{"dec rax", "dec 1 ; C : rax -> rax/0 eflags.c/0 eflags.z/0\n"},
            {"dec rax; x: jne x", "dec 1 ; B 6 : rax -> rax/1 eflags.c/1 "
                                  "eflags.z/1\njne 0 fused\n"}});
}

/// The message for ToyX86 with \p From replaced.
std::string broken(llvm::StringRef From, llvm::StringRef To) {
  std::string Text = ToyX86;
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos);
  Text.replace(At, From.size(), To.str());
  return Toy(Text).Message;
}

TEST(LLVMNames, UnknownOnesAreErrorsWithTheirLine) {
  EXPECT_EQ(broken("[SKLPort7]", "[SKLPort9]"),
            "toy.yaml:14:12: LLVM's model of skylake has no unit 'SKLPort9'");
  EXPECT_EQ(broken("  - {name: div, llvm: [SKLDivider]}\n", ""),
            "toy.yaml:7:12: units of LLVM's model of skylake that are in "
            "neither 'ports', 'units' nor 'ignore-units': SKLDivider");
  EXPECT_EQ(broken("units:\n", "ignore-units: [SKLPort8]\nunits:\n"),
            "toy.yaml:15:16: LLVM's model of skylake has no unit 'SKLPort8'");
  EXPECT_EQ(broken("[rip, mxcsr", "[rip, r99"),
            "toy.yaml:30:25: LLVM knows no register 'r99'");
  EXPECT_EQ(broken("register: eflags", "register: flagz"),
            "toy.yaml:31:36: LLVM knows no register 'flagz'");
  EXPECT_EQ(broken("stack-pointer: rsp",
                   "stack-pointer: rsp\n"
                   "buffers: {source: x, registers: {mask-register: q9}}"),
            "toy.yaml:30:49: LLVM knows no register 'q9'");
  EXPECT_EQ(broken("stack-pointer: rsp",
                   "stack-pointer: rsp\n"
                   "buffers: {source: x, registers: {mask-register: rax}}"),
            "toy.yaml:30:49: 'rax' is a general register, no mask");
  EXPECT_EQ(broken("stack-pointer: rsp", "stack-pointer: spp"),
            "toy.yaml:29:16: LLVM knows no register 'spp'");
  EXPECT_EQ(broken("llvm-cpus: [skylake]", "llvm-cpus: [skylark]"),
            "LLVM knows no CPU 'skylark' for x86_64-unknown-linux-gnu");
  EXPECT_EQ(broken("llvm-cpus", "base-model: skylark\nllvm-cpus"),
            "toy.yaml:4:13: LLVM knows no CPU 'skylark' for "
            "x86_64-unknown-linux-gnu");
}

TEST(LLVMNames, RegistersOfCorrectionsMustExist) {
  EXPECT_EQ(
      Toy(corrected("  - {match: NOOP, latencies: {r99: 1}, source: x}\n"))
          .Message,
      "toy.yaml:43:13: LLVM knows no register 'r99'");
  EXPECT_EQ(Toy(corrected("  - {match: NOOP, advances: {opx: 1}, source: x}\n"))
                .Message,
            "toy.yaml:43:13: LLVM knows no register 'opx'");
  EXPECT_EQ(Toy(corrected("  - {match: NOOP, advances: {rcx: 1}, latencies: "
                          "{write-back: 2}, source: x}\n"))
                .Message,
            "");
}

TEST(LLVMNames, UnitsWithSeveralCopiesAreNamedOneByOne) {
  std::string Text = R"(
name: toy
llvm-cpus: [cortex-a72]
front-end: {source: made up, width: 3}
ports: [{name: i, llvm: [A57UnitI]}]
)";
  EXPECT_EQ(Toy(Text, "aarch64", "cortex-a72").Message,
            "toy.yaml:5:16: 'A57UnitI' is several units in LLVM's model of "
            "cortex-a72; write 'A57UnitI[0]' and so on");
}

TEST(LLVMNames, IgnoredUnitsAreLeftOut) {
  std::string Text = ToyX86;
  llvm::StringRef Line = "  - {name: fpdiv, llvm: [SKLFPDivider]}\n";
  Text.replace(Text.find(Line.str()), Line.size(), "");
  Toy T(Text + "ignore-units: [SKLFPDivider]\n");
  EXPECT_EQ(T.build("sqrtss xmm0, xmm1"),
            "sqrtss 1 ; C 0 : xmm0 xmm1 -> xmm0/12\n");
}

TEST(LLVMNames, PatternsMustMatchSomething) {
  auto Check = [](llvm::StringRef Line) {
    Toy T(corrected(Line));
    EXPECT_EQ(T.Message, "");
    return llvm::toString(checkCpu(T.A.target(), *T.C));
  };
  EXPECT_EQ(Check("  - {match: ADD64rr, source: x}\n"), "");
  EXPECT_EQ(Check("  - {match: ADD64, source: x}\n"),
            "toy.yaml:43:13: 'ADD64' matches no opcode of LLVM's");
  std::string Text = ToyX86;
  Text.replace(Text.find("DEC64r"), 6, "DEC65r");
  Toy T(Text);
  EXPECT_EQ(llvm::toString(checkCpu(T.A.target(), *T.C)),
            "toy.yaml:39:13: 'DEC65r' matches no opcode of LLVM's");
}

TEST(LLVMNames, OperandsMustBeThose) {
  auto Check = [](llvm::StringRef Line) {
    Toy T(corrected(Line));
    EXPECT_EQ(T.Message, "");
    return llvm::toString(checkCpu(T.A.target(), *T.C));
  };
  EXPECT_EQ(Check("  - {match: ADD64rr, uops: [{ports: ['0'], reads: [op2]}], "
                  "source: x}\n"),
            "");
  EXPECT_EQ(Check("  - {match: ADD64rr, uops: [{ports: ['0'], reads: [op1, "
                  "op3]}], source: x}\n"),
            "toy.yaml:43:57: 'op3': no instruction that 'ADD64rr' matches has "
            "so many operands");
  EXPECT_EQ(Check("  - {match: ADD64rr, uops: [{ports: ['0'], writes: {op7: "
                  "1}}], source: x}\n"),
            "toy.yaml:43:58: 'op7': no instruction that 'ADD64rr' matches has "
            "so many operands");
  // The longest of several counts.
  EXPECT_EQ(Check("  - {match: 'ADD64r[rm]', advances: {op6: 1}, source: x}\n"),
            "");
  EXPECT_EQ(Check("  - {match: 'ADD64r[rm]', advances: {op7: 1}, source: x}\n"),
            "toy.yaml:43:13: 'op7': no instruction that 'ADD64r[rm]' matches "
            "has so many operands");
}

/// A description tried on code for another CPU keeps its own model.
TEST(LLVMNames, ModelIsTheDescriptions) {
  Toy T(ToyX86, "x86_64", "znver4");
  EXPECT_EQ(T.build("vfmadd231sd xmm0, xmm1, xmm2"),
            "vfmadd231sd 1 ; C 01 : xmm0 xmm1 xmm2 -> xmm0/4\n");
}

TEST(Corrections, NotModelledCanBeTakenBack) {
  Toy T(corrected("  - {match: 'ADD64r.*', not-modelled: why, source: x}\n"
                  "  - {match: ADD64rr, not-modelled: false, source: x}\n"));
  EXPECT_EQ(T.build("add rcx, 1000"), "instruction 0 (add): why");
  EXPECT_EQ(T.build("add rax, rbx"),
            "add 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
}

} // namespace
