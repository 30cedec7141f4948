//===- CoresTest.cpp - Tests of which processor a process runs on ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cores.h"
#include "gtest/gtest.h"
#include <sched.h>
#include <vector>

using namespace takt;

namespace {

/// Where the process may run, and lets it run there again in the end.
class Cores : public testing::Test {
protected:
  Cores() {
    sched_getaffinity(0, sizeof(Before), &Before);
    for (unsigned C = 0; C != CPU_SETSIZE; ++C)
      if (CPU_ISSET(C, &Before))
        All.push_back(C);
  }
  ~Cores() override { sched_setaffinity(0, sizeof(Before), &Before); }

  static std::vector<unsigned> now() {
    cpu_set_t Set;
    sched_getaffinity(0, sizeof(Set), &Set);
    std::vector<unsigned> Found;
    for (unsigned C = 0; C != CPU_SETSIZE; ++C)
      if (CPU_ISSET(C, &Set))
        Found.push_back(C);
    return Found;
  }

  std::vector<unsigned> All;

private:
  cpu_set_t Before;
};

TEST_F(Cores, AProcessMovesToEachThatItMayRunOnInTurn) {
  ASSERT_EQ(pinTo(std::nullopt), "");
  const std::vector<unsigned> First = now();
  ASSERT_EQ(First.size(), 1u);
  std::vector<bool> Seen(All.back() + 1);
  for (size_t I = 0; I != All.size(); ++I) {
    const std::vector<unsigned> Here = now();
    ASSERT_EQ(Here.size(), 1u);
    EXPECT_FALSE(Seen[Here.front()]);
    Seen[Here.front()] = true;
    moveOn();
  }
  EXPECT_EQ(now(), First);
}

TEST_F(Cores, AProcessStaysWhereItWasTold) {
  ASSERT_EQ(pinTo(All.back()), "");
  moveOn();
  EXPECT_EQ(now(), std::vector<unsigned>{All.back()});
}

TEST_F(Cores, WhereItMayNotRunIsAnError) {
  EXPECT_EQ(pinTo(1u << 20), "no processor 1048576");
}

} // namespace
