//===- RegisterMap.h - Registers as locations -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers share a value. LLVM's register units are finer than what a
/// CPU renames (al and ah of rax); here all parts of one architectural register
/// are one group, and tuples of registers (q0_q1) are several.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_REGISTERMAP_H
#define TAKT_MODELS_REGISTERMAP_H

#include "takt/models/Cpu.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCRegister.h"
#include <vector>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace takt {

/// The registers of a target as a CPU's description sees them.
class RegisterMap {
public:
  /// A register's place.
  struct Entry {
    /// Groups of which the register is (a part of) one; empty for registers
    /// that carry no dependence.
    llvm::SmallVector<uint16_t, 2> Groups;
    /// The register is only a part of its group, and writing it leaves the rest
    /// as it was unless the ISA says otherwise.
    bool Partial = false;
    /// Its size; 0: not known.
    uint16_t Bits = 0;
    /// The register is the second byte of its group (ah of rax).
    bool HighByte = false;
    /// The register has such a part.
    bool HoldsHighByte = false;
  };

  /// An error if \p C names a register that the target lacks.
  static llvm::Expected<RegisterMap> create(const llvm::MCRegisterInfo &MRI,
                                            const Cpu &C);

  /// An error for the first register that a correction names and that does not
  /// exist.
  llvm::Error checkCorrections(const Cpu &C) const;

  const Entry &entry(llvm::MCRegister R) const { return Entries[R.id()]; }
  bool isFlags(llvm::MCRegister R) const { return R.isValid() && R == Flags; }
  bool isStackPointer(llvm::MCRegister R) const {
    return R.isValid() && R == StackPointer;
  }
  /// \p R is the stack pointer or a part of it.
  bool isPartOfStackPointer(llvm::MCRegister R) const {
    return StackPointer && R.isValid() &&
           entry(R).Groups == entry(StackPointer).Groups;
  }
  bool isHighByte(llvm::MCRegister R) const { return entry(R).HighByte; }
  llvm::MCRegister flags() const { return Flags; }
  llvm::MCRegister stackPointer() const { return StackPointer; }
  /// Some register class holds the stack pointer and \p R, or a part of \p R's
  /// group: an integer register, not a vector.
  bool isGeneral(llvm::MCRegister R) const { return isIn(General, R); }
  /// The same of the CPU's mask register.
  bool isMask(llvm::MCRegister R) const { return isIn(Masks, R); }
  unsigned numGroups() const { return NumGroups; }
  /// Bits of the widest register that is \p Group or a part of it.
  unsigned groupBits(uint16_t Group) const { return GroupBits[Group]; }

  /// The register with the lower-case name \p Name, or none.
  llvm::MCRegister find(llvm::StringRef Name) const;
  /// How people call the value in \p R: "rax" for al, "xmm0" for xmm0.
  std::string name(llvm::MCRegister R) const;
  /// The same for the part of \p R that is in \p Group: "q1" out of q0_q1.
  std::string name(llvm::MCRegister R, uint16_t Group) const;

private:
  explicit RegisterMap(const llvm::MCRegisterInfo &MRI) : MRI(&MRI) {}
  llvm::Expected<llvm::MCRegister> resolve(const LLVMName &N) const;
  void makeGroups();
  llvm::BitVector findLike(llvm::MCRegister R) const;
  bool isIn(const llvm::BitVector &Groups, llvm::MCRegister R) const;

  const llvm::MCRegisterInfo *MRI;
  std::vector<Entry> Entries;
  llvm::StringMap<unsigned> ByName;
  llvm::BitVector General, Masks;
  unsigned NumGroups = 0;
  std::vector<uint16_t> GroupBits;
  llvm::MCRegister Flags, StackPointer, Mask;
};

} // namespace takt

#endif // TAKT_MODELS_REGISTERMAP_H
