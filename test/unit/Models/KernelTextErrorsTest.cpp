//===- KernelTextErrorsTest.cpp - Wrong kernels in text form ----*- C++ -*-===//
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestCpu.h"
#include "takt/models/KernelText.h"
#include "takt/models/Simulation.h"
#include "llvm/ADT/Twine.h"

using namespace takt;
using namespace takt::test;

namespace {

/// The error for the file \p Text.
std::string error(llvm::StringRef Text) {
  const Cpu C = makeCpu(3);
  auto Kernels = parseKernels({Text, "f"}, C);
  return Kernels ? "none" : llvm::toString(Kernels.takeError());
}
/// The error for the lines \p Body of a kernel, which start at line 2.
std::string bodyError(llvm::StringRef Body) {
  return error(("kernel k\n" + Body).str());
}

TEST(KernelTextErrors, Characters) {
  EXPECT_EQ(bodyError("a ! b\n"), "f:2:3: unexpected character '!'");
  EXPECT_EQ(bodyError("a \x01\n"), "f:2:3: unexpected character '\\x01'");
  EXPECT_EQ(bodyError("  \"a\n"), "f:2:3: missing closing quote");
  EXPECT_EQ(bodyError("\"a"), "f:2:1: missing closing quote");
  EXPECT_EQ(bodyError("\"\"\n"), "f:2:1: empty name");
  EXPECT_EQ(bodyError("\"a\\x\"\n"),
            "f:2:3: expected \\\\ or two hexadecimal digits after \\");
  EXPECT_EQ(bodyError("\"a\\2"),
            "f:2:3: expected \\\\ or two hexadecimal digits after \\");
}

TEST(KernelTextErrors, Kernels) {
  EXPECT_EQ(error("a : p0\n"), "f:1:1: expected 'kernel', found 'a'");
  EXPECT_EQ(error(": p0\n"), "f:1:1: expected 'kernel', found ':'");
  EXPECT_EQ(error("kernel\n"),
            "f:1:7: expected the kernel's name before the end of the line");
  EXPECT_EQ(error("kernel a b\n"),
            "f:1:10: expected the end of the line, found 'b'");
  EXPECT_EQ(error("kernel a\n\nkernel b\nkernel a\n"),
            "f:4:1: kernel 'a' is already on line 1");
}

TEST(KernelTextErrors, Instructions) {
  EXPECT_EQ(bodyError("-> a\n"), "f:2:1: expected an instruction, found '->'");
  EXPECT_EQ(bodyError("a b : p0\n"),
            "f:2:3: expected ':' or an attribute (fused, macro-fused, taken, "
            "size, offset, text, ...), found 'b'");
  EXPECT_EQ(bodyError("a fused : p0\n"), "f:2:9: expected a number, found ':'");
  EXPECT_EQ(bodyError("a fused 65536\n"),
            "f:2:9: expected a number from 0 to 65535, found '65536'");
  EXPECT_EQ(bodyError("a size\n"),
            "f:2:7: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a size 70000\n"),
            "f:2:8: expected a number from 0 to 65535, found '70000'");
  EXPECT_EQ(bodyError("a offset 99999999999999999999\n"),
            "f:2:10: expected a number from 0 to 18446744073709551615, found "
            "'99999999999999999999'");
  EXPECT_EQ(bodyError("a text\n"), "f:2:7: expected the instruction's text "
                                   "before the end of the line");
}

TEST(KernelTextErrors, Attributes) {
  EXPECT_EQ(bodyError("a opcode 256\n"),
            "f:2:10: expected a number from 0 to 255, found '256'");
  EXPECT_EQ(bodyError("a stack - x\n"), "f:2:11: expected a number, found 'x'");
  EXPECT_EQ(bodyError("a stack -32769\n"),
            "f:2:10: expected a number from 0 to 32768, found '32769'");
  EXPECT_EQ(bodyError("a stack +32768\n"),
            "f:2:10: expected a number from 0 to 32767, found '32768'");
  EXPECT_EQ(bodyError("a order\n"),
            "f:2:8: expected what is ordered before the end of the line");
  EXPECT_EQ(bodyError("a order all\n"),
            "f:2:9: expected serializing, loads, stores or loads-and-stores, "
            "found 'all'");
  EXPECT_EQ(bodyError("a move fast\n"),
            "f:2:8: expected general or vector, found 'fast'");
  EXPECT_EQ(bodyError("a repeat x\n"), "f:2:10: expected a number, found 'x'");
  EXPECT_EQ(bodyError("a repeat 4 as x\n"),
            "f:2:15: expected a number, found 'x'");
  EXPECT_EQ(bodyError("a access\n"),
            "f:2:9: expected a symbol before the end of the line");
  EXPECT_EQ(bodyError("a access 4294967296\n"),
            "f:2:10: expected a number from 0 to 4294967295, found "
            "'4294967296'");
  EXPECT_EQ(bodyError("a access x\nb access 1\n"),
            "f:3:10: symbols of a kernel are either all names or all numbers");
  EXPECT_EQ(bodyError("a access x+\n"),
            "f:2:12: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a access x step\n"),
            "f:2:16: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a access x bytes 65536\n"),
            "f:2:18: expected a number from 0 to 65535, found '65536'");
}

