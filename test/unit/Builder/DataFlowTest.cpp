//===- DataFlowTest.cpp - Tests of how values pass between µops -----------===//
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

TEST(Stages, SlowerOperandsGoThroughAnotherUop) {
  Toy T(
      corrected("  - {match: ADC64rr, uops: [{ports: ['0']}, {ports: ['1']}], "
                "latency: 3, advances: {flags: 2}, source: x}\n"));
  check(T, {{"adc rax, rbx",
             "adc 2 ; C 1 : rax rbx -> t0/2 ; C 0 : eflags.c eflags.z t0 -> "
             "rax/1 eflags.c/1 eflags.z/1\n"}});
}

TEST(Stages, LeftoverUopsReadEverything) {
  Toy T(corrected("  - {match: ADC64rr, uops: [{ports: ['0']}, {ports: ['1']}, "
                  "{ports: ['5']}], latency: 2, advances: {flags: 1}, "
                  "source: x}\n"));
  check(T, {{"adc rax, rbx",
             "adc 3 ; C 1 : rax rbx -> t0/1 ; C 0 : eflags.c eflags.z t0 -> "
             "rax/1 eflags.c/1 eflags.z/1 ; C 5 : rax rbx eflags.c eflags.z "
             "->\n"}});
}

TEST(Stages, MoreClassesThanUops) {
  Toy T(
      corrected("  - {match: ADC64rr, uops: [{ports: ['0']}, {ports: ['1']}], "
                "latency: 4, advances: {flags: 3, tied: 1}, source: x}\n"));
  // The second source is a cycle later than the first.
  check(T, {{"adc rax, rbx",
             "adc 2 ; C 1 : rax rbx--1 -> t0/2 ; C 0 : eflags.c eflags.z t0 -> "
             "rax/1 eflags.c/1 eflags.z/1\n"}});
}

TEST(Stages, OneUopKeepsTheAdvance) {
  Toy T(corrected("  - {match: ADC64rr, uops: [{ports: ['0']}], latency: 3, "
                  "advances: {flags: 2}, source: x}\n"));
  check(T, {{"adc rax, rbx", "adc 1 ; C 0 : rax rbx eflags.c-2 eflags.z-2 -> "
                             "rax/3 eflags.c/3 eflags.z/3\n"}});
}

TEST(Stages, LoadedValueMayBeNeededLate) {
  Toy T(corrected("  - {match: ADC64rm, uops: [{kind: load}, {ports: ['0']}, "
                  "{ports: ['1']}], latency: 2, advances: {memory: 1}, "
                  "source: x}\n"));
  check(T, {{"adc rax, [rbx + rcx]",
             "adc 2 ; L 23 : rbx rcx -> t0/5 ; C 1 : rax eflags.c eflags.z -> "
             "t1/1 ; C 0 : t0 t1 -> rax/1 eflags.c/1 eflags.z/1\n"}});
}

TEST(Spelled, ReadsAndWrites) {
  Toy T(corrected(
      "  - match: SHL64rCL\n"
      "    uops:\n"
      "      - {ports: ['0'], reads: [sources], writes: {result: 1, t0: 1}}\n"
      "      - {ports: ['1'], reads: [flags.c], writes: {t1: 2}}\n"
      "      - {ports: ['5'], reads: [t0, t1], writes: {flags: 1}}\n"
      "    source: x\n"));
  check(T, {{"shl rax, cl",
             "shl 3 ; C 0 : rax rcx -> rax/1 t0/1 ; C 1 : eflags.c -> t1/2 ; C "
             "5 : t0 t1 -> eflags.c/1 eflags.z/1\n"}});
}

TEST(Spelled, DefaultsAndMissingResults) {
  Toy T(corrected(
      "  - match: ADD64mr\n"
      "    latency: 1\n"
      "    uops:\n"
      "      - {kind: load}\n"
      "      - {ports: ['0'], writes: {store: 2}}\n"
      "      - {ports: ['1'], reads: [memory], writes: {flags.z: 3}}\n"
      "      - {kind: store-address}\n"
      "      - {kind: store-data}\n"
      "    source: x\n"
      "  - match: MUL64r\n"
      "    latency: 3\n"
      "    uops:\n"
      "      - {ports: ['0'], reads: [rax], writes: {rdx: 4}}\n"
      "    source: x\n"));
  ASSERT_EQ(T.Message, "");
  check(T,
        {{"add [rbx + rcx], rax",
          "add 3 ; L 23 : rbx rcx -> t0/5 ; C 0 : rax t0 -> t1/2 ; C 1 : t0 -> "
          "eflags.z/3 ; A 237 : rbx rcx -> ; D 4 : t1 ->\n"},
         {"mul rbx", "mul 1 ; C 0 : rax -> rdx/4 rax/3 eflags.c/3 "
                     "eflags.z/3\n"}});
}

