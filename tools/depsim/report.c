/*===- report.c - What was seen ----------------------------------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "depsim.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

/* Lines of words; the program takt-depsim reads them. */

static void writeLoops(VgFile *F) {
  for (UInt I = 0; I < numLoops(); ++I) {
    const Loop *L = loopAt(I);
    VG_(fprintf)(F, "loop %llx %llu\n", L->Header, L->Iterations);
    for (UInt N = 0; N < L->NumLengths; ++N)
      VG_(fprintf)(F, "runs %llu %llu\n", L->Lengths[N].Length,
                   L->Lengths[N].Runs);
  }
}

static void writePairs(VgFile *F) {
  for (UInt I = 0; I < numPairs(); ++I) {
    const Pair *P = pairAt(I);
    const Site *From = siteByNumber(P->Source),
               *To = siteByNumber(P->Destination);
    VG_(fprintf)(F, "pair %u %u %llu %llu %llu %llu %llu %s\n", From->Number,
                 To->Number, P->Count, P->OtherRuns, P->Further, P->MinAge,
                 P->MaxAge,
                 areInOneLoop(From, To) ? "iterations" : "executions");
    for (UInt N = 0; N < P->NumDistances; ++N)
      VG_(fprintf)(F, "distance %u %llu\n", P->Distances[N].Distance,
                   P->Distances[N].Count);
  }
}

void writeReport(void) {
  VgFile *F = VG_(fopen)(TheOptions.Output,
                         VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, 0666);
  if (!F) {
    VG_(umsg)("error: cannot write '%s'\n", TheOptions.Output);
    VG_(exit)(1);
  }
  VG_(fprintf)(F, "clock %llu\n", Clock);
  for (UInt I = 0; I < numObjects(); ++I)
    VG_(fprintf)(F, "object %s\n", objectPath(I));
  for (UInt N = 1; N <= numSites(); ++N) {
    const Site *S = siteByNumber(N);
    VG_(fprintf)(F, "site %u %llx %u %llu\n", S->Object, S->Offset, S->Size,
                 S->Executions);
  }
  writeLoops(F);
  writePairs(F);
  VG_(fprintf)(F, "end\n");
  VG_(fclose)(F);
}