TEST(KernelTextErrors, Uops) {
  EXPECT_EQ(bodyError("a :\n"), "f:2:4: expected a port or unit, or 'none' "
                                "before the end of the line");
  EXPECT_EQ(bodyError("a : load ; reads x\n"),
            "f:2:10: expected a port or unit, or 'none', found ';'");
  EXPECT_EQ(bodyError("a : p3\n"), "f:2:5: 'p3' is no port or unit of test");
  EXPECT_EQ(bodyError("a : p03\n"), "f:2:5: 'p03' is no port or unit of test");
  EXPECT_EQ(bodyError("a : alu\n"), "f:2:5: 'alu' is no port or unit of test");
  EXPECT_EQ(bodyError("a : p0/\n"), "f:2:8: expected a port or unit, or "
                                    "'none' before the end of the line");
  EXPECT_EQ(bodyError("a : p0*0\n"),
            "f:2:8: expected a number from 1 to 65535, found '0'");
  EXPECT_EQ(bodyError("a : p0 + p1@0\n"),
            "f:2:13: expected a number from 1 to 65535, found '0'");
  EXPECT_EQ(bodyError("a : p0 p1\n"),
            "f:2:8: expected the end of the line, found 'p1'");
  EXPECT_EQ(bodyError("a : p0 ; uses x\n"),
            "f:2:10: expected 'reads', 'writes' or 'access', found 'uses'");
}

TEST(KernelTextErrors, AccessesAndExecutedUops) {
  EXPECT_EQ(bodyError("a : load p0 ; access 128\n"),
            "f:2:22: expected a number from 0 to 127, found '128'");
  EXPECT_EQ(bodyError("a : none : p0\n"),
            "f:2:12: expected 'executed', found 'p0'");
  EXPECT_EQ(bodyError("a : none : executed\n"),
            "f:2:20: expected a port or unit, or 'none' before the end of the "
            "line");
  EXPECT_EQ(bodyError("a : none : executed p0 : executed p0\n"),
            "f:2:24: expected the end of the line, found ':'");
}

TEST(KernelTextErrors, ReadsAndWrites) {
  EXPECT_EQ(bodyError("a : p0 ; reads\n"),
            "f:2:15: expected a register or other location before the end of "
            "the line");
  EXPECT_EQ(bodyError("a : p0 ; writes $\n"),
            "f:2:18: expected a register or other location before the end of "
            "the line");
  EXPECT_EQ(bodyError("a : p0 ; reads x-y\n"), "none"); // x-y is a name
  EXPECT_EQ(bodyError("a : p0 ; reads x- 4y\n"),
            "f:2:19: expected a number, found '4y'");
  EXPECT_EQ(bodyError("a : p0 ; reads x-40000\n"),
            "f:2:18: expected a number from 0 to 32767, found '40000'");
  EXPECT_EQ(bodyError("a : p0 ; reads x-4@\n"),
            "f:2:20: expected a class before the end of the line");
  EXPECT_EQ(bodyError("a : p0 ; reads x-4@0\n"),
            "f:2:20: expected a number from 1 to 65535, found '0'");
  EXPECT_EQ(bodyError("a : p0 ; reads x~0\n"),
            "f:2:18: expected a number from 1 to 4294967295, found '0'");
  EXPECT_EQ(bodyError("a : p0 ; writes x latency\n"),
            "f:2:26: expected a number before the end of the line");
  EXPECT_EQ(bodyError("a : p0 ; writes x@1 y@mac\n"),
            "f:2:23: classes of a kernel are either all names or all numbers");
  EXPECT_EQ(bodyError("a : p0 ; writes x@mac y@1\n"),
            "f:2:25: classes of a kernel are either all names or all numbers");
}

TEST(KernelTextErrors, Registers) {
  EXPECT_EQ(bodyError("registers\n"),
            "f:2:10: expected general, vector or mask before the end of the "
            "line");
  EXPECT_EQ(bodyError("registers some x\n"),
            "f:2:11: expected general, vector or mask, found 'some'");
  EXPECT_EQ(bodyError("registers mask\n"),
            "f:2:15: expected a register or other location before the end of "
            "the line");
}

