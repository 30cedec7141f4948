//===- Job.cpp - What a runner is asked to measure ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Text.h"
#include <numeric>

using namespace takt;

const char *takt::archName(Arch A) {
  return A == Arch::X86_64 ? "x86_64" : "aarch64";
}

std::optional<Arch> takt::hostArch() {
#if defined(__linux__) && defined(__x86_64__)
  return Arch::X86_64;
#elif defined(__linux__) && defined(__aarch64__)
  return Arch::AArch64;
#else
  return std::nullopt;
#endif
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string number(int64_t N) { return std::to_string(N); }

static std::string number(std::optional<unsigned> N) {
  return N ? std::to_string(*N) : "-";
}

static std::string formatAccess(const AccessSite &A) {
  static const char *const Kinds[] = {"whole", "signed32", "unsigned32"};
  return std::to_string(A.Instr) + ":" + (A.Load ? "l" : "") +
         (A.Store ? "s" : "") + ":" + std::to_string(A.Size) + ":" +
         number(A.Base) + ":" + number(A.Index) + ":" +
         Kinds[static_cast<unsigned>(A.Kind)] + ":" + std::to_string(A.Scale) +
         ":" + number(A.Displacement);
}

std::string takt::formatJob(const Job &J) {
  static const char *const Fills[] = {"pointers", "doubles", "floats"};
  std::string S = std::string("job arch=") + archName(J.For) +
                  " body=" + hexText(J.Body) + " sizes=";
  for (size_t I = 0; I != J.Sizes.size(); ++I)
    S += (I ? "," : "") + std::to_string(J.Sizes[I]);
  if (J.Count)
    S += " count=" + std::to_string(J.Count->Register) + ":" +
         number(J.Count->Base) + ":" + number(J.Count->Constant) + ":" +
         number(J.Count->Step);
  S += " few=" + std::to_string(J.Few) + " many=" + std::to_string(J.Many) +
       " offset=" + std::to_string(J.Offset) +
       " fill=" + Fills[static_cast<unsigned>(J.Memory)] +
       " small=" + std::to_string(J.Small) +
       " timeout=" + std::to_string(J.TimeoutMilliseconds);
  // Runners of before know no other number.
  if (J.Rounds != Job::MostRounds)
    S += " rounds=" + std::to_string(J.Rounds);
  for (const AccessSite &A : J.Accesses)
    S += " access=" + formatAccess(A);
  for (const PcField &F : J.Fields)
    S += " field=" + std::to_string(F.Offset) + ":" + std::to_string(F.End) +
         ":" + std::to_string(F.Target);
  return S;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// "-" or a register.
static bool readRegister(const std::string &Text, std::optional<unsigned> &R) {
  R.reset();
  if (Text == "-")
    return true;
  unsigned Number = 0;
  if (!readNumber(Text, Number) || Number > 31)
    return false;
  R = Number;
  return true;
}

static bool readAccess(const std::string &Text, AccessSite &A) {
  const std::vector<std::string> P = splitText(Text, ':');
  if (P.size() != 8 || !readNumber(P[0], A.Instr) ||
      !readNumber(P[2], A.Size) || !readRegister(P[3], A.Base) ||
      !readRegister(P[4], A.Index) || !readNumber(P[6], A.Scale) ||
      !readNumber(P[7], A.Displacement))
    return false;
  A.Load = P[1] == "l" || P[1] == "ls";
  A.Store = P[1] == "s" || P[1] == "ls";
  if (P[5] == "signed32")
    A.Kind = IndexKind::Signed32;
  else if (P[5] == "unsigned32")
    A.Kind = IndexKind::Unsigned32;
  else if (P[5] != "whole")
    return false;
  return (A.Load || A.Store) && A.Size >= 1 && A.Size <= 4096;
}

static bool readField(const std::string &Text, PcField &F) {
  const std::vector<std::string> P = splitText(Text, ':');
  return P.size() == 3 && readNumber(P[0], F.Offset) &&
         readNumber(P[1], F.End) && readNumber(P[2], F.Target);
}

static bool readCount(const std::string &Text, CountRegister &C) {
  const std::vector<std::string> P = splitText(Text, ':');
  std::optional<unsigned> Register;
  if (P.size() != 4 || !readRegister(P[0], Register) || !Register ||
      !readRegister(P[1], C.Base) || !readNumber(P[2], C.Constant) ||
      !readNumber(P[3], C.Step))
    return false;
  C.Register = *Register;
  return true;
}

static bool readSizes(const std::string &Text, std::vector<unsigned> &Sizes) {
  for (const std::string &Part : splitText(Text, ',')) {
    Sizes.emplace_back();
    if (!readNumber(Part, Sizes.back()) || Sizes.back() == 0)
      return false;
  }
  return true;
}

static bool readFill(const std::string &Text, Fill &F) {
  if (Text == "doubles")
    F = Fill::Doubles;
  else if (Text == "floats")
    F = Fill::Floats;
  else
    return Text == "pointers";
  return true;
}

static bool readPart(const std::string &Key, const std::string &Value, Job &J) {
  if (Key == "arch") {
    J.For = Value == archName(Arch::AArch64) ? Arch::AArch64 : Arch::X86_64;
    return Value == archName(J.For);
  }
  if (Key == "body")
    return readHex(Value, J.Body);
  if (Key == "sizes")
    return readSizes(Value, J.Sizes);
  if (Key == "count")
    return readCount(Value, J.Count.emplace());
  if (Key == "few")
    return readNumber(Value, J.Few);
  if (Key == "many")
    return readNumber(Value, J.Many);
  if (Key == "offset")
    return readNumber(Value, J.Offset) && J.Offset < 4096;
  if (Key == "fill")
    return readFill(Value, J.Memory);
  if (Key == "small")
    return readNumber(Value, J.Small);
  if (Key == "timeout")
    return readNumber(Value, J.TimeoutMilliseconds) &&
           J.TimeoutMilliseconds != 0;
  if (Key == "rounds")
    return readNumber(Value, J.Rounds) && J.Rounds >= 1 &&
           J.Rounds <= Job::MostRounds;
  if (Key == "access")
    return readAccess(Value, J.Accesses.emplace_back());
  return Key == "field" && readField(Value, J.Fields.emplace_back());
}

std::string takt::parseJob(const std::string &Line, Job &J) {
  const std::vector<std::string> Words = splitText(Line, ' ');
  if (Words.empty() || Words[0] != "job")
    return "a line that is no job";
  for (size_t I = 1; I != Words.size(); ++I) {
    const size_t Equals = Words[I].find('=');
    if (Equals == std::string::npos ||
        !readPart(Words[I].substr(0, Equals), Words[I].substr(Equals + 1), J))
      return "malformed in a job: " + Words[I].substr(0, 40);
  }
  if (J.Body.empty())
    return "a job without a body";
  if (std::accumulate(J.Sizes.begin(), J.Sizes.end(), size_t(0)) !=
      J.Body.size())
    return "a job whose sizes are not those of its body";
  for (const AccessSite &A : J.Accesses)
    if (A.Instr >= J.Sizes.size())
      return "a job with an access of no instruction";
  for (const PcField &F : J.Fields)
    if (F.End > J.Body.size() || F.Offset + 4 > F.End)
      return "a job with a field beyond its body";
  if (J.Few == 0 || J.Many <= J.Few)
    return "a job whose runs have no difference";
  return "";
}
