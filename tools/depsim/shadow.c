/*===- shadow.c - The last writer of each byte -------------------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "depsim.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

enum { PageBits = 12, PageSize = 1 << PageBits };

/* The origins of a page's bytes. */
typedef struct {
  VgHashNode Node; /* first; its key is the page's number */
  UInt Writer[PageSize], Executions[PageSize], Iteration[PageSize];
  ULong Time[PageSize];
} Page;

ULong Clock;

static VgHashTable *Pages;
/* Most accesses are where one just was: pages by their number's low bits. */
enum { CacheSize = 64 };
static Page *Cache[CacheSize];

/* The page, or NULL if nothing was written to it. */
static Page *findPage(Addr Address) {
  UWord Number = Address >> PageBits;
  Page **Cached = &Cache[Number % CacheSize];
  if (*Cached && (*Cached)->Node.key == Number)
    return *Cached;
  Page *P = Pages ? VG_(HT_lookup)(Pages, Number) : NULL;
  if (P)
    *Cached = P;
  return P;
}

static Page *addPage(Addr Address) {
  if (!Pages)
    Pages = VG_(HT_construct)("depsim.shadow");
  Page *P = VG_(calloc)("depsim.page", 1, sizeof *P);
  P->Node.key = Address >> PageBits;
  VG_(HT_add_node)(Pages, P);
  return P;
}

/* Bytes of Size from Address on that are in its page. */
static UWord bytesInPage(Addr Address, UWord Size) {
  UWord Left = PageSize - Address % PageSize;
  return Size < Left ? Size : Left;
}

static void setInPage(Page *P, const Site *S, Addr Address, UWord Size) {
  UWord Begin = Address % PageSize;
  for (UWord I = Begin; I < Begin + Size; ++I) {
    P->Writer[I] = S ? S->Number : 0;
    if (!S)
      continue;
    P->Executions[I] = (UInt)S->Executions;
    P->Iteration[I] = S->In ? (UInt)S->In->Iterations : 0;
    P->Time[I] = Clock;
  }
}

void setOrigin(const Site *S, Addr Address, UWord Size) {
  for (UWord Part; Size; Address += Part, Size -= Part) {
    Part = bytesInPage(Address, Size);
    Page *P = findPage(Address);
    if (!P && S)
      P = addPage(Address);
    if (P)
      setInPage(P, S, Address, Part);
  }
}

void forgetOrigin(Addr Address, SizeT Size) {
  if (!Pages)
    return;
  if (Size >> PageBits <= VG_(HT_count_nodes)(Pages))
    return setOrigin(NULL, Address, Size);
  /* A large range, most of which nobody wrote to. */
  VG_(HT_ResetIter)(Pages);
  for (Page *P; (P = VG_(HT_Next)(Pages));) {
    Addr Begin = P->Node.key << PageBits, Last = Begin + PageSize - 1;
    Addr LastOfRange = Address + Size - 1;
    if (Last < Address || Begin > LastOfRange)
      continue;
    Begin = Begin < Address ? Address : Begin;
    Last = Last > LastOfRange ? LastOfRange : Last;
    setInPage(P, NULL, Begin, Last - Begin + 1);
  }
}

Origin originOf(Addr Address) {
  Origin O = {0, 0, 0, 0};
  const Page *P = findPage(Address);
  if (P) {
    UWord I = Address % PageSize;
    O.Writer = P->Writer[I];
    O.Executions = P->Executions[I];
    O.Iteration = P->Iteration[I];
    O.Time = P->Time[I];
  }
  return O;
}
