# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs takt-measure on pieces of assembly; ends the program with a reason if it fails."""

import csv
import os
import subprocess
import sys
import tempfile

PROGRAM = os.path.basename(sys.argv[0])


def run(command, **options):
    """What `command` prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    except OSError as error:
        sys.exit(f"{PROGRAM}: {error.filename}: {error.strerror}")
    if done.returncode:
        sys.exit(f"{PROGRAM}: {command[0]} failed: {done.stderr.strip()}")
    return done.stdout


def rows(args, bodies, notion="loop"):
    """takt-measure's row of each of `bodies`."""
    if not bodies:
        return []
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, f"{PROGRAM}.s")
        with open(source, "w", encoding="ascii") as file:
            file.write(".intel_syntax noprefix\n" + "".join(
                f"# LLVM-MCA-BEGIN\n{text}# LLVM-MCA-END\n" for text in bodies))
        core = [] if args.core is None else [f"--core={args.core}"]
        command = [args.takt_measure, f"--cpu={args.cpu}", f"--notion={notion}", *core, source]
        found = list(csv.DictReader(run(command).splitlines()))
    if len(found) != len(bodies):
        sys.exit(f"{PROGRAM}: {args.takt_measure} says {len(found)} of {len(bodies)} regions")
    return found


def pairs(args, bodies):
    """Mean cycles of each two of `bodies`, the loops; None if one of them is not stable."""
    cycles = iter([float(row["cycles"]) if row["status"] == "ok" else None
                   for row in rows(args, bodies)])
    return [None if None in both else sum(both) / 2 for both in zip(cycles, cycles)]


def add_arguments(parser):
    """The options that rows() reads."""
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "bin")
    parser.add_argument("--takt-measure", help="default: build/bin/takt-measure",
                        default=os.path.join(build, "takt-measure"))
    parser.add_argument("--cpu", default="native", help="whose instructions they are (native)")
    parser.add_argument("--core", type=int, help="processor to measure on")
    return build
