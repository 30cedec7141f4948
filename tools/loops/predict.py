# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predictions of parts (lift.py), summed up to those of kernels."""

import json
import os
import sys

from build import ROOT, Failure, run
from lift import LOOP

sys.path.insert(0, os.path.join(ROOT, "tools", "accuracy"))
import truth  # noqa: E402


def lifted(counts, cycles):
    """Σ count × cycles; None if a part has no prediction."""
    if any(part not in cycles for part in counts):
        return None
    return sum(n * cycles[part] for part, n in counts.items())


def hex_of(part, library):
    return b"".join(library.piece(start, end) for start, end in part.path).hex()


class Predictors:
    """takt, llvm-mca and the trivial baseline for one CPU."""

    def __init__(self, build, cpu, machine, llvm="/usr/lib/llvm-19/bin"):
        self.takt_batch, self.mca = truth.Takt(build), truth.Mca(llvm)
        self.cpu, self.llvm = cpu, llvm
        # Instructions, loads and stores per cycle.
        self.width, self.loads, self.stores = machine

    def takt(self, parts, library):
        """({Part: cycles}, why the others have none)"""
        command = [self.takt_batch.program, "--json", f"--cpu={self.cpu}",
                   *(f"--path={part.text()}" for part in parts), library.path]
        done = run(command)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            raise Failure(f"takt fails: {done.stderr.strip()[:500]}") from None
        found = {}
        for kernel in report["kernels"]:
            path = tuple((p["start"], p["end"]) for p in kernel["path"])
            found[path] = kernel["cycles"]
        cycles = {part: found[part.path] for part in parts if part.path in found}
        return cycles, "; ".join(error["message"] for error in report["errors"])

    def llvm_mca(self, parts, library):
        texts = {part: hex_of(part, library) for part in parts}
        lines = truth.disassemble(texts.values(), self.llvm, intel=False)
        return self.mca.batch({part: lines[text] for part, text in texts.items()}, self.cpu)

    def baseline(self, parts, library):
        """As max(1, (n - 1) / width, ...) for loops, whose last two instructions are
        taken for one; n / width for straight code (uiCA paper, section 6.1)."""
        texts = {part: hex_of(part, library) for part in parts}
        rows = self.takt_batch.batch(dict.fromkeys(texts.values()), self.cpu, "unrolled")
        cycles = {}
        for part, text in texts.items():
            n, loads, stores = (int(rows[text][c] or 0) for c in ("n", "loads", "stores"))
            memory = max(loads / self.loads, stores / self.stores)
            plain = max(1.0, (n - 1) / self.width) if part.kind == LOOP else n / self.width
            cycles[part] = max(plain, memory)
        return cycles
