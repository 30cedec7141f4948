//===- CpuBindingTest.cpp - Tests of how queues are chosen
//-----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpuFile.h"
#include "ToyFile.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Queues that are bound by cycles: \p ByCycle are its keys, \p List describes
/// the queues.
std::string byCycle(llvm::StringRef ByCycle,
                    llvm::StringRef List = "{name: a, ports: p0}") {
  return toy(
      ("queues: {source: x, by-cycle: {" + ByCycle + "}, list: [" + List + "]}")
          .str());
}

TEST(CpuBinding, CanBeChosenByCycles) {
  Parsed P(byCycle("first: [p0, p1], seen-after: 3, left-after: 8",
                   "{name: a, ports: p0}, {name: b, ports: p1}"));
  ASSERT_EQ(P.Message, "");
  EXPECT_EQ(P.C->Binding.FirstPorts, 3u);
  EXPECT_EQ(P.C->Binding.SeenAfter, 3u);
  EXPECT_EQ(P.C->Binding.LeftAfter, 8u);
  EXPECT_EQ(P.C->Binding.FreeAfter, 1u);
  EXPECT_EQ(P.C->Binding.Reserve, 1u);
  EXPECT_EQ(P.C->Binding.SinglePorts, 0u);
  Parsed More(byCycle("first: [p0, p1], seen-after: 3, left-after: 8, "
                      "free-after: 6, reserve: 2, single: p1",
                      "{name: a, ports: p0}, {name: b, ports: p1}"));
  ASSERT_EQ(More.Message, "");
  EXPECT_EQ(More.C->Binding.FreeAfter, 6u);
  EXPECT_EQ(More.C->Binding.Reserve, 2u);
  EXPECT_EQ(More.C->Binding.SinglePorts, 2u);
}

/// Queues that are bound by places: \p Sides are their ports.
std::string
byPlace(llvm::StringRef Sides, llvm::StringRef After = "3",
        llvm::StringRef Beside = "together: {ports: p0, entries: 8}",
        llvm::StringRef List = "{name: a, ports: p0}, {name: b, ports: p1}") {
  return toy(("queues: {source: x, by-place: {" + Sides +
              ", difference: 9, difference-after: " + After +
              ", total: 32, total-after: 4, flow: 25, flow-cycles: 8, "
              "flow-after: 2, uneven: 5, uneven-after: 2, "
              "full: 24}, " +
              Beside + ", list: [" + List + "]}")
                 .str());
}

TEST(CpuBinding, CanBeChosenByPlaces) {
  Parsed P(byPlace("even: p1, odd: [p0]"));
  ASSERT_EQ(P.Message, "");
  const PlaceBinding &Of = P.C->Places;
  EXPECT_EQ(Of.Even, std::vector<uint8_t>{1});
  EXPECT_EQ(Of.Odd, std::vector<uint8_t>{0});
  EXPECT_EQ(Of.Difference, 9u);
  EXPECT_EQ(Of.DifferenceAfter, 3u);
  EXPECT_EQ(Of.Total, 32u);
  EXPECT_EQ(Of.TotalAfter, 4u);
  EXPECT_EQ(Of.Flow, 25u);
  EXPECT_EQ(Of.FlowCycles, 8u);
  EXPECT_EQ(Of.FlowAfter, 2u);
  EXPECT_EQ(Of.Uneven, 5u);
  EXPECT_EQ(Of.UnevenAfter, 2u);
  EXPECT_EQ(Of.Full, 24u);
}

/// Queues that are bound by halves: \p Sides are their ports.
std::string
byHalf(llvm::StringRef Sides,
       llvm::StringRef List = "{name: a, ports: p0}, {name: b, ports: p1}",
       llvm::StringRef Beside = "") {
  return toy(("queues: {source: x, by-half: {" + Sides +
              ", difference: 4, entries: 28}, " + Beside + "list: [" + List +
              "]}")
                 .str());
}

