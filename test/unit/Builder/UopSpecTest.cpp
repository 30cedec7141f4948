//===- UopSpecTest.cpp - Tests of data flow and decoding in corrections ---===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

/// A correction with these fields; the fields start in column 37.
std::string fields(llvm::StringRef Fields) {
  return toy(("corrections: [{match: A, source: x, " + Fields + "}]").str());
}

TEST(UopSpec, ReadsDecodingAndOrder) {
  Parsed P(fields("queued-uops: 4, microcode-uops: 6, complex-decoder: true, "
                  "simple-decoders: 0, repeat-cycles: 18, order: loads, "
                  "shared-operand: last, form: "
                  "{registers: [rsp, r12], high-byte: true}"));
  ASSERT_EQ(P.Message, "");
  const Correction &K = P.C->Corrections[0];
  EXPECT_EQ(K.QueuedUops, 4u);
  EXPECT_EQ(K.MicrocodeUops, 6u);
  EXPECT_EQ(K.ComplexDecoder, true);
  EXPECT_EQ(K.SimpleDecoders, 0u);
  EXPECT_EQ(K.RepeatCycles, 18u);
  EXPECT_EQ(K.Order, Ordering::Loads);
  EXPECT_EQ(K.Shared, SharedOperand::Last);
  EXPECT_EQ(K.Form.Registers, (std::vector<std::string>{"rsp", "r12"}));
  EXPECT_FALSE(K.Form.RegisterIsSource);
  EXPECT_EQ(K.Form.HighByte, true);
}

TEST(UopSpec, ReadsRegistersOfSources) {
  Parsed P(fields("form: {source-registers: [al]}"));
  ASSERT_EQ(P.Message, "");
  const FormCondition &Form = P.C->Corrections[0].Form;
  EXPECT_EQ(Form.Registers, std::vector<std::string>{"al"});
  EXPECT_TRUE(Form.RegisterIsSource);
}

TEST(UopSpec, KnowsAllOrders) {
  const std::pair<llvm::StringRef, Ordering> Orders[] = {
      {"none", Ordering::None},
      {"serializing", Ordering::Serializing},
      {"loads", Ordering::Loads},
      {"stores", Ordering::Stores},
      {"loads-and-stores", Ordering::LoadsAndStores}};
  for (auto [Name, Order] : Orders) {
    Parsed P(fields(("order: " + Name).str()));
    ASSERT_EQ(P.Message, "");
    EXPECT_EQ(P.C->Corrections[0].Order, Order);
  }
}

TEST(UopSpec, ReadsDataFlow) {
  Parsed P(fields(
      "uops: [{ports: p0, reads: [op2, tied, sources, rcx], writes: {t0: 1, "
      "result: 3}}, {ports: p1, reads: [flags, flags.z, memory, address, t0], "
      "writes: {flags: 2, flags.c: 1, op0: 4, rdx: 5, store: 0}}, {kind: "
      "store-data, ports: p1, reads: [store]}, {kind: load, ports: p0, writes: "
      "{memory: 6}}, {ports: p0}]"));
  ASSERT_EQ(P.Message, "");
  const std::vector<UopSpec> &U = *P.C->Corrections[0].Uops;
  ASSERT_EQ(U.size(), 5u);
  using V = UopValue;
  auto Kinds = [](const auto &List) {
    std::vector<V::Kind> Of;
    for (const V &Value : *List)
      Of.push_back(Value.What);
    return Of;
  };
  EXPECT_EQ(Kinds(U[0].Reads), (std::vector<V::Kind>{V::Operand, V::Tied,
                                                     V::Sources, V::Register}));
  EXPECT_EQ((*U[0].Reads)[0].Index, 2u);
  EXPECT_EQ((*U[0].Reads)[3].Name, "rcx");
  EXPECT_EQ((*U[0].Reads)[3].Where.Line, 8u);
  EXPECT_EQ((*U[0].Reads)[3].Where.Column, 84u);
  ASSERT_EQ(U[0].Writes->size(), 2u);
  EXPECT_EQ((*U[0].Writes)[0].Value.What, V::Temp);
  EXPECT_EQ((*U[0].Writes)[0].Value.Index, 0u);
  EXPECT_EQ((*U[0].Writes)[0].Latency, 1u);
  EXPECT_EQ((*U[0].Writes)[1].Value.What, V::Result);
  EXPECT_EQ((*U[0].Writes)[1].Latency, 3u);
  EXPECT_EQ(Kinds(U[1].Reads),
            (std::vector<V::Kind>{V::Flags, V::Flags, V::Memory, V::Address,
                                  V::Temp}));
  EXPECT_EQ((*U[1].Reads)[0].Index, ~0u);
  EXPECT_EQ((*U[1].Reads)[1].Index, 2u) << "the second group";
  ASSERT_EQ(U[1].Writes->size(), 5u);
  EXPECT_EQ((*U[1].Writes)[1].Value.Index, 1u);
  EXPECT_EQ((*U[1].Writes)[4].Value.What, V::Store);
  EXPECT_EQ((*U[1].Writes)[4].Latency, 0u);
  EXPECT_EQ(Kinds(U[2].Reads), std::vector<V::Kind>{V::Store});
  EXPECT_EQ((*U[3].Writes)[0].Value.What, V::Memory);
  EXPECT_FALSE(U[4].Reads);
  EXPECT_FALSE(U[4].Writes);
}

