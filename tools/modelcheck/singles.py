# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measured rates of single instructions, and which of them are off."""

import collections
import sys

from forms import rows_of, run_dump


def check_singles(args):
    """Rows have asm, one instruction, and cycles of it in a run of its own
    without dependences, as PMEvo measures: what front end and ports take."""
    rows = [row for path in args.files for row in rows_of(path)]
    results = run_dump(args, [row["asm"] for row in rows],
                       ["--asm", "--unrolled", "--uops"])
    rules = collections.defaultdict(list)
    agree = refused = 0
    for row, result in zip(rows, results):
        if "error" in result:
            refused += 1
            print(f"not modelled: {row['asm']}: {result['error']}")
            continue
        ours = max(result["front_end"], result["ports"])
        measured = float(row[args.column])
        if abs(ours / measured - 1) <= args.limit / 100:
            agree += 1
            continue
        instr = result["instrs"][0]
        rules[(round(measured, 1), round(ours, 2), instr["fused"],
               ", ".join(instr["uops"]))].append(instr["opcode"])
    if len(results) == refused:
        sys.exit("no instruction could be predicted")
    # Those first that are farthest off.
    for (measured, ours, fused, uops), opcodes in sorted(
            rules.items(), key=lambda r: -abs(r[0][1] / r[0][0] - 1)):
        names = " ".join(sorted(set(opcodes))[:args.names])
        print(f"measured {measured:.1f}, takt {ours:.2f} "
              f"({fused} slots; {uops}): {len(opcodes)} {names}")
    print(f"{args.cpu}: of {len(rows)} instructions {agree} are within "
          f"{args.limit:g} %, {refused} not modelled")
