# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels as programs: compiled, predicted by takt, run under takt-depsim."""

import json
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "kernels")
# Reorder buffer and lifetime agree.
WINDOW_CPU = os.path.join(HERE, "window.yaml")
LIFETIME = 512
LEVELS = {"O1": ["-O1"], "O2": ["-O2"], "O3": ["-O3"], "O3fast": ["-O3", "-ffast-math"],
          "O0": ["-O0"]}
# valgrind has no AVX-512.
FLAGS = ["-march=haswell", "-std=gnu11"]


class Failure(Exception):
    """Something that the user has to put right."""


def kernel_names():
    names = (f[:-2] for f in os.listdir(KERNELS) if f.endswith(".c"))
    return sorted(name for name in names if name != "data")


def run(command, **more):
    """The standard output of a command that has to succeed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, **more)
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from None
    if done.returncode:
        raise Failure(f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


def main_source(names):
    declarations = "".join(f"double run_{name}(void);\n" for name in names)
    calls = "".join(f'  printf("{name} %.17g\\n", run_{name}());\n' for name in names)
    return f"#include <stdio.h>\n{declarations}int main(void) {{\n{calls}}}\n"


def compile_kernels(compiler, flags, names, folder, more_flags=lambda name: []):
    """One program that runs them all. more_flags(name): for one file."""
    if not shutil.which(compiler):
        raise Failure(f"there is no compiler {compiler}")
    main = os.path.join(folder, "main.c")
    with open(main, "w", encoding="utf-8") as file:
        file.write(main_source(names))
    program = os.path.join(folder, "kernels")
    objects = []
    for name in names + ["data"]:
        objects.append(os.path.join(folder, f"{name}.o"))
        run([compiler, *FLAGS, *flags, *more_flags(name), "-I", KERNELS, "-c",
             os.path.join(KERNELS, f"{name}.c"), "-o", objects[-1]])
    run([compiler, *FLAGS, *flags, main, *objects, "-lm", "-o", program])
    return program


def checksums(program):
    """{kernel: checksum} that the program prints."""
    lines = (line.split() for line in run([program]).splitlines())
    return {name: float(value) for name, value in lines}


def takt(build, program, cpu=WINDOW_CPU, options=()):
    """What takt says of the innermost loops: (kernels, refused)."""
    command = [os.path.join(build, "bin", "takt"), "--json", f"--cpu={cpu}",
               "--function=kernel_*", *options, program]
    report = json.loads(run(command))
    return report["kernels"], report["errors"]


def ranges(kernel, kernels):
    """The code of a loop. That of a path through some blocks of it is taken to be
    all from first to last, unless there are other loops."""
    start, end = kernel["start"], kernel["end"]
    alone = all(k is kernel or k["end"] <= start or k["start"] >= end for k in kernels)
    return [{"start": start, "end": end}] if kernel["kind"] == "path" and alone else kernel["path"]


def watch(build, program, kernels, folder):
    """takt-depsim's report of a run of the program."""
    loops, report = (os.path.join(folder, n) for n in ("loops", "depsim.json"))
    with open(loops, "w", encoding="utf-8") as file:
        for kernel in kernels:
            words = [kernel["path"][0]["start"]]
            words += [a for r in ranges(kernel, kernels) for a in (r["start"], r["end"])]
            file.write(" ".join(f"{w:x}" for w in words) + "\n")
    run([os.path.join(build, "bin", "takt-depsim"), "--format=json", "-o", report,
         "--function=kernel_*", f"--lifetime={LIFETIME}", f"--loops={loops}", program])
    with open(report, encoding="utf-8") as file:
        return json.load(file)


def compiler_version(compiler):
    """'clang 19.1.7' or 'gcc 12.2.0'."""
    first = run([compiler, "--version"]).splitlines()[0]
    number = re.search(r"\d+\.\d+\.\d+", first)
    kind = "clang" if "clang" in first else "gcc"
    return f"{kind} {number[0] if number else '?'}"
