//===- KernelBuilderTest.cpp - Tests of the kernel builder ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptions are made up here, on top of LLVM's scheduling models, so that
// corrections in models/cpus do not move what is expected.
//
//===----------------------------------------------------------------------===//

#include "AsmHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace takt;
using takt::test::Assembler;
using takt::test::dump;

namespace {

/// Skylake's ports with short names and nothing but an ISA's facts.
const char *const ToyX86 = R"(
name: toy
architecture: x86
llvm-cpus: [skylake]
front-end: {source: made up, width: 4}
ports:
  - {name: '0', llvm: [SKLPort0]}
  - {name: '1', llvm: [SKLPort1]}
  - {name: '2', llvm: [SKLPort2]}
  - {name: '3', llvm: [SKLPort3]}
  - {name: '4', llvm: [SKLPort4]}
  - {name: '5', llvm: [SKLPort5]}
  - {name: '6', llvm: [SKLPort6]}
  - {name: '7', llvm: [SKLPort7]}
units:
  - {name: div, llvm: [SKLDivider]}
  - {name: fpdiv, llvm: [SKLFPDivider]}
memory:
  source: made up
  load-ports: ['2', '3']
  store-address-ports: ['2', '3', '7']
  store-data-ports: ['4']
  load-latency: 5
  vector-load-latency: 6
  chained-load-gain: 1
  chained-load-reach: 2047
branches: {source: made up, ports: ['0', '6'], taken-ports: ['6']}
renamer: {source: made up, micro-fusion: true, partial-writes-merge: true}
stack-pointer: rsp
ignore-registers: [rip, mxcsr, ds, fs]
flags: {source: made up, register: eflags, groups: [c, z]}
conditions:
  source: made up
  names: [o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g]
  operands: [{match: 'JCC_1|SETCC[rm]'}]
prefixes: {lock: 16}
macro-fusions:
  - {first: 'CMP.*', second: JCC_1, conditions: [e, ne], memory-immediate: false, source: made up}
  - {first: DEC64r, second: JCC_1, memory: false, source: made up}
  - {first: TEST64rr, second: JCC_1, source: made up}
  - {first: TEST64mr, second: JCC_1, memory: false, source: made up}
)";

/// A builder for a description and LLVM's CPU \p LLVMCpu.
class Toy {
public:
  Toy(llvm::StringRef Description, llvm::StringRef Arch = "x86_64",
      llvm::StringRef LLVMCpu = "skylake")
      : A(Arch, LLVMCpu) {
    auto Parsed = parseCpu({Description, "toy.yaml"});
    if (!Parsed) {
      Message = llvm::toString(Parsed.takeError());
      return;
    }
    C = *Parsed;
    auto Created = KernelBuilder::create(A.target(), C);
    if (Created)
      B = std::move(*Created);
    else
      Message = llvm::toString(Created.takeError());
  }

  /// The kernel as text, or why there is none. A last branch is taken.
  std::string build(llvm::StringRef Text) {
    if (!B)
      return Message;
    std::vector<CodeInstr> Code = A.assemble(Text);
    if (!Code.empty())
      Code.back().Taken = true;
    auto K = B->build(Code, Notion::Loop);
    if (!K)
      return llvm::toString(K.takeError());
    llvm::Error E = K->verify(B->cpu().Resources.size());
    EXPECT_FALSE(bool(E)) << llvm::toString(std::move(E));
    return dump(*K, B->cpu());
  }

  Assembler A;
  std::shared_ptr<const Cpu> C;
  std::unique_ptr<KernelBuilder> B;
  std::string Message;
};

/// ToyX86 with corrections.
std::string corrected(llvm::StringRef Corrections) {
  return (ToyX86 + ("corrections:\n" + Corrections)).str();
}

using Cases = std::vector<std::pair<const char *, const char *>>;