TEST(CpuBinding, CanBeChosenByHalves) {
  Parsed P(byHalf("first: p1, second: [p0]"));
  ASSERT_EQ(P.Message, "");
  const HalfBinding &Of = P.C->Halves;
  EXPECT_EQ(Of.Ports[0], std::vector<uint8_t>{1});
  EXPECT_EQ(Of.Ports[1], std::vector<uint8_t>{0});
  EXPECT_EQ(Of.Difference, 4u);
  EXPECT_EQ(Of.Entries, 28u);
}

TEST(CpuBinding, HalvesThatCannotBe) {
  const char *const Usual = "first: p1, second: p0";
  const auto Message = [](const std::string &Text) {
    return Parsed(Text).Message;
  };
  EXPECT_EQ(Message(byHalf("first: [p0, p1], second: []")),
            "toy.yaml:8:31: 'by-half' needs ports on both sides");
  EXPECT_EQ(Message(byHalf("first: p1, second: p1")),
            "toy.yaml:8:50: 'p1' is there twice");
  EXPECT_EQ(Message(byHalf("first: p9, second: p0")),
            "toy.yaml:8:38: 'p9' is no port or unit of toy");
  EXPECT_EQ(Message(byHalf(Usual, "{name: a, ports: p0}")),
            "toy.yaml:8:38: 'p1' has no queue of its own");
  EXPECT_EQ(
      Message(byHalf(Usual,
                     "{name: a, ports: p0, entries: 3}, {name: b, ports: p1}")),
      "toy.yaml:8:50: 'a' has its entries in 'by-half' alone");
  EXPECT_EQ(
      Message(byHalf(Usual, "{name: a, ports: p0}, {name: b, ports: p1}",
                     "by-cycle: {first: p0, seen-after: 3, left-after: 8}, ")),
      "toy.yaml:8:50: 'p0' is bound by cycles");
  EXPECT_EQ(
      Message(byHalf(
          Usual, "{name: a, ports: p0}, {name: b, ports: p1}",
          "by-place: {even: p1, odd: p0, difference: 9, difference-after: 3, "
          "total: 32, total-after: 4, flow: 25, flow-cycles: 8, "
          "flow-after: 2, uneven: 5, uneven-after: 2, full: 24}, "
          "together: {ports: p0, entries: 8}, ")),
      "toy.yaml:8:38: 'p1' is there twice");
}

TEST(CpuBinding, PlacesThatCannotBe) {
  const char *const Usual = "even: p1, odd: p0";
  const auto Message = [](const std::string &Text) {
    return Parsed(Text).Message;
  };
  EXPECT_EQ(Message(byPlace(Usual, "64")), "");
  EXPECT_EQ(Message(byPlace(Usual, "65")),
            "toy.yaml:8:32: 'difference-after', 'total-after', 'flow-cycles', "
            "'flow-after' and 'uneven-after' are at most 64");
  EXPECT_EQ(Message(byPlace(Usual, "3", "branches: p0")),
            "toy.yaml:8:32: 'by-place' needs 'together'");
  EXPECT_EQ(Message(byPlace(
                Usual, "4", "together: {ports: [p0, p1], entries: 5}",
                "{name: a, ports: p0, entries: 3}, {name: b, ports: p1}")),
            "toy.yaml:8:47: 'a' has its entries in 'together' alone");
  EXPECT_EQ(
      Message(byPlace(Usual, "4",
                      "together: {ports: [p0, p1], entries: 5}, by-cycle: "
                      "{first: p0, seen-after: 3, left-after: 8}")),
      "toy.yaml:8:47: 'p0' is bound by cycles");
  EXPECT_EQ(Message(byPlace("even: p1, odd: p1")),
            "toy.yaml:8:47: 'p1' is there twice");
  EXPECT_EQ(Message(byPlace("even: [p0, p1], odd: []")),
            "toy.yaml:8:32: 'even' and 'odd' need ports, one for each of the "
            "other");
  EXPECT_EQ(Message(byPlace("even: [], odd: []")),
            "toy.yaml:8:32: 'even' and 'odd' need ports, one for each of the "
            "other");
  EXPECT_EQ(Message(byPlace("even: p9, odd: p0")),
            "toy.yaml:8:38: 'p9' is no port or unit of toy");
  const char *const Together = "together: {ports: p0, entries: 8}";
  const llvm::StringRef NotAlone =
      "toy.yaml:8:38: 'p1' has no queue of its own";
  EXPECT_EQ(Message(byPlace(Usual, "3", Together, "{name: a, ports: p0}")),
            NotAlone);
  EXPECT_EQ(
      Message(byPlace(Usual, "3", Together,
                      "{name: a, ports: p0}, {name: b, ports: [p0, p1]}")),
      NotAlone);
  EXPECT_EQ(Message(byPlace(Usual, "3", Together,
                            "{name: a, ports: p0}, {name: b, ports: p1}, "
                            "{name: c, ports: p1}")),
            NotAlone);
}

