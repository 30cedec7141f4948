//===- ObjectData.h - What lies at a place of an object ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bytes of a linked image by address; the bytes and the relocations of a
/// relocatable object by section and offset.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_OBJECTDATA_H
#define TAKT_TOOLS_INPUT_OBJECTDATA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ObjectFile.h"
#include <optional>
#include <vector>

namespace takt {

/// A place: an offset into a section of a relocatable object, an address of a
/// linked image.
struct ObjectPlace {
  uint64_t Section = 0; ///< 0 in linked images
  uint64_t Address = 0;

  bool operator==(const ObjectPlace &O) const {
    return Section == O.Section && Address == O.Address;
  }
};

/// A relocation whose symbol lies in the object.
struct ObjectRelocation {
  uint64_t Offset = 0;
  uint64_t Type = 0; ///< the architecture's number (R_X86_64_*, ...)
  ObjectPlace To;    ///< symbol and addend, S + A in the words of ELF
};

/// Read-only data of one ELF object, which outlives this. What cannot be read
/// is not there.
class ObjectData {
public:
  explicit ObjectData(const llvm::object::ObjectFile &Obj);

  bool isRelocatable() const { return Relocatable; }
  /// The place of \p Address in the section with index \p Section.
  ObjectPlace place(uint64_t Section, uint64_t Address) const {
    return {Relocatable ? Section : 0, Address};
  }
  /// \p Size bytes (1, 2, 4 or 8) at \p P, little-endian; none if they are not
  /// in the object or may be written when it runs.
  std::optional<uint64_t> read(ObjectPlace P, unsigned Size) const;
  /// The only relocation in [\p P, \p P + \p Size); none also in linked images.
  const ObjectRelocation *relocation(ObjectPlace P, unsigned Size) const;

private:
  struct Section {
    uint64_t Index, Address;
    llvm::StringRef Bytes;
  };
  void readRelocations(const llvm::object::SectionRef &Table, uint64_t Of);

  bool Relocatable = false;
  std::vector<Section> Sections;
  llvm::DenseMap<uint64_t, std::vector<ObjectRelocation>> Relocations;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_OBJECTDATA_H