TEST(UopSpec, ErrorsSayWhereAndWhy) {
  const std::pair<llvm::StringRef, const char *> Cases[] = {
      {"queued-uops: -1",
       "toy.yaml:8:50: expected a whole number from 0 to 10000"},
      {"microcode-uops: x",
       "toy.yaml:8:53: expected a whole number from 0 to 10000"},
      {"simple-decoders: x",
       "toy.yaml:8:54: expected a whole number from 0 to 10000"},
      {"repeat-cycles: x",
       "toy.yaml:8:52: expected a whole number from 0 to 10000"},
      {"complex-decoder: 2", "toy.yaml:8:54: invalid boolean"},
      {"order: any", "toy.yaml:8:44: expected none, serializing, loads, stores "
                     "or loads-and-stores"},
      {"shared-operand: any", "toy.yaml:8:53: expected result, first or last"},
      {"form: {registers: ['']}", "toy.yaml:8:56: must not be empty"},
      {"form: {source-registers: ['']}", "toy.yaml:8:63: must not be empty"},
      {"form: {registers: [a], source-registers: [b]}",
       "toy.yaml:8:79: either 'registers' or 'source-registers'"},
      {"form: {high-byte: 1}", "toy.yaml:8:55: invalid boolean"},
      {"form: {short-constant: true}",
       "toy.yaml:8:23: 'short-constant' needs 'short-constants' of the "
       "renamer"},
      {"uops: [{ports: p0, reads: [result]}]",
       "toy.yaml:8:64: 'result' is only written"},
      {"uops: [{ports: p0, reads: [flags.q]}]",
       "toy.yaml:8:64: 'q' is no group of flags of toy"},
      {"uops: [{ports: p0, reads: [store]}]",
       "toy.yaml:8:64: only store-data µops read 'store'"},
      {"uops: [{ports: p0, reads: [t1], writes: {t1: 1}}]",
       "toy.yaml:8:64: no µop before writes 't1'"},
      {"uops: [{ports: p0, writes: {address: 1}}]",
       "toy.yaml:8:74: 'address' is only read"},
      {"uops: [{ports: p0, writes: {tied: 1}}]",
       "toy.yaml:8:71: 'tied' is only read"},
      {"uops: [{ports: p0, writes: {sources: 1}}]",
       "toy.yaml:8:74: 'sources' is only read"},
      {"uops: [{ports: p0, writes: {memory: 1}}]",
       "toy.yaml:8:73: only load µops write 'memory'"},
      {"uops: [{ports: p0, writes: {flags.q: 1}}]",
       "toy.yaml:8:74: 'q' is no group of flags of toy"},
      {"uops: [{ports: p0, writes: {op0: x}}]",
       "toy.yaml:8:70: expected a whole number from 0 to 10000"},
  };
  for (auto [Fields, Expected] : Cases)
    EXPECT_EQ(Parsed(fields(Fields)).Message, Expected) << Fields.str();
}

} // namespace
