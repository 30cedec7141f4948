//===- KernelData.cpp - The data that kernels work on ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelData.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

using namespace llvm;
using namespace takt;

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

namespace {

/// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift
/// generators, scrambled", 2016).
class Random {
public:
  uint64_t bits() {
    State ^= State >> 12;
    State ^= State << 25;
    State ^= State >> 27;
    return State * 0x2545f4914f6cdd1d;
  }
  /// Between 0.5 and 1.5.
  double real() { return 0.5 + static_cast<double>(bits() >> 11) * 0x1p-53; }

private:
  uint64_t State = 0x853c49e6748fea9b;
};

} // namespace

template <typename T> static void fillReals(MutableArrayRef<T> A, Random &R) {
  for (T &Value : A)
    Value = static_cast<T>(R.real());
}

template <typename T> static void fillBits(MutableArrayRef<T> A, Random &R) {
  for (T &Value : A)
    Value = static_cast<T>(R.bits() >> 32);
}

template <typename T> static void shuffle(MutableArrayRef<T> A, Random &R) {
  for (size_t I = A.size(); I > 1; --I)
    std::swap(A[I - 1], A[R.bits() % I]);
}

static void fillText(Data &D, Random &R) {
  for (uint8_t &Byte : D.text) {
    const auto Bits = static_cast<unsigned>(R.bits() >> 32);
    // One byte in eight is part of a letter outside of ASCII.
    Byte = static_cast<uint8_t>(Bits & 7 ? 32 + (Bits >> 8) % 95
                                         : 0x80 + (Bits >> 8) % 64);
  }
  std::memcpy(D.copy, D.text, sizeof(D.text));
}

/// A ring through all nodes in a random order.
static void linkNodes(Data &D, Random &R) {
  SmallVector<unsigned, 0> Order(std::size(D.nodes));
  std::iota(Order.begin(), Order.end(), 0);
  shuffle(MutableArrayRef(Order).drop_front(), R);
  for (size_t I = 0; I != Order.size(); ++I) {
    D.nodes[Order[I]].next = &D.nodes[Order[(I + 1) % Order.size()]];
    D.nodes[Order[I]].value = static_cast<int64_t>(I);
  }
}

void takt::fillData(Data &D) {
  std::memset(&D, 0, sizeof(D));
  Random R;
  for (auto *A : {&D.x, &D.y, &D.z})
    fillReals<double>(*A, R);
  for (auto *A : {&D.u, &D.v, &D.w})
    fillReals<float>(*A, R);
  for (auto *M : {&D.matrix, &D.result})
    for (auto &Row : *M)
      fillReals<double>(Row, R);
  for (auto *M : {&D.image, &D.smooth})
    for (auto &Row : *M)
      fillReals<float>(Row, R);
  for (Point &P : D.points)
    P = {static_cast<float>(R.real()), static_cast<float>(R.real()),
         static_cast<float>(R.real()), static_cast<float>(R.real())};
  for (auto *A : {&D.p, &D.q})
    for (uint64_t &Value : *A)
      Value = R.bits();
  for (auto *A : {&D.i, &D.j})
    fillBits<uint32_t>(*A, R);
  for (auto *A : {&D.s, &D.t})
    fillBits<int16_t>(*A, R);
  for (auto *A : {&D.a, &D.b})
    fillBits<uint8_t>(*A, R);
  fillBits<uint32_t>(D.table, R);
  std::iota(std::begin(D.order), std::end(D.order), 0);
  shuffle(MutableArrayRef(D.order).take_front(Most8 / 2), R);
  std::iota(std::begin(D.sorted), std::end(D.sorted), -Most4 / 2);
  fillText(D, R);
  linkNodes(D, R);
  D.factor = 0.875;
  D.factor4 = 0.625F;
  D.divisor = 1000003;
  D.seed = 88172645463325252;
}

//===----------------------------------------------------------------------===//
// Checksums
//===----------------------------------------------------------------------===//

template <typename T>
static void writeSum(json::OStream &J, StringRef Name, ArrayRef<T> A) {
  double Sum = 0, Magnitude = 0;
  for (size_t I = 0; I != A.size(); ++I) {
    const double Value = A[I];
    // Weights, so that values in other places are another sum.
    Sum += Value * static_cast<double>(1 + I % 13);
    Magnitude += std::abs(Value) * static_cast<double>(1 + I % 13);
  }
  J.attributeArray(Name, [&] {
    J.value(Sum);
    J.value(Magnitude);
  });
}

template <typename T> static ArrayRef<T> flat(const T *First, size_t Bytes) {
  return {First, Bytes / sizeof(T)};
}

void takt::writeChecksums(json::OStream &J, const Data &D) {
  writeSum<double>(J, "x", D.x);
  writeSum<double>(J, "y", D.y);
  writeSum<double>(J, "z", D.z);
  writeSum<float>(J, "u", D.u);
  writeSum<float>(J, "v", D.v);
  writeSum<float>(J, "w", D.w);
  writeSum(J, "result", flat(&D.result[0][0], sizeof(D.result)));
  writeSum(J, "smooth", flat(&D.smooth[0][0], sizeof(D.smooth)));
  writeSum(J, "points", flat(&D.points[0].x, sizeof(D.points)));
  writeSum<double>(J, "sum", D.sum);
  writeSum<double>(J, "sum2", D.sum2);
  uint64_t Hash = 0;
  const auto Add = [&](const void *From, size_t Bytes) {
    const uint64_t Both[] = {
        Hash, xxh3_64bits(ArrayRef(static_cast<const uint8_t *>(From), Bytes))};
    Hash = xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(Both), sizeof(Both)));
  };
  for (const auto *A : {&D.p, &D.q})
    Add(*A, sizeof(*A));
  for (const auto *A : {&D.i, &D.j})
    Add(*A, sizeof(*A));
  for (const auto *A : {&D.s, &D.t})
    Add(*A, sizeof(*A));
  for (const auto *A : {&D.a, &D.b, &D.text})
    Add(*A, sizeof(*A));
  Add(D.counts, sizeof(D.counts));
  Add(&D.total, sizeof(D.total));
  Add(&D.place, sizeof(D.place));
  J.attribute("integers", utohexstr(Hash));
}
