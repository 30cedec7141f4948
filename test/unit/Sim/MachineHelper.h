//===- MachineHelper.h - Runs of small kernels ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_SIM_MACHINEHELPER_H
#define TAKT_TEST_UNIT_SIM_MACHINEHELPER_H

#include "../Models/TestCpu.h"
#include "takt/models/Simulation.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace takt::test {

/// Ports p0 to p5, of which p2 and p3 load and store addresses and p4 and p5
/// store data, and a unit u0. Everything is as fast as can be: a µop is
/// dispatched one cycle after issue and has executed one cycle later.
inline Cpu machine(unsigned Width = 4) {
  Cpu C = makeCpu(6, 1, Width);
  C.LoadPorts = C.StoreAddressPorts = 0xc;
  C.StoreDataPorts = 0x30;
  return C;
}

/// The same with ports that are chosen when µops are dispatched.
inline Cpu machineAtDispatch() {
  Cpu C = machine();
  C.Rename.Ports = PortChoice::AtDispatch;
  return C;
}

/// A queue in front of \p Ports.
inline DispatchQueue queue(uint64_t Ports) {
  DispatchQueue Q;
  Q.Ports = Ports;
  return Q;
}

/// \p K as kernel text.
inline std::string text(const Kernel &K, const Cpu &C) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printKernel(OS, "k", K, C);
  return Text;
}

/// "7/2" if exact, "~3.50" otherwise.
inline std::string cycles(llvm::StringRef Body, const Cpu &C,
                          const SimulationOptions &O = {}) {
  const SimulationResult R = simulate(parseBody(Body, C), C, O);
  return R.Exact ? R.Cycles.exactStr() : "~" + R.Cycles.str();
}

/// When and where things happened.
class Recorder final : public PipelineListener {
public:
  void event(const PipelineEvent &E) override { Events.push_back(E); }
  /// The events of stage \p What, in order.
  std::vector<PipelineEvent> of(Stage What) const {
    std::vector<PipelineEvent> Result;
    for (const PipelineEvent &E : Events)
      if (E.What == What)
        Result.push_back(E);
    return Result;
  }

private:
  std::vector<PipelineEvent> Events;
};

/// The events of \p What in the first \p MinCycles cycles of a run.
inline std::vector<PipelineEvent> record(llvm::StringRef Body, const Cpu &C,
                                         Stage What, uint64_t MinCycles = 20) {
  Recorder R;
  SimulationOptions O;
  O.Listener = &R;
  O.MinCycles = MinCycles;
  simulate(parseBody(Body, C), C, O);
  return R.of(What);
}

/// Two queues: p0 with p2, which branches may use, and p1 with the addresses
/// of p3.
inline Cpu byCycle(unsigned Width) {
  Cpu C = machine(Width);
  C.LoadPorts = C.StoreAddressPorts = 0x8;
  C.ReorderBuffer = 40;
  for (uint64_t Ports : {0x5, 0xa}) {
    DispatchQueue Q;
    Q.Ports = Ports;
    Q.Entries = 20;
    C.Queues.push_back(Q);
  }
  C.Binding.FirstPorts = 0x3;
  C.Binding.SeenAfter = 1;
  C.Binding.LeftAfter = 100;
  return C;
}

/// How many µops issue in each of the first \p Count cycles in which any do.
inline std::string issued(llvm::StringRef Body, const Cpu &C, size_t Count) {
  std::map<uint64_t, unsigned> In;
  for (const PipelineEvent &E : record(Body, C, Stage::Issued, 60))
    ++In[E.Cycle];
  std::string Result;
  for (const auto &[Cycle, Uops] : In)
    if (Result.size() != Count)
      Result += char('0' + Uops);
  return Result;
}

} // namespace takt::test

#endif // TAKT_TEST_UNIT_SIM_MACHINEHELPER_H
