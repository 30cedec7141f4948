//===- TestCpu.h - CPUs and kernels for the tests of the models -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_MODELS_TESTCPU_H
#define TAKT_TEST_UNIT_MODELS_TESTCPU_H

#include "takt/models/KernelText.h"
#include "gtest/gtest.h"

namespace takt::test {

/// A CPU with ports p0, p1, ... and units u0, u1, ...
inline Cpu makeCpu(unsigned Ports, unsigned Units = 0, unsigned Width = 4) {
  Cpu C;
  C.Name = "test";
  C.Fetch.Width = Width;
  for (unsigned I = 0; I != Ports + Units; ++I) {
    Resource R;
    R.IsPort = I < Ports;
    R.Name =
        R.IsPort ? "p" + std::to_string(I) : "u" + std::to_string(I - Ports);
    C.Resources.push_back(R);
  }
  return C;
}

/// The only kernel of \p Text, which must be correct.
inline NamedKernel parseOne(llvm::StringRef Text, const Cpu &C) {
  llvm::Expected<std::vector<NamedKernel>> Kernels =
      parseKernels({Text, "test.kernel"}, C);
  if (!Kernels) {
    ADD_FAILURE() << llvm::toString(Kernels.takeError());
    return {};
  }
  EXPECT_EQ(Kernels->size(), 1u);
  return Kernels->empty() ? NamedKernel() : Kernels->front();
}

/// The kernel of the lines \p Body.
inline Kernel parseBody(llvm::StringRef Body, const Cpu &C) {
  return parseOne(("kernel k\n" + Body).str(), C).K;
}

} // namespace takt::test

#endif // TAKT_TEST_UNIT_MODELS_TESTCPU_H
