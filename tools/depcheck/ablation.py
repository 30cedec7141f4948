# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What dependences through memory are worth: predictions with and without them.

The staticdeps paper (section 4.3) calls a benchmark bound by latency through
memory if it is at least 40 % faster when these dependences are left out. A
benchmark here is a function of the kernels: the cycles of its innermost loops,
each times the iterations that takt-depsim counted, but for rare loops.
"""

from dataclasses import dataclass

import compare
import programs

CPU = "skylake"
FASTER = 0.4


def is_faster(cycles, without):
    return without <= (1 - FASTER) * cycles


@dataclass
class Ablation:
    """Counts of one program; add() two of them for the whole."""

    loops: int = 0
    dependent: int = 0
    faster_loops: int = 0
    functions: int = 0
    faster_functions: int = 0

    def add(self, other):
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def place(kernel):
    return kernel["function"], kernel["path"][0]["start"]


def ablate(kernels, without, iterations):
    """Counts of the loops in both lists; iterations by place."""
    other = {place(k): k["cycles"] for k in without}
    counts, times = Ablation(), {}
    for kernel in kernels:
        cycles, plain = kernel["cycles"], other[place(kernel)]
        counts.loops += 1
        counts.dependent += bool(kernel["memoryDependences"])
        counts.faster_loops += is_faster(cycles, plain)
        ran = iterations[place(kernel)]
        time = times.setdefault(kernel["function"], [0, 0])
        time[0] += ran * cycles
        time[1] += ran * plain
    counts.functions = len(times)
    counts.faster_functions = sum(is_faster(*time) for time in times.values())
    return counts


def measure(build, program, report):
    """The Ablation of a program, whose iterations are in takt-depsim's report."""
    kernels, _ = programs.takt(build, program, CPU)
    without, _ = programs.takt(build, program, CPU, ["--no-memory-deps"])
    loops = compare.loops_of(kernels, report)
    iterations = {place(loop.kernel): loop.iterations for loop in loops}
    return ablate([loop.kernel for loop in loops], without, iterations)
