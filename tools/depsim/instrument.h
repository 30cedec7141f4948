/*===- instrument.h - Memory accesses of translated code ---------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
#ifndef TAKT_DEPSIM_INSTRUMENT_H
#define TAKT_DEPSIM_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/** Valgrind's: adds calls for memory accesses to a translated block. */
IRSB *instrument(VgCallbackClosure *Closure, IRSB *In,
                 const VexGuestLayout *Layout, const VexGuestExtents *Extents,
                 const VexArchInfo *Arch, IRType GuestWord, IRType HostWord);

#endif
