//===- UopQueueTest.cpp - Tests of the queue before the renamer -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "sim/FrontEnd.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::sim;
using namespace takt::test;

namespace {

QueuedUop uop(uint32_t Iteration, uint32_t Instr, uint16_t Index = 0) {
  QueuedUop U;
  U.Iteration = Iteration;
  U.Instr = Instr;
  U.Index = Index;
  return U;
}

std::string str(const QueuedUop &U) {
  return std::to_string(U.Iteration) + ":" + std::to_string(U.Instr) + "." +
         std::to_string(U.Index);
}

/// The oldest \p Count µops, which leave \p Q.
std::string popped(UopQueue &Q, unsigned Count) {
  std::string All;
  for (; Count; --Count, Q.pop())
    All += (All.empty() ? "" : " ") + str(Q.front());
  return All;
}

TEST(UopQueue, GivesWhatWasPutIn) {
  UopQueue Q(4);
  Q.push(uop(3, 5));
  Q.push({uop(0, 6, 1), uop(1, 0)}, 3);
  EXPECT_EQ(Q.size(), 3u);
  EXPECT_EQ(popped(Q, 3), "3:5.0 3:6.1 4:0.0");
  EXPECT_TRUE(Q.empty());
}

TEST(UopQueue, CountsWhereTheOrderIsKnown) {
  UopQueue Q(4);
  EXPECT_FALSE(Q.repeats());
  Q.repeat({uop(0, 0), uop(0, 1), uop(0, 1, 1)});
  EXPECT_TRUE(Q.repeats());
  Q.push(uop(0, 0));
  Q.push({uop(0, 1), uop(0, 1, 1), uop(1, 0)}, 0);
  EXPECT_EQ(Q.size(), 4u);
  EXPECT_EQ(popped(Q, 2), "0:0.0 0:1.0");
  EXPECT_EQ(Q.place(), 2u);
  EXPECT_EQ(popped(Q, 2), "0:1.1 1:0.0");
  EXPECT_EQ(Q.place(), 1u);
  EXPECT_EQ(Q.iteration(), 1u);
  // Several at once, over the ends of iterations.
  for (unsigned N = 0; N != 4; ++N)
    Q.push(uop(0, 0));
  Q.pop(3);
  EXPECT_EQ(popped(Q, 1), "2:1.0");
  EXPECT_EQ(Q.taken(), 8u);
}

TEST(UopQueue, GoesBackToWhatItWas) {
  for (bool Repeats : {false, true}) {
    UopQueue Q(4);
    if (Repeats)
      Q.repeat({uop(0, 0), uop(0, 1)});
    Q.push(uop(0, 0));
    Q.push({uop(0, 1), uop(1, 0)}, 0);
    Q.pop();
    const UopQueue::Content Before = Q.content();
    Q.push({uop(0, 1), uop(1, 0)}, 1);
    Q.pop(3);
    Q.restore(Before);
    EXPECT_EQ(Q.taken(), 1u);
    EXPECT_EQ(Q.size(), 2u);
    EXPECT_EQ(popped(Q, 2), "0:1.0 1:0.0");
  }
}

TEST(UopQueue, KnowsTheOrderOfAnIteration) {
  Cpu C = machine();
  Kernel K = parseBody("a : p0\nb : p1\nc : p2\n", C);
  K.Instrs[1].MacroFused = true;
  K.Instrs[2].FusedUops = 2;
  std::string Order;
  for (const QueuedUop &U : queuedInOrder(K, C))
    Order += str(U) + " ";
  EXPECT_EQ(Order, "0:0.0 0:2.0 0:2.1 ");
}

} // namespace
