//===- CpuFileTraits.h - Machine descriptions in YAML I/O -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The traits of LLVM's YAML I/O for the parts of a machine description that
/// several files share. Each part's keys stand in CpuFilePipeline.cpp (the
/// machine) or CpuFileCorrections.cpp (facts about instructions).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPUFILETRAITS_H
#define TAKT_MODELS_CPUFILETRAITS_H

#include "CpuFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

namespace takt {

/// What the traits need to find the place of a scalar.
struct CpuReaderContext {
  llvm::yaml::Input *In = nullptr;
  llvm::SourceMgr Places;
  std::string FirstError;
  /// What the scalar that was read last may be, if it is one of some names.
  std::vector<llvm::StringRef> Choices;
};

/// Reads \p Value as one of the names that it is called with, which an error
/// lists.
template <typename T> class Choice {
public:
  Choice(llvm::yaml::IO &IO, T &Value)
      : IO(IO), Value(Value),
        Names(static_cast<CpuReaderContext *>(IO.getContext())->Choices) {
    Names.clear();
  }
  void operator()(const char *Name, T Meaning) const {
    IO.enumCase(Value, Name, Meaning);
    Names.push_back(Name);
  }

private:
  llvm::yaml::IO &IO;
  T &Value;
  std::vector<llvm::StringRef> &Names;
};
template <typename T> Choice(llvm::yaml::IO &, T &) -> Choice<T>;

/// Puts the place of the node being read into \p N.
void locate(void *Ctx, FileName &N);

/// Reads a whole number of at least \p Min; an error's text otherwise.
llvm::StringRef readNumber(llvm::StringRef Scalar, unsigned Min,
                           unsigned &Value);

} // namespace takt

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(takt::FileName)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileCycles)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FilePorts)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileFit)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileUnrolling)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileQueue)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileResource)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileConditionOperand)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileUse)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileUop)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileCorrection)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileFusion)
LLVM_YAML_IS_SEQUENCE_VECTOR(takt::FileValueRule)

namespace llvm {
namespace yaml {

// YAML I/O would write with these too; Takt only reads.
#define TAKT_SCALAR(T)                                                         \
  template <> struct ScalarTraits<takt::T> {                                   \
    static StringRef input(StringRef Scalar, void *Ctx, takt::T &Value);       \
    static void output(const takt::T &, void *, raw_ostream &) {}              \
    static QuotingType mustQuote(StringRef) { return QuotingType::None; }      \
  };
TAKT_SCALAR(FileName)
TAKT_SCALAR(FileText)
TAKT_SCALAR(FileCount)
TAKT_SCALAR(FilePlacedCount)
TAKT_SCALAR(FileCycles)
TAKT_SCALAR(FilePlacedCycles)
TAKT_SCALAR(FileBytes)
TAKT_SCALAR(FileSlots)
#undef TAKT_SCALAR

#define TAKT_MAPPING(T)                                                        \
  template <> struct MappingTraits<takt::T> {                                  \
    static void mapping(IO &IO, takt::T &Value);                               \
  };
TAKT_MAPPING(FileFrontEnd)
TAKT_MAPPING(FileBuffers)
TAKT_MAPPING(FileMemory)
TAKT_MAPPING(FileBranches)
TAKT_MAPPING(FileClock)
TAKT_MAPPING(FileRenamer)
TAKT_MAPPING(FileScheduler)
TAKT_MAPPING(FileQueues)
TAKT_MAPPING(FileDomains)
TAKT_MAPPING(FileResource)
TAKT_MAPPING(FileFlags)
TAKT_MAPPING(FileConditions)
TAKT_MAPPING(FileCorrection)
TAKT_MAPPING(FileFusion)
TAKT_MAPPING(FileValueRule)
TAKT_MAPPING(CpuFile)
#undef TAKT_MAPPING

template <> struct CustomMappingTraits<takt::FilePortGroups> {
  static void inputOne(IO &IO, StringRef Key, takt::FilePortGroups &G);
  static void output(IO &, takt::FilePortGroups &) {}
};

template <> struct CustomMappingTraits<takt::FilePrefixes> {
  static void inputOne(IO &IO, StringRef Key, takt::FilePrefixes &P);
  static void output(IO &, takt::FilePrefixes &) {}
};

/// A list of names or a single one. Stronger than YAML I/O's templates; its
/// PolymorphicTraits would do if they knew empty nodes.
void yamlize(IO &IO, takt::FileNames &List, bool, EmptyContext &Ctx);

} // namespace yaml
} // namespace llvm

#endif // TAKT_MODELS_CPUFILETRAITS_H
