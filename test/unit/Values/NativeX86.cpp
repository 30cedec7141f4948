//===- NativeX86.cpp - Runs code of x86-64 on this machine
//-----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NativeX86.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstring>
#if defined(__x86_64__) && defined(__linux__)
#include <sys/mman.h>
#define TAKT_NATIVE_X86 1
#else
#define TAKT_NATIVE_X86 0
#endif

using namespace takt;
using namespace takt::test;

const char *const MachineState::GeneralNames[NumGeneral] = {
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
    "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};

/// What a function must leave as it was, by the System V ABI.
static const char *const Kept[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};

#if TAKT_NATIVE_X86

bool NativeX86::isPossible() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("popcnt");
}

NativeX86::NativeX86(Assembler &A) {
  void *P = mmap(nullptr, TotalBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (P == MAP_FAILED) {
    ADD_FAILURE() << "no page that code can run on";
    return;
  }
  Memory = static_cast<uint8_t *>(P);
  auto At = [&](size_t Offset) {
    return "[0x" +
           llvm::utohexstr(reinterpret_cast<uint64_t>(Memory) + StateAt +
                           Offset) +
           "]";
  };
  std::string Saved = At(sizeof(MachineState)), In, Out;
  for (const char *R : Kept)
    In += std::string("push ") + R + "\n";
  In += "mov " + Saved + ", rsp\n";
  for (unsigned I = 0; I < MachineState::NumGeneral; ++I) {
    std::string R = MachineState::GeneralNames[I], Place = At(8 * I);
    In += "mov " + R + ", " + Place + "\n";
    Out += "mov " + Place + ", " + R + "\n";
  }
  for (unsigned I = 0; I < MachineState::NumVector; ++I) {
    std::string R = "xmm" + std::to_string(I),
                Place = At(offsetof(MachineState, Vector) + 16 * I);
    In += "movups " + R + ", " + Place + "\n";
    Out += "movups " + Place + ", " + R + "\n";
  }
  Out += "vzeroupper\nmov rsp, " + Saved + "\n";
  for (const char *R : llvm::reverse(Kept))
    Out += std::string("pop ") + R + "\n";
  Out += "ret\n";
  Enter = A.assemble(In);
  Leave = A.assemble(Out);
}

NativeX86::~NativeX86() {
  if (Memory)
    munmap(Memory, TotalBytes);
}

void NativeX86::run(llvm::ArrayRef<CodeInstr> Code, MachineState &S) {
  if (!Memory)
    return;
  uint8_t *To = Memory;
  for (llvm::ArrayRef<CodeInstr> Part : {llvm::ArrayRef<CodeInstr>(Enter), Code,
                                         llvm::ArrayRef<CodeInstr>(Leave)})
    for (const CodeInstr &I : Part) {
      ASSERT_LE(To + I.Size, Memory + StateAt) << "code is too long";
      memcpy(To, I.Bytes.data(), I.Size);
      To += I.Size;
    }
  memcpy(Memory + StateAt, &S, sizeof(S));
  reinterpret_cast<void (*)()>(Memory)();
  memcpy(&S, Memory + StateAt, sizeof(S));
}

#else

bool NativeX86::isPossible() { return false; }
NativeX86::NativeX86(Assembler &) {}
NativeX86::~NativeX86() = default;
void NativeX86::run(llvm::ArrayRef<CodeInstr>, MachineState &) {}

#endif