void check(Toy &T, const Cases &Wanted) {
  for (const auto &[Text, Expected] : Wanted)
    EXPECT_EQ(T.build(Text), Expected) << Text;
}

//===----------------------------------------------------------------------===//
// x86
//===----------------------------------------------------------------------===//

TEST(KernelBuilderX86, UopsPortsAndLatencies) {
  Toy T(ToyX86);
  check(T, {
               {"add rax, rbx",
                "add 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n"},
               {"lea rax, [rbx + 8*rcx]", "lea 1 ; C 15 : rbx rcx -> rax/1\n"},
               {"vfmadd231sd xmm0, xmm1, xmm2",
                "vfmadd231sd 1 ; C 01 : xmm0 xmm1 xmm2 -> xmm0/4\n"},
               // A unit beside the port.
               {"sqrtss xmm0, xmm1",
                "sqrtss 1 ; C 0 fpdivx3 : xmm0 xmm1 -> xmm0/12\n"},
               {"nop", "nop 1 ; C : ->\n"},
           });
}

TEST(KernelBuilderX86, LoadsAndStores) {
  Toy T(ToyX86);
  check(T,
        {
            {"mov rax, [rbx + rcx]", "mov 1 ; L 23 : rbx rcx -> rax/5*\n"},
            {"mov [rbx + rcx], rax",
             "mov 1 ; A 237 : rbx rcx -> ; D 4 : rax ->\n"},
            {"vmovups ymm0, [rax + rbx]",
             "vmovups 1 ; L 23 : rax rbx -> ymm0/7\n"},
            // The register waits for nothing while the load runs.
            {"cmp [rax + rbx], rcx",
             "cmp 1 ; L 23 : rax rbx -> t0/5 ; C 0156 : rcx t0 -> eflags.c/1 "
             "eflags.z/1\n"},
            {"vfmadd231sd xmm0, xmm1, [rax + rbx]",
             "vfmadd231sd 1 ; L 23 : rax rbx -> t0/5 ; C 01 : xmm0 xmm1 t0 -> "
             "xmm0/4\n"},
            // LLVM has no read advance here: the description's vector load.
            {"vpshufd xmm0, [rax + rbx], 1",
             "vpshufd 1 ; L 23 : rax rbx -> t0/6 ; C 5 : t0 -> xmm0/1\n"},
            {"add [rax + rbx], rcx",
             "add 2 ; L 23 : rax rbx -> t0/5 ; C 0156 : rcx t0 -> t1/1 "
             "eflags.c/1 "
             "eflags.z/1 ; A 237 : rax rbx -> ; D 4 : t1 ->\n"},
            {"sete [rax + rbx]", "sete 2 ; C 06 : eflags.c eflags.z -> t0/1 ; "
                                 "A 237 : rax rbx -> ; D 4 : "
                                 "t0 ->\n"},
            {"lfence", "lfence 2 ; C 0156 : -> ; C 0156 : ->\n"},
        });
}
TEST(KernelBuilderX86, StackPointerIsWrittenByItself) {
  Toy T(ToyX86);
  // LLVM has a µop for the stack pointer; its 6 cycles are the loaded value's.
  check(T, {{"pop rax", "pop 1 ; L 23 : rsp -> t0/5 rsp/1 ; C 0156 : t0 -> "
                        "rax/1\n"}});
}

