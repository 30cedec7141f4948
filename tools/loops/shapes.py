# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in the shapes that guiding may choose: compiled, checked, traced, predicted.

Nothing here is measured, so that it can be done beside a measurement and ahead of it.
"""

import hashlib
import os
import tempfile
from dataclasses import dataclass, field

from build import FLAGS, KERNELS, LEVELS, Failure, KernelFailure, Library, link, run
from lift import format_parts, lift, parse_parts, unlike
from predict import Predictors, lifted
from runner import Runner

# What the plugin tries (passes/guide/GuideCandidates.cpp): width, interleave count,
# unroll count; 0: as LLVM decides.
SHAPES = ["0,1,1", "0,2,1", "0,4,1", "0,8,1", "0,2,2",
          "1,1,1", "1,1,2", "1,1,4", "1,1,8", "1,2,1", "1,4,1",
          *(f"{width},{interleave},1" for width in (4, 8, 16, 32, 64) for interleave in (1, 2, 4)),
          # Of functions (GuidedFunction.cpp): 1 marks accesses as apart, unroll and jam
          # count, unroll count before the vectoriser, bits of a vector.
          "1,4,0,0", "1,0,2,64", "1,0,4,0", "1,0,0,256", "1,0,0,0"]

# Half as many elements ran other loops if they ran more than so much of the code more
# often (lift.unlike): the difference of both calls is then of no code.
MOST_UNLIKE = 0.05


# Enough for all candidates of a kernel.
ENDLESS = 100000


def guide_options(arguments, budget=None):
    options = f"-takt-cpu={arguments.cpu} -takt-guide={arguments.guide}"
    if budget or arguments.budget:
        options += f" -takt-guide-budget={budget or arguments.budget}"
    return options


def tried_shape(line):
    """The variant that a line of -takt-dump-guide is about."""
    kind, *rest = line.split("\t")[1:4]
    if kind.isdigit():
        return f"shape {','.join([kind, *rest])}"
    jam = kind.split()[1] if kind.startswith("jam ") else "0"
    return f"shape 1,{jam},{','.join(rest)}"


def variants(arguments):
    """{name: TAKT_OPTIONS}; None: without the plugin."""
    shapes = {f"shape {s}": f"-takt-guide-{'function' if s.count(',') == 3 else 'shape'}={s}"
              for s in arguments.shapes or SHAPES}
    return {"clang": None, "guided": guide_options(arguments), **shapes}


def plugin_of(arguments):
    return os.path.join(arguments.build, "lib", "TaktPlugin.so")


def level_flags(arguments, level):
    return [*LEVELS[level], f"-march={arguments.march or arguments.cpu}"]


def object_command(arguments, source, level, options, target):
    """(command, environment) that compile one variant to the object `target`."""
    plugin = [] if options is None else [f"-fpass-plugin={plugin_of(arguments)}"]
    command = [os.path.join(arguments.llvm, "clang"), *FLAGS, *level_flags(arguments, level),
               *plugin, "-I", KERNELS, "-c", source, "-o", target]
    return command, {**os.environ, "TAKT_OPTIONS": options or ""}


@dataclass
class Code:
    """What one or more variants of a kernel became."""

    path: str
    # From traces, for the cache.
    known: dict
    # {predictor: cycles of an element, None where it says nothing}
    predicted: dict


@dataclass
class Prepared:
    """A kernel at one level."""

    kernel: str
    level: str
    codes: dict = field(default_factory=dict)  # key -> Code
    keys: dict = field(default_factory=dict)  # variant -> key
    failures: dict = field(default_factory=dict)  # variant -> status
    candidates: set = field(default_factory=set)  # variants that guiding may choose


class Preparer:
    """Does the work for each kernel and level. One for each process."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.runner = Runner(arguments.build, None, arguments.timeout, arguments.llvm)
        self.predictors = Predictors(arguments.build, arguments.cpu, (1, 1, 1), arguments.llvm)

    def prepare(self, kernel, source, level, cached, folder):
        """Prepared. `cached` has what is known of codes already; libraries are left in
        `folder`."""
        found = Prepared(kernel, level)
        objects = {}  # hash of an object -> what it is, key or failure
        for variant, options in variants(self.arguments).items():
            target = os.path.join(folder, f"{len(found.keys) + len(found.failures)}.o")
            command, environment = object_command(self.arguments, source, level, options, target)
            done = run(command, env=environment)
            if done.returncode:
                raise Failure(f"{source} does not compile: {done.stderr.strip()[:500]}")
            with open(target, "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()
            if digest not in objects:
                objects[digest] = self.code(found, source, target, cached)
            os.remove(target)
            key, status = objects[digest]
            if status:
                found.failures[variant] = status
            else:
                found.keys[variant] = key
        found.candidates = self.candidates(source, level, folder)
        return found

    def candidates(self, source, level, folder):
        """The variants that guiding tries if it may spend what it wants."""
        tried = os.path.join(folder, "tried")
        options = f"{guide_options(self.arguments, ENDLESS)} -takt-dump-guide={tried}"
        command, environment = object_command(self.arguments, source, level, options,
                                              os.path.join(folder, "tried.o"))
        run(command, env=environment)
        if not os.path.exists(tried):
            return set()
        with open(tried) as file:
            return {tried_shape(line) for line in file}

    def code(self, found, source, target, cached):
        """(key, None) or (None, status) of an object, which becomes one of the codes."""
        try:
            library = Library(link(target, found.kernel, self.arguments.llvm), self.arguments.llvm)
            key = f"{found.kernel} {library.code_hash()}"
            if key not in found.codes:
                self.runner.check(source, library)
                found.codes[key] = self.predict(library, dict(cached.get(key, {})))
            return key, None
        except KernelFailure as failure:
            return None, failure.status

    def trace(self, library):
        few, many, elements, is_whole = self.runner.trace(library)
        parts = lift(few, many, library.size)
        return {"parts": format_parts(parts), "executed": len(many) - len(few),
                "elements": elements, "whole": is_whole}

    def predict(self, library, known):
        """The Code. KernelFailure if the difference of what is measured says nothing."""
        if "whole" not in known:
            known.update(self.trace(library))
        parts = parse_parts(known["parts"])
        is_unlike = unlike(parts) > MOST_UNLIKE
        if is_unlike and known["whole"]:
            raise KernelFailure("unlike", "half as many elements run other loops")
        # The file may have been made with another --cpu.
        mca = f"llvm-mca for {self.arguments.cpu}"
        if mca not in known:
            known[mca] = lifted(parts, self.predictors.llvm_mca(parts, library))
        cycles, _ = self.predictors.takt(parts, library)
        totals = {"takt": lifted(parts, cycles), "llvm_mca": known[mca],
                  "instructions": known["executed"]}
        if is_unlike:
            totals = dict.fromkeys(totals)
        predicted = {name: None if total is None else total / known["elements"]
                     for name, total in totals.items()}
        return Code(library.path, known, predicted)


# --- In processes of their own ------------------------------------------------

preparer = None


def start(arguments):
    """Begins a process. What is measured meanwhile comes first."""
    global preparer
    os.nice(10)
    preparer = Preparer(arguments)


def prepare(kernel, source, level, cached, root):
    return preparer.prepare(kernel, source, level, cached, tempfile.mkdtemp(dir=root))
