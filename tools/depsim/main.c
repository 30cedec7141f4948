/*===- main.c - What valgrind asks of a tool ---------------------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "depsim.h"
#include "instrument.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"

/* A child of fork() goes on instrumented, but the report is its parent's. */
static Bool IsChild;

static void noteChild(ThreadId Thread) { IsChild = True; }

/* The system writes to memory: no instruction did. */
static void onSystemWrite(CorePart Part, ThreadId Thread, Addr Address,
                          SizeT Size) {
  forgetOrigin(Address, Size);
}

static void onUnmap(Addr Address, SizeT Size) { forgetOrigin(Address, Size); }

static void finish(Int ExitCode) {
  endRun();
  if (!IsChild)
    writeReport();
}

static void setUp(void) {
  VG_(details_name)("takt-depsim");
  VG_(details_version)(NULL);
  VG_(details_description)("memory dependences of a run");
  VG_(details_copyright_author)("Part of the Takt project.");
  VG_(details_bug_reports_to)("the Takt project");
  VG_(basic_tool_funcs)(readLoops, instrument, finish);
  VG_(needs_command_line_options)(parseOption, printUsage, printUsage);
  VG_(track_post_mem_write)(onSystemWrite);
  VG_(track_die_mem_munmap)(onUnmap);
  VG_(track_die_mem_brk)(onUnmap);
  VG_(atfork)(NULL, NULL, noteChild);
}

VG_DETERMINE_INTERFACE_VERSION(setUp)
