# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a C program that reads the time stamp counter of x86-64; ends this
program with a reason if it fails."""

import os
import subprocess
import sys
import tempfile

NAME = os.path.basename(sys.argv[0])

# Time stamps, a chain of 100 additions of one cycle each a pass, and an order for qsort.
PRELUDE = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

static uint64_t stamp(void) {
  _mm_lfence();
  uint64_t Ticks = __rdtsc();
  _mm_lfence();
  return Ticks;
}

static uint64_t chain(uint64_t Passes) {
  uint64_t Value = 0, Begin = stamp();
  __asm__ volatile("1:\n.rept 100\naddq %2, %0\n.endr\ndecq %1\njnz 1b"
                   : "+r"(Value), "+r"(Passes) : "r"(Begin) : "cc");
  return stamp() - Begin;
}

static int compare(const void *A, const void *B) {
  double X = *(const double *)A, Y = *(const double *)B;
  return (X > Y) - (X < Y);
}
"""


def add_arguments(parser):
    """The options that run() reads."""
    parser.add_argument("--core", type=int, default=min(os.sched_getaffinity(0)))
    parser.add_argument("--llvm", default="/usr/lib/llvm-19/bin", help="folder of clang")


def run(arguments, text, illegal):
    """What PRELUDE and `text` print on the processor that is asked for; `illegal`: what
    it is said to lack if it does not know an instruction."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, f"{NAME}.c"), os.path.join(folder, NAME)
        with open(source, "w") as file:
            file.write(PRELUDE + text)
        clang = os.path.join(arguments.llvm, "clang")
        try:
            built = subprocess.run([clang, "-O2", source, "-o", program],
                                   capture_output=True, text=True)
        except OSError as failure:
            sys.exit(f"{NAME}: error: cannot run {clang}: {failure.strerror}")
        if built.returncode:
            sys.exit(f"{NAME}: error: {built.stderr.strip()[:500]}")
        try:
            os.sched_setaffinity(0, {arguments.core})
        except OSError as failure:
            sys.exit(f"{NAME}: error: cannot run on processor {arguments.core}: "
                     f"{failure.strerror}")
        done = subprocess.run([program], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{NAME}: error: this processor has no {illegal}" if done.returncode == -4
                 else f"{NAME}: error: ended with {done.returncode}")
    return done.stdout
