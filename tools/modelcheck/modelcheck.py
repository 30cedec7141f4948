#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where Takt's machine descriptions disagree with measured tables.

    modelcheck.py instructions --reference=DIR --cpu=skylake,haswell CODE...
    modelcheck.py rates --cpu=znver4 --uopsinfo=CSV --winic=CSV
                        --instlatx64=TXT CODE...
    modelcheck.py singles --cpu=cortex-a72 --triple=aarch64 FILE.csv
    modelcheck.py blocks --cpu=skylake [--unrolled] FILE.csv

`instructions` takes the instructions of CODE (objects, tables with a column
hex, or text files with one block of hexadecimal machine code a line), asks
takt-kernel-dump for the µops of each, looks each up in DIR/<cpu>.csv (layout of
uops.info data, see docs/cpus.md) and groups the disagreements into rules: the
same difference of several opcodes, on several CPUs, those first that occur most
in CODE. --list=REGEX shows the opcodes that match one by one instead.

`rates` is the same for CPUs of which tables have latencies, rates and the ports
of the floating-point unit alone, as for AMD's cores: uops.info's table, WINIC's
(by LLVM's opcodes) and a listing of AIDA64's. A rate agrees if the fastest table
has it; cycles in a chain are compared where a table says between which operands.

`singles` compares rates of single instructions (columns asm, cycles), measured
in a long run of independent ones as by PMEvo, and groups those that are off by
more than --limit per cent.

`blocks` predicts measured blocks (columns hex, or asm with instructions between
semicolons and the number of copies, and cycles or what --column names) and
prints the errors' mean and median and Kendall's tau; with --worst=N the blocks
that are farthest off.

Nothing here is needed to build or test Takt. Python 3 standard library only.
"""

import argparse
import os

from blocks import check_blocks
from rates import check_rates
from report import check_instructions
from singles import check_singles

HERE = os.path.dirname(os.path.abspath(__file__))
DUMP = os.path.join(HERE, "..", "..", "build", "bin", "takt-kernel-dump")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["instructions", "rates", "singles", "blocks"])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--cpu", required=True)
    parser.add_argument("--triple", default="x86_64-linux-gnu")
    parser.add_argument("--model", help="machine description to use instead")
    parser.add_argument("--models", metavar="DIR",
                        help="use DIR/<cpu>.yaml, not what is compiled in")
    parser.add_argument("--dump", default=DUMP, help="path of takt-kernel-dump")
    parser.add_argument("--reference", help="directory of the tables")
    parser.add_argument("--uopsinfo", metavar="CSV", help="rates: a table")
    parser.add_argument("--winic", metavar="CSV", help="rates: a table")
    parser.add_argument("--instlatx64", metavar="TXT", help="rates: a table")
    parser.add_argument("--fp-ports", default="fp[0-5]", metavar="REGEX",
                        help="rates: ports that uops.info's table has")
    parser.add_argument("--top", type=int, default=60)
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="facts to show: uops, fused, R1>R0, ...")
    parser.add_argument("--list", metavar="REGEX",
                        help="show these opcodes one by one")
    parser.add_argument("--rows", metavar="REGEX",
                        help="instead of CODE: rows of the tables by iform")
    parser.add_argument("--rows-without", metavar="REGEX",
                        help="leave these rows out")
    parser.add_argument("--names", type=int, default=12,
                        help="opcodes to name of a rule")
    parser.add_argument("--missing", type=int, default=0)
    parser.add_argument("--unrolled", action="store_true")
    parser.add_argument("--asm", action="store_true")
    parser.add_argument("--column", default="cycles")
    parser.add_argument("--select", action="append", metavar="COLUMN=REGEX")
    parser.add_argument("--append", default="", help="code after each block")
    parser.add_argument("--limit", type=float, default=5.0,
                        help="per cent that a single instruction may be off")
    parser.add_argument("--floor", type=float, default=0.0)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--side", choices=["both", "high", "low"],
                        default="both")
    parser.add_argument("--failures", type=int, default=5)
    args = parser.parse_intermixed_args()
    if args.what == "instructions":
        if not args.reference:
            parser.error("instructions needs --reference")
        check_instructions(args)
    elif args.what == "rates":
        check_rates(args)
    elif args.what == "singles":
        check_singles(args)
    else:
        check_blocks(args)


if __name__ == "__main__":
    main()