TEST(KernelBuilderX86, PartialRegistersMerge) {
  Toy T(ToyX86);
  check(T,
        {
            {"mov al, bl", "mov 1 ; C 0156 : rbx rax -> rax/1\n"},
            {"mov eax, ebx", "mov 1 ; C 0156 : rbx -> rax/1\n"},
            {"mov ah, bl", "mov 1 ; C 0156 : rbx rax -> rax/1\n"},
            // The old value is needed when the load is done.
            {"mov al, [rbx + rcx]", "mov 1 ; L 23 : rbx rcx rax-4 -> rax/5*\n"},
            {"vaddps xmm0, xmm1, xmm1\nvaddps zmm0, zmm0, zmm0",
             "instruction 1 (vaddps): no scheduling information in LLVM's "
             "model of "
             "skylake"},
            {"vaddps xmm0, xmm1, xmm1\nvaddps ymm2, ymm0, ymm0",
             "vaddps 1 ; C 01 : xmm1 -> xmm0/4\nvaddps 1 ; C 01 : xmm0 -> "
             "ymm2/4\n"},
        });
  std::string Apart = ToyX86;
  Apart.replace(Apart.find("merge: true"), 11, "merge: false");
  Toy U(Apart);
  check(U, {{"mov al, bl", "mov 1 ; C 0156 : rbx -> rax/1\n"}});
}

TEST(KernelBuilderX86, ZeroIdiomsReadNothing) {
  Toy T(ToyX86);
  check(T, {
               {"xor eax, eax", "xor 1 ; C : -> rax/0 eflags.c/0 eflags.z/0\n"},
               {"vpxor xmm0, xmm1, xmm1", "vpxor 1 ; C : -> xmm0/0\n"},
               {"xor eax, ebx",
                "xor 1 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n"},
           });
}

TEST(KernelBuilderX86, IgnoredRegistersAndSegments) {
  Toy T(ToyX86);
  check(T, {
               {"mov rax, [rip + 8]", "mov 1 ; L 23 : -> rax/5*\n"},
               {"mov rax, fs:[0]", "mov 1 ; L 23 : -> rax/5*\n"},
           });
}

TEST(KernelBuilderX86, ChainedLoadsAreFaster) {
  Toy T(ToyX86);
  check(T, {
               {"mov rax, [rax]", "mov 1 ; L 23 : rax-1* -> rax/5*\n"},
               {"mov rax, [rax + 2047]", "mov 1 ; L 23 : rax-1* -> rax/5*\n"},
               {"mov rax, [rax + 2048]", "mov 1 ; L 23 : rax -> rax/5*\n"},
               {"mov rax, [rax - 1]", "mov 1 ; L 23 : rax -> rax/5*\n"},
               {"mov rax, [rax + rbx]", "mov 1 ; L 23 : rax rbx -> rax/5*\n"},
               // The sum is no plain load.
               {"add rax, [rbx + rcx]", "add 1 ; L 23 : rbx rcx -> t0/5 ; C "
                                        "0156 : rax t0 -> rax/1 eflags.c/1 "
                                        "eflags.z/1\n"},
           });
}

TEST(KernelBuilderX86, Branches) {
  Toy T(ToyX86);
  check(T, {
               {"1: jne 1b", "jne 1 ; B 6 : eflags.c eflags.z ->\n"},
               {"jne 1f\nnop\n1: nop",
                "jne 1 ; B 06 : eflags.c eflags.z ->\nnop 1 ; C "
                ": ->\nnop 1 ; C : ->\n"},
               {"1: jmp 1b", "jmp 1 ; B 6 : ->\n"},
           });
}