TEST(Spelled, RegistersHaveToExist) {
  Toy T(corrected("  - {match: MUL64r, uops: [{ports: ['0'], reads: [r99]}], "
                  "source: x}\n"));
  EXPECT_EQ(T.Message, "toy.yaml:43:51: LLVM knows no register 'r99'");
}

TEST(Loads, TakeLongerFromComplexAddresses) {
  std::string Text = ToyX86;
  const std::string Plain = "  load-latency: 5\n";
  Text.replace(Text.find(Plain), Plain.size(),
               Plain + "  complex-address-latency: 1\n");
  Toy T(Text);
  check(T, {{"mov rax, [rbx + 8]", "mov 1 ; L 23 : rbx -> rax/5*\n"},
            {"mov rax, [rbx + rcx]", "mov 1 ; L 23 : rbx rcx -> rax/5*\n"},
            // A scaled index, with a base and without; three parts, of which a
            // base rbp always is two.
            {"mov rax, [rbx + 2*rcx]", "mov 1 ; L 23 : rbx rcx -> rax/6*\n"},
            {"mov rax, [4*rcx + 64]", "mov 1 ; L 23 : rcx -> rax/6*\n"},
            {"mov rax, [rbx + rcx + 8]", "mov 1 ; L 23 : rbx rcx -> rax/6*\n"},
            {"mov rax, [rbp + rcx]", "mov 1 ; L 23 : rbp rcx -> rax/6*\n"},
            // Neither a store nor a gather.
            {"mov [rbx + 2*rcx], rax",
             "mov 1 ; A 237 : rbx rcx -> ; D 4 : rax ->\n"}});
  EXPECT_EQ(Toy(Text).build("vpgatherdd xmm0, [rbx + 4*xmm1], xmm2"),
            Toy(ToyX86).build("vpgatherdd xmm0, [rbx + 4*xmm1], xmm2"));
}

/// Ports 0 and 1 share a port of the register file, 4 and 5 always use it.
Toy sharing() {
  std::string Text = ToyX86;
  const std::string Renamer = "renamer: {source: made up, ";
  Text.replace(Text.find(Renamer), Renamer.size(),
               Renamer + "port-choice: at-dispatch, ");
  return Toy(Text + R"(
scheduler: {source: x, shared-reads: {sides: [['0', '1']], always: ['4', '5']}}
corrections:
  - {match: 'VF(N?M(ADD|SUB))(132|213|231)PS(r|m)', latency: 4, source: x}
  - {match: 'VFMADD213.*', shared-operand: last, source: x}
  - {match: 'VFMADD132.*', shared-operand: first, source: x}
  - {match: VFMSUB231PSr, shared-operand: first, source: x}
  - {match: VFNMADD231PSr, shared-operand: result, source: x}
  - {match: VBLENDVPSrrr, uops: [{ports: ['0', '1']}], latency: 1, source: x}
  - {match: VMOVPDI2DIrr, uops: [{ports: ['5']}], latency: 1, source: x}
  - {match: VPEXTRDrri, uops: [{ports: ['0']}, {ports: ['5']}], latency: 3, source: x}
  - {match: ADC64rr, uops: [{ports: ['0']}], latency: 1, source: x}
)");
}

