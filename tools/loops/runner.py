# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs compiled kernels: checks their results, measures and traces them.

    runner = Runner("build")
    cycles = runner.cycles(source, ["-O2", "-march=native"])   # per element
"""

import array
import json
import math
import os
import sys
import tempfile
from dataclasses import dataclass

from build import REFERENCE, Failure, KernelFailure, compile_kernel, run

# Sums of floats may differ by so much of the sum of magnitudes: by another order,
# or a multiplication and an addition in one.
ROUNDING = 3e-5


def processor_name(path="/proc/cpuinfo"):
    """Maker, family, model and name of this processor; empty if nothing says so."""
    wanted = ("vendor_id", "cpu family", "model", "model name")
    found = {}
    try:
        with open(path) as file:
            for line in file:
                name, _, value = line.partition(":")
                if name.strip() in wanted:
                    found.setdefault(name.strip(), value.strip())
    except OSError:
        pass
    return " ".join(found[name] for name in wanted if name in found)


@dataclass
class Measured:
    """Of one element."""

    cycles: float
    spread: float
    # Elements of which the cycles are the mean.
    elements: int


class Runner:
    """takt-loop-run of a build directory."""

    def __init__(self, build, core=None, timeout=None, llvm="/usr/lib/llvm-19/bin"):
        self.program = os.path.abspath(os.path.join(build, "bin", "takt-loop-run"))
        if not os.path.exists(self.program):
            raise Failure(f"there is no {self.program}; run make")
        self.llvm = llvm
        self.options = [] if core is None else [f"--core={core}"]
        self.options += [] if timeout is None else [f"--timeout={timeout}"]
        self.references = {}
        # Cycles of takt-loop-run's probe on a core of its own; 0: not known.
        self.probe = 0

    def ask(self, *arguments):
        done = run([self.program, *self.options, *arguments])
        if done.returncode:
            raise Failure(done.stderr.strip() or f"{self.program} failed")
        return json.loads(done.stdout)

    def why_not(self, cpu):
        """Why what is measured here says nothing of `cpu`; None if it does."""
        answer = self.ask(f"--host={cpu}")
        name, foreign = answer["host"], ", ".join(answer["foreign"])
        if not answer["same"]:
            return f"this processor is not {cpu}: by its family and model it is {name} for LLVM"
        if foreign:
            return (f"this processor is not {cpu}: by its family and model it is {name} for LLVM, "
                    f"but it has {foreign}, which {name} has not")
        return None

    def sums(self, library):
        answer = self.ask("--check", library.path)["check"]
        if answer["status"] != "ok":
            raise KernelFailure(answer["status"], "when its results were checked")
        return answer["sums"]

    def reference(self, source):
        """The results of a kernel without optimisation."""
        if source not in self.references:
            with tempfile.TemporaryDirectory() as folder:
                library = compile_kernel(source, REFERENCE, folder, self.llvm)
                self.references[source] = self.sums(library)
        return self.references[source]

    def check(self, source, library):
        """KernelFailure if `library` computes something else than -O0."""
        expected, found = self.reference(source), self.sums(library)
        for name, value in expected.items():
            if not same(value, found[name]):
                raise KernelFailure("result", f"{name} is {found[name]}, not {value}")

    def time(self, library):
        """Measured, of a library whose results are right."""
        answer = self.ask("--time", f"--probe={self.probe}", library.path)
        time, size = answer["time"], answer["size"]
        known = [probe for probe in (self.probe, time["probe"]) if probe > 0]
        self.probe = min(known, default=0)
        if time["status"] != "ok":
            raise KernelFailure(time["status"], "when it was measured")
        return Measured(time["cycles"], time["spread"], size - size // 2)

    def trace(self, library):
        """Addresses of executed instructions of a call with half of the elements and
        of one with all of them, the difference of elements, and whether these are as
        many as are measured."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace")
            answer = self.ask(f"--trace={path}", library.path)
            with open(path, "rb") as file:
                addresses = array.array("Q", file.read())
        if answer["trace"]["status"] != "ok":
            raise KernelFailure(answer["trace"]["status"], "when it was traced")
        if sys.byteorder == "big":
            addresses.byteswap()
        ends = [i for i, address in enumerate(addresses) if address == 0]
        if len(ends) != 2:
            raise Failure(f"{library.path}: a trace of {len(ends)} calls, not 2")
        runs = addresses[: ends[0]].tolist(), addresses[ends[0] + 1 : ends[1]].tolist()
        size = answer["trace"]["size"]
        return *runs, size - size // 2, size == answer["size"]

    def cycles(self, source, flags):
        """Stable cycles per element of a kernel's source compiled with these flags,
        its results checked. KernelFailure says why there are none."""
        with tempfile.TemporaryDirectory() as folder:
            library = compile_kernel(source, flags, folder, self.llvm)
            self.check(source, library)
            return self.time(library)


def same(expected, found):
    if isinstance(expected, str):
        return expected == found
    sums, magnitudes = zip(expected, found)
    limit = ROUNDING * max(magnitudes)
    return all(math.isfinite(s) for s in sums) and abs(sums[0] - sums[1]) <= limit