TEST(KernelBuilderX86, MacroFusion) {
  Toy T(ToyX86);
  check(T,
        {
            {"1: cmp rax, rbx\njne 1b",
             "cmp 1 ; B 6 : rax rbx -> eflags.c/1 eflags.z/1\njne 0 fused\n"},
            {"1: cmp [rax + rcx], rbx\nje 1b",
             "cmp 1 ; L 23 : rax rcx -> t0/5 ; B 6 : rbx t0 -> eflags.c/1 "
             "eflags.z/1\nje 0 fused\n"},
            // Not with this condition, not memory with immediate, not memory.
            {"1: cmp rax, rbx\njl 1b", "cmp 1 ; C 0156 : rax rbx -> eflags.c/1 "
                                       "eflags.z/1\njl 1 ; B 6 : eflags.c "
                                       "eflags.z ->\n"},
            {"1: cmp dword ptr [rax + rcx], 1\nje 1b",
             "cmp 1 ; L 23 : rax rcx -> t0/5 ; C 0156 : t0 -> eflags.c/1 "
             "eflags.z/1\nje 1 ; B 6 : eflags.c eflags.z ->\n"},
            {"1: test [rax + rcx], rbx\nje 1b",
             "test 1 ; L 23 : rax rcx -> t0/5 ; C 0156 : rbx t0 -> eflags.c/1 "
             "eflags.z/1\nje 1 ; B 6 : eflags.c eflags.z ->\n"},
            {"1: dec rax\njb 1b", "dec 1 ; B 6 : rax -> rax/1 eflags.c/1 "
                                  "eflags.z/1\njb 0 fused\n"},
            {"1: add rax, rbx\njne 1b", "add 1 ; C 0156 : rax rbx -> rax/1 "
                                        "eflags.c/1 eflags.z/1\njne 1 ; B 6 : "
                                        "eflags.c eflags.z ->\n"},
        });
}

TEST(KernelBuilderX86, RefusesWhatItCannotModel) {
  Toy T(corrected("  - {match: CPUID, not-modelled: serializes, source: x}\n"
                  "  - {match: .*, form: {prefixes: [lock]}, not-modelled: "
                  "locked, source: x}\n"));
  check(T, {
               {"nop\ncall foo", "instruction 1 (call): call"},
               {"ret", "instruction 0 (ret): return"},
               {"cpuid", "instruction 0 (cpuid): serializes"},
               {"lock add [rax], rbx", "instruction 0 (lock): locked"},
           });
  std::vector<CodeInstr> Code = T.A.assemble("nop\ncall foo");
  llvm::Expected<Kernel> K = T.B->build(Code, Notion::Loop);
  ASSERT_FALSE(bool(K));
  llvm::handleAllErrors(K.takeError(), [](const NotModelled &E) {
    EXPECT_EQ(E.index(), 1u);
    EXPECT_EQ(E.instr(), "call");
    EXPECT_EQ(E.reason(), "call");
  });
}

TEST(KernelBuilderX86, PseudoInstructionsAreRefused) {
  Toy T(ToyX86);
  CodeInstr I;
  TargetRef Target = T.A.target();
  for (unsigned Opcode = 0; Opcode < Target.MII.getNumOpcodes(); ++Opcode)
    if (Target.MII.getName(Opcode) == "MOV32r0")
      I.Inst.setOpcode(Opcode);
  ASSERT_NE(I.Inst.getOpcode(), 0u);
  Target.Printer = nullptr;
  auto B = KernelBuilder::create(Target, T.C);
  ASSERT_TRUE(bool(B));
  llvm::Expected<Kernel> K = (*B)->build(I, Notion::Loop);
  EXPECT_EQ(llvm::toString(K.takeError()),
            "instruction 0 (mov32r0): pseudo instruction");
}

TEST(KernelBuilderX86, TextOnDemand) {
  Toy T(ToyX86);
  std::vector<CodeInstr> Code = T.A.assemble("add rax, qword ptr [rbx]");
  auto K = T.B->build(Code, Notion::Unrolled, /*WithText=*/true);
  ASSERT_TRUE(bool(K));
  EXPECT_EQ(K->Instrs[0].Text, "add rax, qword ptr [rbx]");
  EXPECT_EQ(K->Instrs[0].Size, 3u);
  EXPECT_EQ(K->Repeats, Notion::Unrolled);
  K = T.B->build(Code, Notion::Loop);
  ASSERT_TRUE(bool(K));
  EXPECT_EQ(K->Instrs[0].Text, "");
}