TEST(SharedReads, TheOperandBeyondTwo) {
  Toy T = sharing();
  check(T,
        {{"vfmadd231ps xmm1, xmm2, xmm3",
          "vfmadd231ps 1 ; C 01 : xmm1! xmm2 xmm3 -> xmm1/4\n"},
         {"vfmadd213ps xmm1, xmm2, xmm3",
          "vfmadd213ps 1 ; C 01 : xmm1 xmm2 xmm3! -> xmm1/4\n"},
         {"vfmadd132ps xmm1, xmm2, xmm3",
          "vfmadd132ps 1 ; C 01 : xmm1 xmm2! xmm3 -> xmm1/4\n"},
         {"vfmsub231ps xmm1, xmm2, xmm3",
          "vfmsub231ps 1 ; C 01 : xmm1 xmm2! xmm3 -> xmm1/4\n"},
         {"vfnmadd231ps xmm1, xmm2, xmm3",
          "vfnmadd231ps 1 ; C 01 : xmm1! xmm2 xmm3 -> xmm1/4\n"},
         {"vblendvps xmm1, xmm2, xmm3, xmm4",
          "vblendvps 1 ; C 01 : xmm2 xmm3 xmm4! -> xmm1/1\n"},
         {"vaddps xmm1, xmm2, xmm3", "vaddps 1 ; C 01 : xmm2 xmm3 -> xmm1/4\n"},
         // No vectors.
         {"adc rax, rbx", "adc 1 ; C 0 : rax rbx eflags.c eflags.z -> "
                          "rax/1 eflags.c/1 eflags.z/1\n"}});
}

TEST(SharedReads, EqualOperandsCountEach) {
  Toy T = sharing();
  check(T, {{"vfmadd231ps xmm1, xmm2, xmm2",
             "vfmadd231ps 1 ; C 01 : xmm1! xmm2 -> xmm1/4\n"},
            {"vfmadd213ps xmm1, xmm2, xmm2",
             "vfmadd213ps 1 ; C 01 : xmm1 xmm2! -> xmm1/4\n"},
            {"vfmadd132ps xmm1, xmm1, xmm2",
             "vfmadd132ps 1 ; C 01 : xmm1! xmm2 -> xmm1/4\n"}});
}

TEST(SharedReads, LoadedOperandsCount) {
  Toy T = sharing();
  check(T, {{"vfmadd213ps xmm1, xmm2, [rsi]",
             "vfmadd213ps 1 ; L 23 : rsi -> t0/6 ; C 01 : xmm1 xmm2 t0! -> "
             "xmm1/4\n"},
            {"vfmadd132ps xmm1, xmm2, [rsi]",
             "vfmadd132ps 1 ; L 23 : rsi -> t0/6 ; C 01 : xmm1 xmm2! t0 -> "
             "xmm1/4\n"}});
}

/// But not what hands on another µop's value.
TEST(SharedReads, WhatLeavesTheVectorsAlwaysDoes) {
  Toy T = sharing();
  check(T, {{"vmovd eax, xmm1", "vmovd 1 ; C 5 : xmm1! -> rax/1\n"},
            {"vpextrd eax, xmm1, 1",
             "vpextrd 2 ; C 0 : xmm1 -> rax/3 ; C 5 : xmm1 ->\n"},
            {"vmovaps [rsi], xmm1",
             "vmovaps 1 ; A 237 : rsi -> ; D 4 : xmm1! ->\n"},
            {"mov [rsi], rax", "mov 1 ; A 237 : rsi -> ; D 4 : rax ->\n"}});
}

TEST(SharedReads, AreOfCpusThatHaveThem) {
  Toy T(ToyX86);
  check(T, {{"vfmadd231ps xmm1, xmm2, xmm3",
             "vfmadd231ps 1 ; C 01 : xmm1 xmm2 xmm3 -> xmm1/4\n"}});
}

TEST(DataFlow, GathersLoadEachElement) {
  // They have one fused-domain µop together.
  EXPECT_EQ(Toy(ToyX86).build("vpgatherdd xmm0, [rbx + 4*xmm1], xmm2"),
            "vpgatherdd 3 ; L 23 : rbx xmm1 -> t0/6 ; L 23 : rbx xmm1 -> t1/6 "
            "; L 23 : rbx xmm1 -> t2/6 ; L 23 : rbx xmm1 -> t3/6 ; C 0 : xmm0 "
            "xmm2 t0 t1 t2 t3 -> xmm0/14 xmm2/14 ; C 5 : xmm0 xmm2 t0 t1 t2 t3 "
            "-> ; C 015 : xmm0 xmm2 t0 t1 t2 t3 ->\n");
}

} // namespace
