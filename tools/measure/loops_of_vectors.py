# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of operations on vectors that read three operands, and two, for `rates`: names and code."""

import itertools

# {d} is another register each time; those of 30 and 31 never change. A merge by a mask
# reads what it overwrites. Those that read three operands are capitals.
OPERATIONS = {
    "F": "vfmadd231ps {k}{d}, {k}30, {k}31",
    "G": "vfmadd213ps {k}{d}, {k}30, {k}31",
    "T": "vpternlogd {k}{d}, {k}30, {k}31, 5",
    "B": "vaddps {k}{d}{{k1}}, {k}30, {k}31",
    "P": "vpermt2ps {k}{d}, {k}30, {k}31",
    "Y": "vpermi2ps {k}{d}, {k}30, {k}31",
    "a": "vaddps {k}{d}, {k}30, {k}31",
    "m": "vmulps {k}{d}, {k}30, {k}31",
    "p": "vpaddd {k}{d}, {k}30, {k}31",
}
# Chains of the last one beside others that wait for nothing.
CHAINS = "pP TP TTP TTTTP BBP FP TY TTTTY TF TTTTF".split()


def _code(letters, vector, registers=29):
    return "\n".join(OPERATIONS[c].format(k=vector, d=n % registers)
                     for n, c in enumerate(letters))


def thirds():
    for vector in ("xmm", "zmm"):
        for a, b in itertools.combinations_with_replacement(OPERATIONS, 2):
            yield f"{vector} {a}{a}{b}{b}, eight times", _code((a * 2 + b * 2) * 8, vector), 1
        for letters in CHAINS:
            yield f"{vector} {letters}", _code(letters, vector), 1


FAMILIES = [thirds]
