/*===- sites.c - Instructions that the filters let through -------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "depsim.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

/* By run-time address. An instruction is translated more than once, so sites
   are kept. */
typedef struct {
  VgHashNode Node; /* first; its key is the address */
  Site S;
} Entry;

static VgHashTable *Table;
static Site **Sites;
static UInt NumSites, SiteCapacity;
static HChar **Objects;
static UInt NumObjects, ObjectCapacity;

UInt numSites(void) { return NumSites; }
Site *siteByNumber(UInt Number) { return Sites[Number - 1]; }
UInt numObjects(void) { return NumObjects; }
const HChar *objectPath(UInt Index) { return Objects[Index]; }

static Bool isWantedObject(const HChar *Path) {
  const HChar *Name = VG_(strrchr)(Path, '/');
  if (Name && !VG_(strchr)(TheOptions.Object, '/'))
    return VG_(string_match)(TheOptions.Object, Name + 1);
  return VG_(string_match)(TheOptions.Object, Path);
}

static UInt objectIndex(const HChar *Path) {
  for (UInt I = 0; I < NumObjects; ++I)
    if (VG_(strcmp)(Objects[I], Path) == 0)
      return I;
  Objects = growArray(Objects, NumObjects, &ObjectCapacity, sizeof *Objects);
  Objects[NumObjects] = VG_(strdup)("depsim.object", Path);
  return NumObjects++;
}

static Site *addSite(Addr Address, UInt Size, ULong Offset, UInt Object) {
  Entry *E = VG_(calloc)("depsim.site", 1, sizeof *E);
  E->Node.key = Address;
  E->S.Offset = Offset;
  E->S.Size = Size;
  E->S.Object = Object;
  E->S.In = findLoop(Offset);
  E->S.IsHeader = E->S.In && E->S.In->Header == Offset;
  Sites = growArray(Sites, NumSites, &SiteCapacity, sizeof *Sites);
  Sites[NumSites++] = &E->S;
  E->S.Number = NumSites;
  VG_(HT_add_node)(Table, E);
  return &E->S;
}

Site *siteAt(Addr Address, UInt Size) {
  if (!Table)
    Table = VG_(HT_construct)("depsim.sites");
  Entry *Known = VG_(HT_lookup)(Table, Address);
  if (Known)
    return &Known->S;
  DiEpoch Epoch = VG_(current_DiEpoch)();
  DebugInfo *Info = VG_(find_DebugInfo)(Epoch, Address);
  if (!Info || !isWantedObject(VG_(DebugInfo_get_filename)(Info)))
    return NULL;
  ULong Offset = Address - (Addr)VG_(DebugInfo_get_text_bias)(Info);
  if (TheOptions.High && (Offset < TheOptions.Low || Offset >= TheOptions.High))
    return NULL;
  const HChar *Function;
  if (haveFunctionFilter() && !(VG_(get_fnname)(Epoch, Address, &Function) &&
                                isWantedFunction(Function)))
    return NULL;
  return addSite(Address, Size, Offset,
                 objectIndex(VG_(DebugInfo_get_filename)(Info)));
}