//===----------------------------------------------------------------------===//
// Corrections
//===----------------------------------------------------------------------===//

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
  EXPECT_EQ(with("{match: ADD64rr, source: x, uops: []}", "add rax, rbx"),
            "add 1 ; C : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, fused-uops: 3}", "add rax, rbx"),
            "add 3 ; C 0156 : rax rbx -> rax/1 eflags.c/1 eflags.z/1\n");
  EXPECT_EQ(with("{match: ADD64rr, source: x, latency: 7, flags-latency: 9}",
                 "add rax, rbx"),
            "add 1 ; C 0156 : rax rbx -> rax/7 eflags.c/9 eflags.z/9\n");
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
            "pop 1 ; L 23 : rsp -> rax/6* rsp/0\n");
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
      {"three-parts: true", "lea rax, [rbx + rcx + 1]", "lea rax, [rbx + rcx]"},
      {"three-parts: true", "mov rax, [rbx + rcx + 1]", "mov rax, [rbx + 1]"},
      {"three-parts: false", "lea rax, [4*rcx + 8]",
       "lea rax, [rbx + rcx + 8]"},
      {"same-register: true", "sub rax, rax", "sub rax, rbx"},
      {"same-register: true", "mov rax, rax", "mov rax, rbx"},
      {"tied: true", "addps xmm0, xmm1", "vaddps xmm0, xmm1, xmm2"},
      {"immediate: true", "add rax, 1", "add rax, rbx"},
      {"immediate: false", "mov [rax + 8], rbx", "mov dword ptr [rax], 1"},
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

//===----------------------------------------------------------------------===//
// Names of LLVM's
//===----------------------------------------------------------------------===//

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
  EXPECT_EQ(broken("stack-pointer: rsp", "stack-pointer: spp"),
            "toy.yaml:29:16: LLVM knows no register 'spp'");
  EXPECT_EQ(broken("llvm-cpus: [skylake]", "llvm-cpus: [skylark]"),
            "LLVM knows no CPU 'skylark' for x86_64-unknown-linux-gnu");
  EXPECT_EQ(broken("llvm-cpus", "base-model: skylark\nllvm-cpus"),
            "LLVM knows no CPU 'skylark' for x86_64-unknown-linux-gnu");
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

/// A description tried on code for another CPU keeps its own model.
TEST(LLVMNames, ModelIsTheDescriptions) {
  Toy T(ToyX86, "x86_64", "znver4");
  EXPECT_EQ(T.build("vfmadd231sd xmm0, xmm1, xmm2"),
            "vfmadd231sd 1 ; C 01 : xmm0 xmm1 xmm2 -> xmm0/4\n");
}

//===----------------------------------------------------------------------===//
// AArch64
//===----------------------------------------------------------------------===//

const char *const ToyA72 = R"(
name: toy
architecture: aarch64
llvm-cpus: [cortex-a72]
front-end: {source: made up, width: 3}
ports:
  - {name: b, llvm: [A57UnitB]}
  - {name: i, llvm: ['A57UnitI[0]']}
  - {name: j, llvm: ['A57UnitI[1]']}
  - {name: l, llvm: [A57UnitL]}
  - {name: m, llvm: [A57UnitM]}
  - {name: s, llvm: [A57UnitS]}
  - {name: w, llvm: [A57UnitW]}
  - {name: x, llvm: [A57UnitX]}
memory:
  source: made up
  load-ports: [l]
  store-address-ports: [s]
  store-data-ports: [s]
branches: {source: made up, ports: [b]}
stack-pointer: sp
ignore-registers: [fpcr]
)";

TEST(KernelBuilderAArch64, UopsPortsAndLatencies) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"add x0, x1, x2", "add 1 ; C ij : x1 x2 -> x0/1\n"},
               {"cmp w0, w1", "cmp 1 ; C ij : w0 w1 -> nzcv/1\n"},
               {"1: b.ne 1b", "b.ne 1 ; B b : nzcv ->\n"},
               // A divider that is not pipelined is one µop.
               {"fdiv d0, d1, d2", "fdiv 1 ; C wx32 : d1 d2 -> d0/32\n"},
               {"fmadd s0, s1, s2, s0",
                "fmadd 1 ; C wx : s1 s2 s0-5*-5* -> s0/9*\n"},
           });
}

