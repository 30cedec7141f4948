//===- takt.cpp - Cycles of code the compiler is not at hand for ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads objects, assembly and raw bytes and says where the loops are.
///
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "takt/models/Cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace takt;

static constexpr const char *Tool = "takt";

static cl::OptionCategory InputCategory("Input options");
static cl::OptionCategory SelectionCategory("Selection options");

static cl::list<std::string>
    Inputs(cl::Positional, cl::OneOrMore, cl::cat(InputCategory),
           cl::desc("<object, assembly, hex or - for standard input>..."));
static cl::opt<std::string>
    CpuName("cpu", cl::cat(InputCategory), cl::value_desc("name"),
            cl::desc("CPU: a description's or LLVM's name, a machine "
                     "description (path/to/cpu.yaml), or native"));
static cl::opt<std::string>
    TripleName("triple", cl::cat(InputCategory), cl::value_desc("triple"),
               cl::desc("Target triple (default: the object's, else Linux on "
                        "the CPU's architecture)"));
static cl::opt<std::string>
    Attributes("attr", cl::cat(InputCategory), cl::value_desc("+a,-b,..."),
               cl::desc("Features beside those of the CPU"));
static cl::opt<InputKind>
    Kind("input", cl::cat(InputCategory), cl::init(InputKind::Auto),
         cl::desc("What the input is:"),
         cl::values(clEnumValN(InputKind::Auto, "auto", "found out (default)"),
                    clEnumValN(InputKind::Object, "object",
                               "object, executable, library, archive"),
                    clEnumValN(InputKind::Assembly, "asm", "assembly"),
                    clEnumValN(InputKind::Hex, "hex", "bytes as hex digits")));
static cl::opt<bool>
    Intel("intel-syntax", cl::cat(InputCategory),
          cl::desc("x86 assembly in Intel syntax, in and out"));

static cl::list<std::string>
    Functions("function", cl::cat(SelectionCategory), cl::value_desc("name"),
              cl::desc("Only functions of this name: as linked or demangled, "
                       "globs allowed; may be given several times"));
static cl::opt<std::string>
    Addresses("address", cl::cat(SelectionCategory),
              cl::value_desc("start-end"),
              cl::desc("Only loops within these hexadecimal addresses, end not "
                       "included; without a loop the range itself"));
static cl::opt<std::string>
    SourceRange("line", cl::cat(SelectionCategory),
                cl::value_desc("file:from[-to]"),
                cl::desc("Only loops with code of these source lines"));
static cl::opt<bool> AllLoops("all-loops", cl::cat(SelectionCategory),
                              cl::desc("Outer loops too"));
static cl::opt<RegionChoice> Regions(
    "regions", cl::cat(SelectionCategory), cl::init(RegionChoice::Auto),
    cl::desc("Which pieces of code:"),
    cl::values(clEnumValN(RegionChoice::Auto, "auto",
                          "marked regions, else loops (default)"),
               clEnumValN(RegionChoice::Markers, "marked", "marked regions"),
               clEnumValN(RegionChoice::Loops, "loops", "loops"),
               clEnumValN(RegionChoice::Whole, "whole",
                          "all code as one piece")));
static cl::opt<Notion> Repeats(
    "notion", cl::cat(SelectionCategory),
    cl::desc("How a piece of code repeats (default: as its last branch says):"),
    cl::values(clEnumValN(Notion::Loop, "loop", "as the body of a loop (TP_L)"),
               clEnumValN(Notion::Unrolled, "unrolled",
                          "copy behind copy (TP_U)")));

