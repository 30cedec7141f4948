/*===- options.c - The tool's command line -----------------------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "depsim.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"

enum { MaxFunctions = 64 };

/* 512 instructions are about the reorder buffer of recent CPUs (Bastian's
   thesis, section 5.5.1). */
Options TheOptions = {"depsim.out", 512, "*", 0, 0, NULL};

static const HChar *Functions[MaxFunctions];
static UInt NumFunctions;

/* The whole text is a number of this base. */
static Bool parseNumber(const HChar *Option, const HChar *Text, Int Base,
                        ULong *To) {
  HChar *End;
  *To = Base == 16 ? VG_(strtoull16)(Text, &End) : VG_(strtoull10)(Text, &End);
  if (End != Text && *End == 0)
    return True;
  VG_(fmsg_bad_option)(Option, "'%s' is no %s number\n", Text,
                       Base == 16 ? "hexadecimal" : "decimal");
  return False;
}

Bool parseOption(const HChar *Argument) {
  const HChar *Text;
  if (VG_STR_CLO(Argument, "--depsim-out", TheOptions.Output) ||
      VG_STR_CLO(Argument, "--object", TheOptions.Object) ||
      VG_STR_CLO(Argument, "--loops", TheOptions.Loops))
    return True;
  if (VG_STR_CLO(Argument, "--lifetime", Text))
    return parseNumber(Argument, Text, 10, &TheOptions.Lifetime);
  if (VG_STR_CLO(Argument, "--lo", Text))
    return parseNumber(Argument, Text, 16, &TheOptions.Low);
  if (VG_STR_CLO(Argument, "--hi", Text))
    return parseNumber(Argument, Text, 16, &TheOptions.High);
  if (VG_STR_CLO(Argument, "--function", Text)) {
    if (NumFunctions == MaxFunctions)
      VG_(fmsg_bad_option)(Argument, "more than %d functions\n", MaxFunctions);
    Functions[NumFunctions++] = Text;
    return True;
  }
  return False;
}

void printUsage(void) {
  VG_(printf)("    (takt-depsim --help tells more)\n"
              "    --depsim-out=<file>   the report [depsim.out]\n"
              "    --lifetime=<n>        instructions, 0: infinite [512]\n"
              "    --object=<glob>       path or name of the object [*]\n"
              "    --function=<glob>     only this function, several times\n"
              "    --lo=<hex> --hi=<hex> only these addresses of the file\n"
              "    --loops=<file>        lines: header start end (hex)\n");
}

Bool haveFunctionFilter(void) { return NumFunctions != 0; }

Bool isWantedFunction(const HChar *Name) {
  for (UInt I = 0; I < NumFunctions; ++I)
    if (VG_(string_match)(Functions[I], Name))
      return True;
  return False;
}
