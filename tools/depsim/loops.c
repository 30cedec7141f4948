/*===- loops.c - Iterations and runs of loops --------------------*- C -*-===*\
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
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

static Loop *Loops;
static UInt NumLoops, LoopCapacity;
/* The one whose run goes on. */
static Loop *Current;

UInt numLoops(void) { return NumLoops; }
Loop *loopAt(UInt Index) { return &Loops[Index]; }

void *growArray(void *Data, UInt Used, UInt *Capacity, SizeT ElementSize) {
  if (Used < *Capacity)
    return Data;
  *Capacity = *Capacity ? 2 * *Capacity : 8;
  return VG_(realloc)("depsim.array", Data, *Capacity * ElementSize);
}

/* After the command line has been read, VG_(fmsg_bad_option) goes on. */
static void fail(UInt Line, const HChar *Why) {
  if (Line)
    VG_(fmsg)("--loops=%s: line %u: %s\n", TheOptions.Loops, Line, Why);
  else
    VG_(fmsg)("--loops=%s: %s\n", TheOptions.Loops, Why);
  VG_(exit)(1);
}

/* The whole file with a 0 behind it. */
static HChar *readFile(const HChar *Path) {
  SysRes File = VG_(open)(Path, VKI_O_RDONLY, 0);
  if (sr_isError(File))
    fail(0, "cannot be read");
  UInt Used = 0, Capacity = 0;
  HChar *Text = NULL;
  for (;;) {
    Text = growArray(Text, Used + 4096, &Capacity, 1);
    while (Used + 4096 >= Capacity)
      Text = growArray(Text, Capacity, &Capacity, 1);
    Int Count = VG_(read)((Int)sr_Res(File), Text + Used, 4096);
    if (Count <= 0)
      break;
    Used += (UInt)Count;
  }
  VG_(close)((Int)sr_Res(File));
  Text[Used] = 0;
  return Text;
}

/* Reads a hexadecimal number and goes on behind it and the blanks. */
static Bool takeNumber(HChar **At, ULong *To) {
  HChar *End;
  *To = VG_(strtoull16)(*At, &End);
  if (End == *At)
    return False;
  while (*End == ' ')
    ++End;
  *At = End;
  return True;
}

static Bool isInside(const Loop *L, ULong Offset) {
  for (UInt I = 0; I < L->NumRanges; ++I)
    if (Offset >= L->Ranges[I].Start && Offset < L->Ranges[I].End)
      return True;
  return False;
}

static Bool overlaps(const Loop *L, Range R) {
  for (UInt I = 0; I < L->NumRanges; ++I)
    if (R.Start < L->Ranges[I].End && L->Ranges[I].Start < R.End)
      return True;
  return False;
}

static void addLoop(HChar *Line, UInt Number) {
  Loop L;
  VG_(memset)(&L, 0, sizeof L);
  if (!takeNumber(&Line, &L.Header) || !*Line)
    fail(Number, "not 'header start end...'");
  while (*Line) {
    Range R;
    if (!takeNumber(&Line, &R.Start) || !takeNumber(&Line, &R.End))
      fail(Number, "not 'header start end...'");
    for (UInt I = 0; I < NumLoops; ++I)
      if (overlaps(&Loops[I], R))
        fail(Number, "overlaps another loop");
    L.Ranges =
        growArray(L.Ranges, L.NumRanges, &L.RangeCapacity, sizeof *L.Ranges);
    L.Ranges[L.NumRanges++] = R;
  }
  if (!isInside(&L, L.Header))
    fail(Number, "the header is outside");
  Loops = growArray(Loops, NumLoops, &LoopCapacity, sizeof *Loops);
  Loops[NumLoops++] = L;
}

void readLoops(void) {
  if (!TheOptions.Loops)
    return;
  HChar *Text = readFile(TheOptions.Loops);
  UInt Number = 1;
  for (HChar *At = Text; *At; ++Number) {
    HChar *End = VG_(strchr)(At, '\n');
    HChar *Next = End ? End + 1 : At + VG_(strlen)(At);
    if (End)
      *End = 0;
    if (*At && *At != '#')
      addLoop(At, Number);
    At = Next;
  }
  VG_(free)(Text);
}

Loop *findLoop(ULong Offset) {
  for (UInt I = 0; I < NumLoops; ++I)
    if (isInside(&Loops[I], Offset))
      return &Loops[I];
  return NULL;
}

void endRun(void) {
  if (!Current)
    return;
  Loop *L = Current;
  Current = NULL;
  for (UInt I = 0; I < L->NumLengths; ++I)
    if (L->Lengths[I].Length == L->RunIterations) {
      ++L->Lengths[I].Runs;
      return;
    }
  L->Lengths = growArray(L->Lengths, L->NumLengths, &L->LengthCapacity,
                         sizeof *L->Lengths);
  L->Lengths[L->NumLengths].Length = L->RunIterations;
  L->Lengths[L->NumLengths++].Runs = 1;
}

void enterLoop(Loop *L) {
  if (L == Current)
    return;
  endRun();
  Current = L;
  if (L) {
    L->RunStart = Clock;
    L->RunIterations = 0;
  }
}

void beginIteration(Loop *L) {
  enterLoop(L);
  ++L->Iterations;
  ++L->RunIterations;
}
