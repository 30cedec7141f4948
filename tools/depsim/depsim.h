/*===- depsim.h - Memory dependences of a run --------------------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * A valgrind tool that reports which loads of a run read what which stores
 * wrote (after depsim, Bastian's thesis, section 5.2.2). Each byte of memory
 * has a shadow that says who wrote it last and when; each load looks there.
 *
 *     Site      an instruction that the filters let through
 *     Shadow    the last writer of each byte
 *     Pair      what was seen from one storing to one loading site
 *     Loop      a loop that the user named: iterations and runs are counted
 *
 * The program takt-depsim starts it and makes CSV or JSON of its raw report
 * (report.c).
 */
#ifndef TAKT_DEPSIM_H
#define TAKT_DEPSIM_H

#include "pub_tool_basics.h"

/* === Options (options.c) ================================================= */

typedef struct {
  /** Where the report goes. */
  const HChar *Output;
  /** A dependence lasts so many instructions; 0: for ever. */
  ULong Lifetime;
  /** Globs of the object's path, or of its name alone if without a slash. */
  const HChar *Object;
  /** Addresses as in the ELF file, the end is not included; 0, 0: all. */
  ULong Low, High;
  /** File of loops, or NULL. */
  const HChar *Loops;
} Options;

extern Options TheOptions;

Bool parseOption(const HChar *Argument);
void printUsage(void);
/** Whether a function of this name passes the filter. */
Bool isWantedFunction(const HChar *Name);
Bool haveFunctionFilter(void);

/* === Loops (loops.c) ===================================================== */

/** Runs of one length. */
typedef struct {
  ULong Length;
  ULong Runs;
} LengthCount;

/** Addresses as in the ELF file; the end is not included. */
typedef struct {
  ULong Start, End;
} Range;

/** A loop. A run of it begins when its code is entered, and ends when a site
 *  outside of it executes; code that no filter lets through (callees) does
 *  neither. */
typedef struct {
  /** Executes once an iteration; an address as in the ELF file. */
  ULong Header;
  Range *Ranges;
  UInt NumRanges, RangeCapacity;
  /** Of all runs. */
  ULong Iterations;
  /** When the run began, and its iterations so far. */
  ULong RunStart, RunIterations;
  LengthCount *Lengths;
  UInt NumLengths, LengthCapacity;
} Loop;

/** Reads Options.Loops; ends the program if it is not as it should be. */
void readLoops(void);
UInt numLoops(void);
Loop *loopAt(UInt Index);
/** The loop with this address, or NULL. */
Loop *findLoop(ULong Offset);
/** Control is at a site of \p L, or outside of all loops (NULL). */
void enterLoop(Loop *L);
/** The header of \p L executes. */
void beginIteration(Loop *L);
/** At the end of the program. */
void endRun(void);

/* === Sites (sites.c) ===================================================== */

/** An instruction that the filters let through. */
typedef struct {
  /** Address as in the ELF file. */
  ULong Offset;
  /** Counts from 1; 0 is no site. */
  UInt Number;
  UInt Size; /**< bytes */
  /** Index of the object, see objectPath(). */
  UInt Object;
  /** Where it is, or NULL; and whether it is its header. */
  Loop *In;
  Bool IsHeader;
  ULong Executions;
} Site;

/** The site at a run-time address, or NULL if it does not pass. */
Site *siteAt(Addr Address, UInt Size);
Site *siteByNumber(UInt Number);
UInt numSites(void);
UInt numObjects(void);
const HChar *objectPath(UInt Index);

/* === Shadow memory (shadow.c) ============================================ */

/** Instructions that were executed. */
extern ULong Clock;

/** Who wrote a byte. */
typedef struct {
  UInt Writer;     /**< Site.Number; 0: nobody, or somebody who did not pass */
  UInt Executions; /**< the writer's, modulo 2^32 */
  UInt Iteration;  /**< of the writer's loop, modulo 2^32 */
  ULong Time;      /**< Clock */
} Origin;

/** \p S, or somebody else (NULL), writes. */
void setOrigin(const Site *S, Addr Address, UWord Size);
/** Nobody has written there. */
void forgetOrigin(Addr Address, SizeT Size);
/** The writer of a byte. */
Origin originOf(Addr Address);

/* === Pairs (pairs.c) ===================================================== */

/** Loads that read what was stored a number of iterations or executions ago. */
typedef struct {
  UInt Distance;
  ULong Count;
  ULong LastExecution;
} DistanceCount;

/** Distances that are told apart; the rest is in Pair.Further. */
enum { MaxDistances = 256 };

typedef struct {
  UInt Source, Destination; /**< Site.Number */
  /** Executions of the destination that read something of the source's, those
   *  that read something from another run of their loop, and those that read
   *  from further distances than are told apart. */
  ULong Count, OtherRuns, Further;
  /** Executions of the destination in which these were counted last. */
  ULong LastExecution, LastOtherRun, LastFurther;
  /** Instructions between them, at least and at most. */
  ULong MinAge, MaxAge;
  DistanceCount *Distances;
  UInt NumDistances, DistanceCapacity;
} Pair;

/** Whether both are in one loop; then distances are iterations of it, in the
 *  same run. Else they are executions of the source after the one that
 *  stored. */
Bool areInOneLoop(const Site *Source, const Site *Destination);
/** \p S reads. */
void recordLoad(Site *S, Addr Address, UWord Size);
UInt numPairs(void);
const Pair *pairAt(UInt Index);

/* === Instrumentation (instrument.c), report (report.c) =================== */

struct _IRStmt;
void writeReport(void);

/** Grows an array to hold one more. */
void *growArray(void *Data, UInt Used, UInt *Capacity, SizeT ElementSize);

#endif