static Expected<ReadOptions> readOptions() {
  ReadOptions O;
  O.Kind = Kind;
  O.Target.Cpu = CpuName;
  O.Target.Triple = TripleName;
  O.Target.Attributes = Attributes;
  O.Target.IntelSyntax = Intel;
  O.Regions = Regions;
  O.AllLoops = AllLoops;
  if (Repeats.getNumOccurrences())
    O.Repeats = Repeats;
  for (const std::string &F : Functions)
    if (Error E = O.Select.addFunction(F))
      return std::move(E);
  if (Addresses.getNumOccurrences())
    if (Error E = O.Select.setAddresses(Addresses))
      return std::move(E);
  if (SourceRange.getNumOccurrences())
    if (Error E = O.Select.setLines(SourceRange))
      return std::move(E);
  if (!StringRef(CpuName).ends_with(".yaml"))
    return O;
  auto File = MemoryBuffer::getFile(CpuName, /*IsText=*/true);
  if (!File)
    return createStringError(File.getError(),
                             CpuName + ": " + File.getError().message());
  Expected<std::shared_ptr<const Cpu>> C = parseCpu((*File)->getMemBufferRef());
  if (!C)
    return C.takeError();
  O.Target.Cpu.clear();
  O.Target.Description = *C;
  return O;
}

static void print(raw_ostream &OS, StringRef Input, CodeTarget &T,
                  const CodeRegion &R) {
  OS << Input;
  if (!R.Member.empty())
    OS << '(' << R.Member << ')';
  OS << ": " << regionKindName(R.Kind);
  if (!R.Name.empty())
    OS << " '" << R.Name << '\'';
  if (!R.Demangled.empty())
    OS << " in " << R.Demangled;
  OS << " [" << format_hex(R.Range.Start, 0) << ", "
     << format_hex(R.Range.End, 0) << ')';
  if (R.Line)
    OS << " at " << R.File << ':' << R.Line;
  OS << ", " << (R.Repeats == Notion::Loop ? "loop" : "unrolled") << " on "
     << T.llvmCpu();
  if (R.Depth)
    OS << ", depth " << R.Depth;
  if (R.Blocks > 1)
    OS << ", " << R.Path.size() << " of " << R.Blocks << " blocks";
  if (!R.Assumption.empty())
    OS << ", " << R.Assumption;
  if (R.Closed)
    OS << ", closed by a counter and a branch";
  if (!R.WhyNot.empty())
    OS << ", not modelled: " << R.WhyNot;
  OS << '\n';
  for (const auto &[I, Index] :
       zip(R.Instrs, llvm::seq<size_t>(0, R.Instrs.size()))) {
    OS << format_hex_no_prefix(I.Offset, 8) << "  " << T.print(I)
       << (I.Taken ? "  # taken" : "");
    if (!R.Positions.empty() && R.Positions[Index].Line)
      OS << "  # line " << R.Positions[Index].Line;
    OS << '\n';
  }
}

/// \returns false after an error.
static bool analyse(StringRef Argument, const ReadOptions &Options) {
  bool Ok = true;
  std::string Name = Argument == "-" ? "<stdin>" : Argument.str();
  auto Report = [&](Error E) {
    Ok = false;
    const std::string Text = toString(std::move(E));
    // LLVM's assembler names the file itself.
    WithColor::error(errs(), Tool)
        << (StringRef(Text).starts_with(Name) ? "" : Name + ": ") << Text
        << '\n';
  };
  Expected<std::unique_ptr<MemoryBuffer>> Input = openInput(Argument);
  if (!Input) {
    Report(Input.takeError());
    return false;
  }
  Name = (*Input)->getBufferIdentifier().str();
  Expected<std::unique_ptr<CodeTarget>> T = targetFor(**Input, Options);
  if (!T) {
    Report(T.takeError());
    return false;
  }
  if (Error E = readCode(
          **Input, **T, Options,
          {[&](CodeRegion R) { print(outs(), Name, **T, R); }, Report}))
    Report(std::move(E));
  return Ok;
}

int main(int Argc, char **Argv) {
  const InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions({&InputCategory, &SelectionCategory});
  cl::ParseCommandLineOptions(Argc, Argv,
                              "Takt: finds the loops of machine code\n");
  Expected<ReadOptions> Options = readOptions();
  if (!Options) {
    WithColor::error(errs(), Tool) << toString(Options.takeError()) << '\n';
    return 1;
  }
  bool Ok = true;
  for (const std::string &Input : Inputs)
    Ok &= analyse(Input, *Options);
  return Ok ? 0 : 1;
}