TEST(KernelTextErrors, Memory) {
  EXPECT_EQ(bodyError("memory\n"), "f:2:7: expected the storing instruction "
                                   "before the end of the line");
  EXPECT_EQ(bodyError("memory a b\n"), "f:2:10: expected '->', found 'b'");
  EXPECT_EQ(bodyError("memory a ->\n"), "f:2:12: expected the loading "
                                        "instruction before the end of the "
                                        "line");
  EXPECT_EQ(bodyError("memory a -> b distance x\n"),
            "f:2:24: expected a number, found 'x'");
  EXPECT_EQ(bodyError("memory a -> b latency 65536\n"),
            "f:2:23: expected a number from 0 to 65535, found '65536'");
  EXPECT_EQ(bodyError("a : load p0\nmemory 1 -> a\n"),
            "f:3:8: there is no instruction 1");
  EXPECT_EQ(bodyError("a : load p0\nmemory a -> c\n"),
            "f:3:13: there is no instruction 'c'");
  EXPECT_EQ(bodyError("a : load p0\na : store-data p0\nmemory 1 -> a\n"),
            "f:4:13: there are several instructions 'a'; give its number, "
            "from 0");
}

TEST(KernelTextErrors, Expectations) {
  EXPECT_EQ(bodyError("expect\n"), "f:2:7: expected a quantity (cycles, ports, "
                                   "...) before the end of the line");
  EXPECT_EQ(bodyError("expect speed 4\n"),
            "f:2:8: 'speed' cannot be expected of a kernel");
  EXPECT_EQ(bodyError("expect cycles\n"),
            "f:2:14: expected a number before the end of the line");
  for (const char *Bad : {"four", "1.", "1.x", "1.0000001", "4294967296"})
    EXPECT_EQ(
        bodyError(("expect cycles " + llvm::Twine(Bad) + "\n").str()),
        (llvm::Twine("f:2:15: expected a number, found '") + Bad + "'").str());
  EXPECT_EQ(bodyError("expect cycles 4/0\n"),
            "f:2:17: expected a number from 1 to 4294967295, found '0'");
  EXPECT_EQ(bodyError("expect bound-by\n"),
            "f:2:16: expected the part that binds before the end of the line");
  EXPECT_EQ(bodyError("expect bound-by luck\n"),
            "f:2:17: expected dependences, ports, front-end or nothing, found "
            "'luck'");
  EXPECT_EQ(bodyError("expect saturated p9\n"),
            "f:2:18: 'p9' is no port or unit of test");
  EXPECT_EQ(bodyError("expect load p01 1\n"),
            "f:2:13: expected a single port or unit");
  EXPECT_EQ(bodyError("expect load p0\n"),
            "f:2:15: expected a number before the end of the line");
  EXPECT_EQ(bodyError("expect recurrence a->\n"),
            "f:2:22: expected an instruction, or 'none' before the end of the "
            "line");
}

TEST(KernelTextErrors, InvalidKernels) {
  // What only the whole kernel shows is reported at its head.
  EXPECT_EQ(error("\nkernel k\na : p0 ; reads $t\n"),
            "f:2:1: kernel 'k': instruction 0 (a), µop 0 reads the internal "
            "value t before the instruction has written it");
  EXPECT_EQ(bodyError("a : p0 ; reads x-1@7 together\n"),
            "f:1:1: kernel 'k': instruction 0 (a), µop 0 reads a value the "
            "earlier for being issued with what makes it");
  EXPECT_EQ(bodyError("a macro-fused\n"),
            "f:1:1: kernel 'k': instruction 0 (a) is macro-fused, but nothing "
            "precedes it");
}

TEST(KernelTextErrors, MoreSetsOfPortsThanQueuesCanHave) {
  Cpu C = makeCpu(8);
  const auto Message = [&](unsigned Sets) {
    std::string Text = "kernel k\n";
    for (unsigned Mask = 1; Mask <= Sets; ++Mask) {
      Text += "a : p";
      for (unsigned Port = 0; Port != 8; ++Port)
        if (Mask >> Port & 1)
          Text += char('0' + Port);
      Text += '\n';
    }
    auto Kernels = parseKernels({Text, "f"}, C);
    if (!Kernels)
      return llvm::toString(Kernels.takeError());
    simulate(Kernels->front().K, C);
    return std::string();
  };
  EXPECT_EQ(Message(255), "");
  C.Queues.resize(2);
  C.Queues[0].Ports = 0x0f;
  C.Queues[0].Entries = 4;
  C.Queues[1].Ports = 0xf0;
  EXPECT_EQ(Message(127), "");
  EXPECT_EQ(
      Message(255),
      "f:1:1: kernel 'k': too many different ports for the queues of test");
}

} // namespace
