//===- RandomKernel.h - Kernels that nobody would think of ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_SIM_RANDOMKERNEL_H
#define TAKT_TEST_UNIT_SIM_RANDOMKERNEL_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include <random>

namespace takt::test {

/// Valid kernels and CPUs with everything in them that the machine knows. Ports
/// are p0 to p5 (p2, p3 load and store addresses, p4 and p5 store data) and the
/// units u0 and u1.
class RandomKernels {
public:
  explicit RandomKernels(unsigned Seed) : Random(Seed) {}

  /// A kernel of at most \p MaxInstrs instructions.
  Kernel kernel(unsigned MaxInstrs);
  /// A CPU with the policy \p Ports.
  Cpu cpu(PortChoice Ports);

private:
  unsigned below(unsigned N) { return Random() % N; }
  bool rarely() { return below(8) == 0; }
  /// An element of \p Choice.
  template <size_t N> unsigned any(const unsigned (&Choice)[N]) {
    return Choice[below(N)];
  }
  Uop uop(UopKind Kind);
  void read(Uop &U, LocationId Loc);
  void instr();
  void move(KernelInstr &I);
  void memory();

  static constexpr LocationId StackPointer = 0;
  static constexpr unsigned Registers = 6, Internals = 2;
  std::mt19937 Random;
  Kernel K;
};

} // namespace takt::test

#endif // TAKT_TEST_UNIT_SIM_RANDOMKERNEL_H
