# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measurements and predictions of compiled loops (tools/loops), for a table.

They are measured where the processor is the CPU; elsewhere $TAKT_LOOPS names a file
that tools/loops/loops has written on such a processor.
"""

import csv
import os
import subprocess
import sys

import truth

FOLDER = os.path.join(truth.ROOT, "tools", "loops")
sys.path.insert(1, FOLDER)
import build  # noqa: E402
import runner  # noqa: E402

CPU = "znver4"
# {name: column}; what overlaps in nests no sum over parts can say.
PREDICTORS = {"takt": "takt_nests", "takt, parts": "takt", "llvm-mca-19": "llvm_mca",
              "baseline": "baseline"}


def levels():
    """{title: levels}"""
    titles = {" ".join(flags): [level] for level, flags in build.LEVELS.items()}
    return {**titles, "all": list(build.LEVELS)}


def why_not(arguments):
    """Why there are no measurements; None if there are."""
    if os.environ.get("TAKT_LOOPS"):
        return None
    try:
        why = runner.Runner(arguments.build).why_not(CPU)
    except build.Failure as failure:
        why = str(failure)
    return why and f"{why}, and TAKT_LOOPS names no file of measurements"


def measured(arguments, kernels):
    """Rows of tools/loops/loops for one of its sets: of $TAKT_LOOPS if that is set, else
    measured here."""
    command = [sys.executable, os.path.join(FOLDER, "loops"), f"--build={arguments.build}",
               f"--llvm={arguments.llvm}", f"--cpu={CPU}", f"--set={kernels}"]
    if file := os.environ.get("TAKT_LOOPS"):
        command.append(f"--from={file}")
    if arguments.sample:
        names = list(build.kernel_sources(build.SETS[kernels]))
        command.append("--kernels=" + ",".join(names[: arguments.sample]))
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise truth.Failure("tools/loops/loops failed")
    rows = list(csv.DictReader(run.stdout.splitlines()))
    for row in rows:
        if row["host"] != CPU:
            raise truth.Failure(
                f"{row['loop']} was not measured on {CPU}: its host is '{row['host']}'")
    if not rows:
        raise truth.Failure(f"{file} has no loops of the set '{kernels}'")
    return rows
