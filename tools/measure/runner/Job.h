//===- Job.h - What a runner is asked to measure ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lines that takt-measure writes and a runner reads. A runner knows no
/// LLVM: it gets bytes, and where these access memory, so that it can be built
/// for and carried to any machine. Nothing here includes LLVM's headers.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_JOB_H
#define TAKT_TOOLS_MEASURE_RUNNER_JOB_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace takt {

enum class Arch : uint8_t { X86_64, AArch64 };

/// "x86_64", "aarch64".
const char *archName(Arch A);

/// The one that this program is compiled for; none if it is neither.
std::optional<Arch> hostArch();

/// What is added to a base register before the displacement.
enum class IndexKind : uint8_t { Whole, Signed32, Unsigned32 };

/// Where an instruction accesses memory. Registers by encoding number; 31 is
/// the stack pointer of AArch64.
struct AccessSite {
  unsigned Instr = 0; ///< index in the body
  bool Load = false, Store = false;
  unsigned Size = 0; ///< bytes; at least 1
  std::optional<unsigned> Base, Index;
  IndexKind Kind = IndexKind::Whole;
  unsigned Scale = 1; ///< of the index
  int64_t Displacement = 0;
};

/// Four bytes of the body that hold a distance from the end of an instruction
/// to an address (x86's rip-relative operands). They are filled in for every
/// copy, so that all copies access the same place.
struct PcField {
  unsigned Offset = 0; ///< of the field in the body
  unsigned End = 0;    ///< of the instruction in the body
  uint64_t Target = 0; ///< address
};

/// A register whose first value says how often the body repeats: \p Base's
/// first value if there is one, plus Constant, plus Step for each repetition.
struct CountRegister {
  unsigned Register = 0;
  std::optional<unsigned> Base;
  int64_t Constant = 0, Step = 1;
};

/// What memory and vector registers hold.
enum class Fill : uint8_t {
  Pointers, ///< words that point to yet other words; vectors 1.0
  Doubles,  ///< 1.0 everywhere
  Floats,   ///< 1.0f everywhere
};

/// A body to run, and how often.
struct Job {
  /// A process that has found no level by then finds none.
  static constexpr unsigned MostRounds = 40;

  Arch For = Arch::X86_64;
  std::vector<uint8_t> Body;
  /// Bytes of each instruction of the body.
  std::vector<unsigned> Sizes;
  /// How a loop counts; none: copies of the body are run in a row.
  std::optional<CountRegister> Count;
  /// Repetitions of the two runs whose difference is taken, at most.
  uint64_t Few = 0, Many = 0;
  /// Of the body's first byte in its page of 4096 bytes.
  unsigned Offset = 0;
  Fill Memory = Fill::Pointers;
  std::vector<AccessSite> Accesses;
  std::vector<PcField> Fields;
  /// Registers that start as small numbers if the body faults with pointers:
  /// those that are no base of an address. A bit each.
  uint32_t Small = 0;
  /// Of processor time, for each process.
  unsigned TimeoutMilliseconds = 3000;
  /// Of samples, after which a process gives up: 1 to MostRounds.
  unsigned Rounds = MostRounds;
};

/// One line, without its end: "job arch=x86_64 body=4801c8 ...".
std::string formatJob(const Job &J);

/// Reads such a line. \returns what is wrong with it, or nothing: not a job, an
/// unknown or malformed field, no body, sizes that are not the body's, fields
/// or accesses beyond it.
std::string parseJob(const std::string &Line, Job &J);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_JOB_H
