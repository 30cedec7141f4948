//===- LineReaderTest.cpp - Lines of a file, piece by piece ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineReader.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {

class LineReaderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("takt", "txt", Path));
  }
  void TearDown() override { (void)sys::fs::remove(Path); }

  /// All pieces of a file that contains \p Text, joined; checks that they are
  /// whole lines and counted.
  std::string readAll(StringRef Text) {
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text;
    Expected<LineReader> R = LineReader::open(Path);
    if (!R) {
      ADD_FAILURE() << toString(R.takeError());
      return "";
    }
    EXPECT_EQ(R->size(), Text.size());
    std::string All;
    uint64_t Line = 1, End = 0;
    for (;;) {
      Expected<std::optional<LinePiece>> P = R->next();
      if (!P || !*P) {
        EXPECT_TRUE(static_cast<bool>(P));
        break;
      }
      ++Pieces;
      EXPECT_TRUE(All.empty() || All.back() == '\n');
      EXPECT_EQ((*P)->FirstLine, Line);
      EXPECT_GT((*P)->End, End);
      End = (*P)->End;
      Line += StringRef((*P)->Text).count('\n');
      All += (*P)->Text;
    }
    EXPECT_EQ(End, Text.size());
    return All;
  }

  SmallString<128> Path;
  unsigned Pieces = 0;
};

TEST_F(LineReaderTest, Empty) {
  EXPECT_EQ(readAll(""), "");
  EXPECT_EQ(Pieces, 0u);
}

TEST_F(LineReaderTest, SmallFiles) {
  EXPECT_EQ(readAll("a\n\nb\n"), "a\n\nb\n");
  EXPECT_EQ(readAll("a\nlast"), "a\nlast");
  EXPECT_EQ(readAll("\n"), "\n");
}

TEST_F(LineReaderTest, ManyLines) {
  std::string Text;
  for (unsigned N = 0; N != 50000; ++N)
    Text += std::to_string(N) + std::string(N % 31, 'x') + "\n";
  EXPECT_EQ(readAll(Text), Text);
  EXPECT_GT(Pieces, 10u);
}

TEST_F(LineReaderTest, LinesThatAreTooLongAreCut) {
  const std::string Cut(LineReader::LongestLine, 'y');
  const std::string Long(3 * LineReader::LongestLine + 12345, 'y');
  EXPECT_EQ(readAll("a\n" + Long + "\nb\n"), "a\n" + Cut + "\nb\n");
  EXPECT_EQ(readAll("a\n" + Long), "a\n" + Cut);
}

TEST_F(LineReaderTest, Errors) {
  EXPECT_EQ(toString(LineReader::open("/nonexistent/file").takeError()),
            "'/nonexistent/file': No such file or directory");
  EXPECT_EQ(toString(LineReader::open("/").takeError()), "'/': Is a directory");
}

} // namespace
