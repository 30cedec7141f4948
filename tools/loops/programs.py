# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run time and compile time of real code (programs/), guided and as clang does it."""

import os
import resource
import tempfile

from build import HERE, Failure, run

PROGRAMS = os.path.join(HERE, "programs")
# Compilations and runs of which the fastest counts, clang's and guided in turn.
COMPILES, RUNS = 2, 9


def child_seconds(command, environment):
    """(processor time, standard output) of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(command, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise Failure(f"{' '.join(command)} fails: {done.stderr.strip()[:500]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def ways(plugin, guide):
    """{name: (flags, TAKT_OPTIONS)}"""
    return {"clang": ([], ""), "guided": ([f"-fpass-plugin={plugin}"], guide)}


def measure_program(source, flags, plugin, guide, llvm, core):
    """(clang's / guided run time, guided / clang's compile time). Failure if both
    programs do not print the same results."""
    compiler = os.path.join(llvm, "clang++" if source.endswith("pp") else "clang")
    compile_time, run_time, results = {}, {}, {}
    pin = [] if core is None else ["taskset", "-c", str(core)]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(COMPILES):
            for name, (more, options) in ways(plugin, guide).items():
                binary = os.path.join(folder, name)
                command = [compiler, *flags, *more, "-c", source, "-o", binary + ".o"]
                seconds, _ = child_seconds(command, {**os.environ, "TAKT_OPTIONS": options})
                compile_time[name] = min(seconds, compile_time.get(name, seconds))
                child_seconds([compiler, binary + ".o", "-lm", "-o", binary], os.environ)
        for _ in range(RUNS):
            for name in ways(plugin, guide):
                _, text = child_seconds([*pin, os.path.join(folder, name)], os.environ)
                nanoseconds, results[name] = text.split(maxsplit=1)
                run_time[name] = min(float(nanoseconds), run_time.get(name, float(nanoseconds)))
    if results["clang"] != results["guided"]:
        raise Failure(f"{source} computes {results['guided']} guided, not {results['clang']}")
    return run_time["clang"] / run_time["guided"], compile_time["guided"] / compile_time["clang"]


def print_programs(flags, plugin, guide, llvm, core, out):
    for name in sorted(os.listdir(PROGRAMS)):
        source = os.path.join(PROGRAMS, name)
        gain, cost = measure_program(source, flags, plugin, guide, llvm, core)
        print(f"{name:>16}  guided {gain:.3f}, compile {cost:.2f}", file=out)
