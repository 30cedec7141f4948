//===- HostCheck.cpp - Is this the LLVM that the plugin was built for? -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/HostCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#ifdef __linux__
#include <link.h>
#endif

using namespace llvm;
using namespace takt;

std::optional<unsigned> takt::llvmMajorOfLibrary(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  if (!Name.consume_front("libLLVM"))
    return std::nullopt;
  // libLLVM.so.19.1, libLLVM-19.so.1, libLLVM-15.so.1
  if (!Name.consume_front("-") && !Name.consume_front(".so."))
    return std::nullopt;
  unsigned Major;
  if (Name.consumeInteger(10, Major))
    return std::nullopt;
  return Major;
}

std::optional<std::string> takt::hostProblem(ArrayRef<std::string> Before,
                                             ArrayRef<std::string> After,
                                             unsigned Major) {
  const std::string Built = "built for LLVM " + utostr(Major) + ", but ";
  bool Right = false;
  for (const std::string &Path : Before)
    if (std::optional<unsigned> Found = llvmMajorOfLibrary(Path)) {
      if (*Found != Major)
        return Built + "this program uses LLVM " + utostr(*Found) + " (" +
               Path + ")";
      Right = true;
    }
  if (Right)
    return std::nullopt;
  for (const std::string &Path : After)
    if (llvmMajorOfLibrary(Path))
      return Built + "this program has its own LLVM inside; " + Path +
             " came only with the plugin";
  return std::nullopt;
}

#ifdef __linux__
namespace {
struct LoadedLibraries {
  uintptr_t Self;
  bool SeenSelf = false;
  std::vector<std::string> Before, After;
};
} // namespace

static int collect(dl_phdr_info *Info, size_t, void *Data) {
  auto &L = *static_cast<LoadedLibraries *>(Data);
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const auto &P = Info->dlpi_phdr[I];
    const uintptr_t Start = Info->dlpi_addr + P.p_vaddr;
    if (P.p_type == PT_LOAD && L.Self >= Start && L.Self < Start + P.p_memsz)
      L.SeenSelf = true;
  }
  (L.SeenSelf ? L.After : L.Before).push_back(Info->dlpi_name);
  return 0;
}

std::optional<std::string> takt::checkHost(const void *Self, unsigned Major) {
  LoadedLibraries L;
  L.Self = reinterpret_cast<uintptr_t>(Self);
  dl_iterate_phdr(collect, &L);
  return hostProblem(L.Before, L.After, Major);
}
#else
std::optional<std::string> takt::checkHost(const void *, unsigned) {
  return std::nullopt;
}
#endif
