/*===- pairs.c - Dependences between two instructions ------------*- C -*-===*\
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

typedef struct {
  VgHashNode Node; /* first; its key is made of both sites */
  Pair P;
} Entry;

static VgHashTable *Table;
static Pair **Pairs;
static UInt NumPairs, PairCapacity;

UInt numPairs(void) { return NumPairs; }
const Pair *pairAt(UInt Index) { return Pairs[Index]; }

static Pair *pairOf(UInt Source, UInt Destination) {
  UWord Key = (UWord)Source << 32 | Destination;
  if (!Table)
    Table = VG_(HT_construct)("depsim.pairs");
  Entry *E = VG_(HT_lookup)(Table, Key);
  if (E)
    return &E->P;
  E = VG_(calloc)("depsim.pair", 1, sizeof *E);
  E->Node.key = Key;
  E->P.Source = Source;
  E->P.Destination = Destination;
  E->P.MinAge = ~0ULL;
  VG_(HT_add_node)(Table, E);
  Pairs = growArray(Pairs, NumPairs, &PairCapacity, sizeof *Pairs);
  Pairs[NumPairs++] = &E->P;
  return &E->P;
}

/* Counts an execution of the destination once. */
static void countOnce(ULong *Count, ULong *Last, ULong Execution) {
  if (*Last != Execution)
    ++*Count;
  *Last = Execution;
}

static void countDistance(Pair *P, UInt Distance, ULong Execution) {
  for (UInt I = 0; I < P->NumDistances; ++I)
    if (P->Distances[I].Distance == Distance)
      return countOnce(&P->Distances[I].Count, &P->Distances[I].LastExecution,
                       Execution);
  if (P->NumDistances == MaxDistances)
    return countOnce(&P->Further, &P->LastFurther, Execution);
  P->Distances = growArray(P->Distances, P->NumDistances, &P->DistanceCapacity,
                           sizeof *P->Distances);
  DistanceCount *D = &P->Distances[P->NumDistances++];
  D->Distance = Distance;
  D->Count = 1;
  D->LastExecution = Execution;
}

Bool areInOneLoop(const Site *Source, const Site *Destination) {
  return Source->In && Source->In == Destination->In;
}

static void record(const Site *S, const Origin *O, ULong Age) {
  const Site *Source = siteByNumber(O->Writer);
  Pair *P = pairOf(O->Writer, S->Number);
  countOnce(&P->Count, &P->LastExecution, S->Executions);
  if (Age < P->MinAge)
    P->MinAge = Age;
  if (Age > P->MaxAge)
    P->MaxAge = Age;
  if (!areInOneLoop(Source, S))
    return countDistance(P, (UInt)Source->Executions - O->Executions,
                         S->Executions);
  if (O->Time < S->In->RunStart)
    return countOnce(&P->OtherRuns, &P->LastOtherRun, S->Executions);
  countDistance(P, (UInt)S->In->Iterations - O->Iteration, S->Executions);
}

void recordLoad(Site *S, Addr Address, UWord Size) {
  /* Bytes next to each other mostly come from one store. */
  UInt LastWriter = 0, LastExecutions = 0;
  for (UWord I = 0; I < Size; ++I) {
    Origin O = originOf(Address + I);
    if (!O.Writer || (O.Writer == LastWriter && O.Executions == LastExecutions))
      continue;
    LastWriter = O.Writer;
    LastExecutions = O.Executions;
    ULong Age = Clock - O.Time;
    if (!TheOptions.Lifetime || Age <= TheOptions.Lifetime)
      record(S, &O, Age);
  }
}
