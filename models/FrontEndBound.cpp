//===- FrontEndBound.cpp - What the front end alone allows ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontEndModel.h"
#include "takt/models/FrontEndLimits.h"
#include <iterator>

using namespace takt;

namespace {

/// Fused-domain µops at a constant rate (`linear` in bastian-thesis, sections
/// 3.1 and 3.4): no gap at the end of an iteration, no limit of decoders.
class LinearFrontEnd final : public FrontEndModel {
public:
  FrontEndBound bound(const Kernel &K, const Cpu &C) const override {
    assert(C.Fetch.Width > 0 && "front end of width 0");
    return {Rational(K.fusedUops(), C.Fetch.Width)};
  }
};

/// `no-cross` and `dispatch-queues`: the steady state of renaming and dispatch,
/// exact (DispatchPipe.h).
///
/// Kinds `intel` and `op-cache`: predecoder, decoders, µop cache and loop
/// stream; the queue between them and the renamer evens out what they deliver
/// from cycle to cycle, so that the whole is no slower than the slowest.
class FrontEndParts final : public FrontEndModel {
public:
  FrontEndBound bound(const Kernel &K, const Cpu &C) const override {
    return {frontEndLimits(K, C).Together};
  }
};

} // namespace

const FrontEndModel &takt::frontEndModel(FrontEndKind Kind) {
  static const LinearFrontEnd Linear;
  static const FrontEndParts Parts;
  // Indexed by FrontEndKind.
  static const FrontEndModel *const Models[] = {&Linear, &Parts, &Parts, &Parts,
                                                &Parts};
  assert(size_t(Kind) < std::size(Models) && "front end without a model");
  return *Models[size_t(Kind)];
}

FrontEndBound takt::frontEndBound(const Kernel &K, const Cpu &C) {
  return frontEndModel(C.Fetch.Kind).bound(K, C);
}
