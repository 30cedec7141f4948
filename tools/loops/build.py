# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels (kernels/kernel.h) to shared libraries of their own."""

import hashlib
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = os.path.join(HERE, "kernels")
# Kernels with which no model was made; their predictions tell whether those of the
# others are right for a reason. What is wrong with them is looked at in all but
# the last.
OTHERS = [os.path.join(HERE, name) for name in ("validation", "library", "routines", "heldout")]
SETS = {os.path.basename(folder): folder for folder in (KERNELS, *OTHERS)}
LEVELS = {"O1": ["-O1"], "O2": ["-O2"], "O3": ["-O3"], "O3fast": ["-O3", "-ffast-math"]}
# What results are compared with.
REFERENCE = ["-O0"]
FLAGS = ["-std=gnu17", "-fPIC"]
# Fortran's kernels (fortran/) do their work in a procedure that knows nothing of the
# arrays that it is called with: it must not be inlined.
FORTRAN_FLAGS = ["-fPIC", "-mllvm", "-inline-threshold=-10000"]


class Failure(Exception):
    """Something that the user has to put right."""


class KernelFailure(Exception):
    """Something is wrong with one kernel at one level; `status` is one word."""

    def __init__(self, status, detail):
        super().__init__(f"{status}: {detail}")
        self.status = status


def kernel_sources(folder=KERNELS):
    """{name: file}"""
    try:
        files = sorted(f for f in os.listdir(folder) if f.endswith((".c", ".f90")))
    except OSError as error:
        raise Failure(f"{folder}: {error.strerror}") from None
    return {os.path.splitext(f)[0]: os.path.join(folder, f) for f in files}


def run(command, **more):
    """A finished process, whatever its exit status."""
    try:
        return subprocess.run(command, capture_output=True, text=True, **more)
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}") from None


class Library:
    """A linked kernel: its instructions as they lie in the file."""

    def __init__(self, path, llvm):
        self.path = path
        self.bytes = {}  # address -> bytes of the instruction
        done = run([os.path.join(llvm, "llvm-objdump"), "-d", "--section=.text", path])
        for line in done.stdout.splitlines():
            if found := re.match(r"\s*([0-9a-f]+): ((?:[0-9a-f]{2} )*[0-9a-f]{2}) *\t", line):
                self.bytes[int(found[1], 16)] = bytes.fromhex(found[2])
        if not self.bytes:
            raise Failure(f"{path}: no instructions: {done.stderr.strip()}")

    def size(self, address):
        return len(self.bytes[address])

    def code_hash(self):
        """Tells whether two compilers made the same code."""
        text = b"".join(self.bytes[a] for a in sorted(self.bytes))
        return hashlib.sha256(text).hexdigest()[:16]

    def piece(self, start, end):
        """The bytes from `start` up to `end`, both starts of instructions."""
        text, at = b"", start
        while at < end:
            text += self.bytes[at]
            at += self.size(at)
        return text


def link(target, name, llvm):
    """The path of the shared library that the object `target` of a kernel becomes, linked
    without any other, so that a call is an error: its time would be that of foreign code."""
    library = os.path.splitext(target)[0] + ".so"
    done = run([os.path.join(llvm, "clang"), "-shared", "-nostdlib", "-Wl,-z,defs", target,
                "-o", library])
    if missing := re.findall(r"undefined (?:reference to|symbol:) [`']?([\w.]+)", done.stderr):
        raise KernelFailure("call", f"{name} calls {', '.join(sorted(set(missing)))}")
    if done.returncode:
        raise Failure(f"{target} cannot be linked: {done.stderr.strip()[:500]}")
    return library


def compiler(source, llvm):
    """The command that compiles a kernel's source, but for options of one's own and names."""
    if source.endswith(".f90"):
        return [os.path.join(llvm, "flang-new"), *FORTRAN_FLAGS, "-I", os.path.dirname(source)]
    return [os.path.join(llvm, "clang"), *FLAGS, "-I", KERNELS]


def compile_kernel(source, flags, folder, llvm="/usr/lib/llvm-19/bin"):
    """The Library of a kernel's source."""
    name = os.path.splitext(os.path.basename(source))[0]
    stem = os.path.join(folder, f"{name}-{hashlib.sha256(repr(flags).encode()).hexdigest()[:8]}")
    more = ["-J", folder] if source.endswith(".f90") else []
    done = run([*compiler(source, llvm), *flags, *more, "-c", source, "-o", stem + ".o"])
    if done.returncode:
        raise Failure(f"{source} does not compile: {done.stderr.strip()[:500]}")
    return Library(link(stem + ".o", name, llvm), llvm)