TEST(KernelBuilderAArch64, ZeroRegisterIsNoDependence) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"mov x0, xzr", "mov 1 ; C ij : -> x0/1\n"},
               {"add w0, w1, wzr", "add 1 ; C ij : w1 -> w0/1\n"},
               {"str xzr, [x1]", "str 1 ; D s : x1 ->\n"},
           });
}

TEST(KernelBuilderAArch64, AddressesAndWriteBack) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {
               {"ldr x0, [x1]", "ldr 1 ; L l : x1 -> x0/4\n"},
               {"ldr x0, [x1], #8",
                "ldr 2 ; L l : x1 -> x0/4 ; C ij : x1 -> x1/1\n"},
               {"ldr x0, [x1, x2]",
                "ldr 2 ; L l : x1 x2 -> t0/4 ; C ij : t0 -> x0/1\n"},
               // One port for address and data.
               {"str x0, [x1]", "str 1 ; D s : x1 x0 ->\n"},
               {"stp x0, x1, [x2]",
                "stp 2 ; D s : x2 x0 x1 -> ; D s : x2 x0 x1 ->\n"},
               // A tuple of registers is several locations.
               {"ld1 {v0.4s, v1.4s}, [x0]",
                "ld1 2 ; L l : x0 -> q0/6 q1/6 ; L l : x0 ->\n"},
               {"ld1 {v0.s}[1], [x0]",
                "ld1 2 ; L l : x0 -> t0/5 ; C wx : q0 t0 -> q0/3\n"},
               {"ldr x0, [sp, #8]", "ldr 1 ; L l : sp -> x0/4\n"},
           });
}

/// Halves of one register are one location.
TEST(KernelBuilderAArch64, NarrowRegistersAreTheSameLocation) {
  Toy T(ToyA72, "aarch64", "cortex-a72");
  check(T, {{"add w0, w1, w2\nadd x3, x0, x0",
             "add 1 ; C ij : w1 w2 -> w0/1\nadd 1 ; C ij : w0 -> x3/1\n"}});
}

//===----------------------------------------------------------------------===//
// CPUs without a file
//===----------------------------------------------------------------------===//

std::string generic(llvm::StringRef Arch, llvm::StringRef LLVMCpu,
                    llvm::StringRef Text) {
  Assembler A(Arch, LLVMCpu);
  auto C = cpuFor(A.target().STI);
  if (!C)
    return llvm::toString(C.takeError());
  EXPECT_TRUE((*C)->Generic);
  EXPECT_EQ((*C)->Name, LLVMCpu);
  EXPECT_EQ(cpuFor(A.target().STI).get(), *C) << "made once";
  auto B = KernelBuilder::create(A.target(), *C);
  if (!B)
    return llvm::toString(B.takeError());
  auto K = (*B)->build(A.assemble(Text), Notion::Loop);
  return K ? dump(*K, (*B)->cpu()) : llvm::toString(K.takeError());
}

TEST(GenericCpu, HasItsModelsPorts) {
  EXPECT_EQ(generic("x86_64", "btver2", "add rax, [rbx]"),
            "add 1 ; L JLAGU : rbx -> t0/3 ; C JALU0JALU1 : rax t0 -> rax/1 "
            "eflags.c/1 eflags.spazo/1\n");
  EXPECT_EQ(generic("aarch64", "cortex-a55", "str x0, [x1]"),
            "str 1 ; D CortexA55UnitSt : x1 x0 ->\n");
}

TEST(GenericCpu, NeedsASchedulingModel) {
  EXPECT_EQ(generic("x86_64", "i386", "nop"),
            "LLVM has no scheduling model of instructions for 'i386'");
}

} // namespace
