//===- CpuMemoryTest.cpp - Tests of what a file says of memory ------------===//
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

TEST(CpuMemory, ErrorsSayWhereAndWhy) {
  const std::pair<std::string, const char *> Cases[] = {
      {toy("memory: {source: x, chained-loads: '('}"),
       "toy.yaml:8:36: bad regular expression: parentheses not balanced"},
      {toy("memory: {source: x, renamed-loads: '('}"),
       "toy.yaml:8:36: bad regular expression: parentheses not balanced"},
      {toy("memory: {source: x, full-width: 0}"),
       "toy.yaml:8:33: expected 1, 2, 4, 8, 16, 32 or 64 bytes"},
      {toy("memory: {source: x, store-block: 24}"),
       "toy.yaml:8:34: expected 1, 2, 4, 8, 16, 32 or 64 bytes"},
      {toy("memory: {source: x, line: 48}"),
       "toy.yaml:8:27: expected 1, 2, 4, 8, 16, 32 or 64 bytes"},
      {toy("memory: {source: x, line: 64, "
           "banks: {bytes: 4, count: 8, ways: 8}}"),
       "toy.yaml:8:39: 'ways' of 'banks' needs 'load-retry'"},
      {toy("memory: {source: x, load-retry: 3, "
           "banks: {bytes: 4, count: 8, ways: 8}}"),
       "toy.yaml:8:44: 'banks' needs 'line'"},
      {toy("memory: {source: x, banks: {bytes: 4, count: 8, reads: 2}}"),
       "toy.yaml:8:29: 'banks' needs 'line'"},
      {toy("memory: {source: x, line: 64, banks: {bytes: 4, count: 8}}"),
       "toy.yaml:8:39: 'banks' needs 'ways' or 'reads'"},
      {toy("memory: {source: x, line: 64, load-retry: 3, "
           "banks: {bytes: 4, count: 12, ways: 8}}"),
       "toy.yaml:8:54: the banks of a row are a power of two and fill at most "
       "a line"},
      {toy("memory: {source: x, line: 64, load-retry: 3, "
           "banks: {bytes: 8, count: 16, ways: 8}}"),
       "toy.yaml:8:54: the banks of a row are a power of two and fill at most "
       "a line"},
      {toy("memory: {source: x, line: 64, "
           "store-page: {bytes: 4096, delay: 9}}"),
       "toy.yaml:8:44: 'store-page' needs 'store-block' and 'line'"},
      {toy("memory: {source: x, store-block-queue: 2}"),
       "toy.yaml:8:40: 'store-block-queue' needs 'store-block'"},
      {toy("memory: {source: x, store-blocks-known: {count: 2, after: 0}}"),
       "toy.yaml:8:42: 'store-blocks-known' needs 'store-block'"},
      {toy("memory: {source: x, lone-stores: {turns: 2, accesses: 9}}"),
       "toy.yaml:8:35: 'lone-stores' needs 'store-block'"},
      {toy("memory: {source: x, store-block: 32, "
           "lone-stores: {turns: 1, accesses: 9}}"),
       "toy.yaml:8:59: 'turns' of 'lone-stores' is 2 or more: once each load "
       "goes anyway"},
      {toy("memory: {source: x, line: 64, store-block: 32, "
           "store-page: {bytes: 64, delay: 9}}"),
       "toy.yaml:8:61: a page is a power of two and larger than a line"},
      {toy("memory: {source: x, line: 64, store-block: 32, "
           "store-page: {bytes: 4000, delay: 9}}"),
       "toy.yaml:8:61: a page is a power of two and larger than a line"},
      {toy("memory: {source: x, wide-store-forward: {bytes: 24, delay: 1}}"),
       "toy.yaml:8:42: pieces of a store are a power of two"},
  };
  for (const auto &[Text, Expected] : Cases)
    EXPECT_EQ(Parsed(Text).Message, Expected) << Text;
}

} // namespace