TEST(CpuBinding, CyclesThatCannotBe) {
  const auto Message = [](const char *Keys, const char *List) {
    return Parsed(byCycle(Keys, List)).Message;
  };
  const char *const One = "{name: a, ports: p0}";
  const char *const Usual = "first: [p0], seen-after: 3, left-after: 8";
  EXPECT_EQ(Message(Usual, One), "");
  EXPECT_EQ(Message(Usual, "{name: a, ports: p0}, {name: b, ports: p0}"),
            "toy.yaml:8:40: 'p0' is in two queues");
  EXPECT_EQ(Message("first: [p1], seen-after: 3, left-after: 8", One),
            "toy.yaml:8:40: 'p1' is in no queue");
  EXPECT_EQ(Message("first: [p0, p0], seen-after: 3, left-after: 8", One),
            "toy.yaml:8:44: 'p0' is not in the queue behind the one before");
  EXPECT_EQ(
      Message("first: [p0], seen-after: 3, left-after: 8, single: p1", One),
      "toy.yaml:8:83: 'p1' is none of the first ports");
  EXPECT_EQ(Message("first: [], seen-after: 3, left-after: 8", One),
            "toy.yaml:8:32: 'by-cycle' has no first ports");
  const llvm::StringRef TooMany =
      "toy.yaml:8:32: 'seen-after', 'left-after' and 'free-after' are at most "
      "64";
  EXPECT_EQ(Message("first: p0, seen-after: 3, left-after: 65", One), TooMany);
  EXPECT_EQ(
      Message("first: p0, seen-after: 3, left-after: 8, free-after: 65", One),
      TooMany);
  EXPECT_EQ(Message("first: p0, seen-after: 3, left-after: 8, reserve: 3",
                    "{name: a, ports: p0, entries: 2}"),
            "toy.yaml:8:32: 'reserve' is more than 'a' has entries");
  EXPECT_EQ(Message("first: [p9], seen-after: 3, left-after: 8", One),
            "toy.yaml:8:40: 'p9' is no port or unit of toy");
  EXPECT_EQ(Message("first: [p0], seen-after: 0, left-after: 8", One),
            "toy.yaml:8:57: expected a whole number from 1 to 10000");
}

TEST(CpuBinding, FourAreChosenByCycles) {
  std::string Five =
      byCycle("first: [a, b, c, d, e], seen-after: 3, left-after: 8",
              "{name: q, ports: a}, {name: r, ports: b}, {name: s, ports: c}, "
              "{name: t, ports: d}, {name: u, ports: e}");
  const std::string Port = "{name: p0, llvm: [A]}";
  std::string Ports = Port;
  for (const char *Name : {"a", "b", "c", "d", "e"})
    Ports += std::string(", {name: ") + Name + ", llvm: []}";
  Five.replace(Five.find(Port), Port.size(), Ports);
  EXPECT_EQ(Parsed(Five).Message, "toy.yaml:8:52: more than 4 queues");
}

} // namespace
