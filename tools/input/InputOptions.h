//===- InputOptions.h - The options that say what is read -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options that programs share which read code: takt and takt-measure.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_INPUTOPTIONS_H
#define TAKT_TOOLS_INPUT_INPUTOPTIONS_H

#include "Options.h"
#include "llvm/Support/CommandLine.h"

namespace takt {

/// The options of the categories "Input options" and "Selection options". To be
/// made before the command line is parsed, once in a program.
struct InputOptions {
  llvm::cl::OptionCategory InputCategory{"Input options"};
  llvm::cl::OptionCategory SelectionCategory{"Selection options"};

  llvm::cl::list<std::string> Inputs{
      llvm::cl::Positional, llvm::cl::cat(InputCategory),
      llvm::cl::desc("<object, assembly, hex, or - for standard input>...")};
  llvm::cl::opt<std::string> CpuName{
      "cpu", llvm::cl::cat(InputCategory), llvm::cl::value_desc("name"),
      llvm::cl::desc(
          "CPU: a description's or LLVM's name, a machine description "
          "(path/to/cpu.yaml), or native")};
  llvm::cl::opt<std::string> TripleName{
      "triple", llvm::cl::cat(InputCategory), llvm::cl::value_desc("triple"),
      llvm::cl::desc(
          "Target triple (default: the object's, else Linux on the CPU's "
          "architecture)")};
  llvm::cl::opt<std::string> Attributes{
      "attr", llvm::cl::cat(InputCategory), llvm::cl::value_desc("+a,-b,..."),
      llvm::cl::desc("Features beside those of the CPU")};
  llvm::cl::opt<InputKind> Kind{
      "input", llvm::cl::cat(InputCategory), llvm::cl::init(InputKind::Auto),
      llvm::cl::desc("What the input is:"),
      llvm::cl::values(
          clEnumValN(InputKind::Auto, "auto", "found out (default)"),
          clEnumValN(InputKind::Object, "object",
                     "object, executable, library, archive"),
          clEnumValN(InputKind::Assembly, "asm", "assembly"),
          clEnumValN(InputKind::Hex, "hex", "bytes as hex digits"))};
  llvm::cl::opt<unsigned> Alignment{
      "alignment", llvm::cl::cat(InputCategory), llvm::cl::init(0),
      llvm::cl::value_desc("n"),
      llvm::cl::desc(
          "Hex: bytes between the start of a 64-byte line and the code "
          "(default 0)")};
  llvm::cl::opt<bool> Intel{
      "intel-syntax", llvm::cl::cat(InputCategory),
      llvm::cl::desc("x86 assembly in Intel syntax, in and out")};

  llvm::cl::list<std::string> Functions{
      "function", llvm::cl::cat(SelectionCategory),
      llvm::cl::value_desc("name"),
      llvm::cl::desc(
          "Only functions of this name: as linked or demangled, globs "
          "allowed; may be given several times")};
  llvm::cl::opt<std::string> Addresses{
      "address", llvm::cl::cat(SelectionCategory),
      llvm::cl::value_desc("start-end"),
      llvm::cl::desc("Only loops within these hexadecimal addresses, end not "
                     "included; without a loop the range itself")};
  llvm::cl::list<std::string> Paths{
      "path", llvm::cl::cat(SelectionCategory),
      llvm::cl::value_desc("start-end,..."),
      llvm::cl::desc(
          "The code of these hexadecimal addresses in this order; may be "
          "given several times")};
  llvm::cl::opt<std::string> SourceRange{
      "line", llvm::cl::cat(SelectionCategory),
      llvm::cl::value_desc("file:from[-to]"),
      llvm::cl::desc("Only loops with code of these source lines")};
  llvm::cl::opt<bool> AllLoops{"all-loops", llvm::cl::cat(SelectionCategory),
                               llvm::cl::desc("Outer loops too")};
  llvm::cl::opt<RegionChoice> Regions{
      "regions", llvm::cl::cat(SelectionCategory),
      llvm::cl::init(RegionChoice::Auto),
      llvm::cl::desc("Which pieces of code:"),
      llvm::cl::values(
          clEnumValN(RegionChoice::Auto, "auto",
                     "marked regions, else loops (default)"),
          clEnumValN(RegionChoice::Markers, "marked", "marked regions"),
          clEnumValN(RegionChoice::Loops, "loops", "loops"),
          clEnumValN(RegionChoice::Whole, "whole", "all code as one piece"))};
  llvm::cl::opt<Notion> Repeats{
      "notion", llvm::cl::cat(SelectionCategory),
      llvm::cl::desc("How a piece of code repeats (default: as its last branch "
                     "says):"),
      llvm::cl::values(
          clEnumValN(Notion::Loop, "loop",
                     "as the body of a loop (TP_L); closed by a counter "
                     "and a branch if it is none"),
          clEnumValN(Notion::Unrolled, "unrolled", "copy behind copy (TP_U)"))};

  /// What they say, once the command line is parsed. Errors: values that do not
  /// parse, a machine description that cannot be read.
  llvm::Expected<ReadOptions> read() const;
  /// Some of the code is chosen, by other means than paths.
  bool selects() const;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_INPUTOPTIONS_H
