//===- BindingLimitTest.cpp - What is named where no bound is attained ----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestCpu.h"
#include "takt/models/Prediction.h"

using namespace takt;
using namespace takt::test;

namespace {

/// What binds the lines \p Body and a fence, which waits for all that is before
/// it and holds up what follows: so latencies cost without a recurrence.
struct Said {
  explicit Said(llvm::StringRef Body) {
    const Cpu C = makeCpu(4);
    const Kernel K =
        parseBody((Body + "fence order serializing : p1\n").str(), C);
    const Prediction P = predict(K, C);
    EXPECT_FALSE(P.Attained);
    Cycles = P.Cycles.str();
    BoundBy = P.BoundBy;
    Text = describeBinder(P, K, C);
  }
  std::string Cycles, Text;
  Binder BoundBy;
};

TEST(BindingLimit, ShortRecurrenceIsNotNamed) {
  const Said S("mul : p0 ; reads i ; writes x latency 12\n"
               "mul : p0 ; reads x ; writes y latency 12\n"
               "inc : p1 ; reads i ; writes i\n");
  EXPECT_EQ(S.Cycles, "27.00");
  EXPECT_EQ(S.BoundBy, Binder::Latencies);
  EXPECT_EQ(S.Text, "bound by latencies within an iteration (16.00 without)");
}

TEST(BindingLimit, LongRecurrenceIsNamed) {
  const Said S("mul : p0 ; reads i ; writes x latency 12\n"
               "mul : p0 ; reads x ; writes y latency 12\n"
               "inc : p1 ; reads i ; writes i latency 20\n");
  EXPECT_EQ(S.BoundBy, Binder::Latencies);
  EXPECT_EQ(
      S.Text,
      "bound by the dependency chain through i (inc, 20.00; 24.00 without)");
}

/// A store, loads of what it stored, and a counter.
std::string storeAndLoad(llvm::StringRef Dependences) {
  return ("st access a at \"[rdi]\" : store-data p3 ; reads v ; access 0\n"
          "ld access a at \"[rdi]\" : load p2 ; writes x latency 4 ; access 0\n"
          "ld2 access a at \"[rdi+8]\" : load p2 ; writes y latency 4 "
          "; access 0\n"
          "use : p0 ; reads x y\n"
          "inc : p1 ; reads i ; writes i\n" +
          Dependences)
      .str();
}

TEST(BindingLimit, LoadsThatWaitForStores) {
  const Said One(storeAndLoad("memory st -> ld latency 30\n"));
  EXPECT_EQ(One.Cycles, "34.00");
  EXPECT_EQ(One.BoundBy, Binder::Memory);
  EXPECT_EQ(One.Text, "bound by the load of what was just stored at [rdi] (st "
                      "→ ld; 9.00 without)");
  // Those that cannot be forwarded are named before the others.
  EXPECT_EQ(Said(storeAndLoad("memory st -> ld latency 5\n"
                              "memory st -> ld2 latency 30 partial\n"))
                .Text,
            "bound by the load of what was just stored at [rdi+8] (st → ld2, "
            "not forwarded; 9.00 without)");
  EXPECT_EQ(Said(storeAndLoad("memory st -> ld latency 30 partial\n"
                              "memory st -> ld2 latency 30 partial\n"))
                .Text,
            "bound by 2 loads of what was just stored, the first at [rdi] (st "
            "→ ld, not forwarded; 9.00 without)");
}

TEST(BindingLimit, LatenciesOfWhichLoadsArePart) {
  const Said S("mul : p0 ; reads i ; writes u latency 20\n"
               "mul : p0 ; reads u ; writes v latency 20\n" +
               storeAndLoad("memory st -> ld latency 30\n"));
  EXPECT_EQ(S.BoundBy, Binder::Latencies);
  EXPECT_EQ(S.Text,
            "bound by latencies within an iteration (24.00 without) and the "
            "load of what was just stored at [rdi] (st → ld; 44.00 without)");
}

} // namespace
