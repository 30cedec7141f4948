# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the plugin finds, with what the compiler knows: its kernels as text
(docs/kernel-text.md), whose instructions have offsets from their functions."""

import os
import re

from programs import Failure, WINDOW_CPU, run

INSTRUCTION = re.compile(r" {2}\S.*? offset (\d+)\b")
MEMORY = re.compile(r" {2}memory (\d+) -> (\d+)(?: distance (\d+))?")


def library(build):
    return os.path.join(build, "lib", "TaktPlugin.so")


def flags(build, dump):
    """For clang to write the kernels of a file."""
    plugin = library(build)
    return [f"-fplugin={plugin}", f"-fpass-plugin={plugin}", "-mllvm", f"-takt-model={WINDOW_CPU}",
            "-mllvm", f"-takt-dump-kernels={dump}"]


def read_kernels(text):
    """(function, offsets of instructions, [(store, load, distance)]) of each."""
    kernels = []
    for line in text.splitlines():
        head = re.match(r"kernel (\S+)\.bb\d+$", line)
        if head:
            kernels.append((head[1], [], []))
        elif m := MEMORY.match(line):
            kernels[-1][2].append((int(m[1]), int(m[2]), int(m[3] or 0)))
        elif m := INSTRUCTION.match(line):
            kernels[-1][1].append(int(m[1]))
        elif line.startswith("  memory "):
            raise Failure(f"cannot read '{line.strip()}' of the plugin")
    return kernels


def symbols(program):
    """{function: address}"""
    words = (line.split() for line in run(["nm", program]).splitlines())
    return {w[2]: int(w[0], 16) for w in words if len(w) == 3 and w[1] in "tT"}


def dependences(program, dumps):
    """{addresses of a kernel's instructions: its dependences as in takt's JSON}"""
    at, found = symbols(program), {}
    for dump in dumps:
        with open(dump, encoding="utf-8") as file:
            text = file.read()
        for function, offsets, triplets in read_kernels(text):
            if function in at:
                addresses = tuple(at[function] + offset for offset in offsets)
                found[addresses] = [{"store": s, "load": l, "distance": d} for s, l, d in triplets]
    return found


def replace_dependences(kernels, found):
    """takt's kernels with the plugin's dependences; left out are those that the
    plugin has not, or not with the same path."""
    own = ((k, found.get(tuple(i["address"] for i in k["instructions"]))) for k in kernels)
    return [dict(k, memoryDependences=d) for k, d in own if d is not None]
