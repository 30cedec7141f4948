# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Streams of integer instructions, which measurements repeat behind a fence.

r15 points to memory, to where it says that it does, and so does r9; r8, r10, r11, r12
and rbx begin as 0 and rdx as -1; `9f` is behind all of it.
"""

import random

SETUP = ["mov [r15], r15", "mov r9, r15", "mov rdx, -1"] + [
    f"xor {r}, {r}" for r in ("r8d", "r10d", "r11d", "r12d", "ebx")]
FILLER = ["xor r13d, r13d"] * 6  # a packet in which nothing has to be done
COUNTER = ["add r9, 0", "cmp r9, rdx", "je 9f"]
BRANCH = ["test r12, r12", "js 9f"]
MIXED = [
    "movzx r10d, byte ptr [r9 + r11 + 64]", "mov r10, [r9 + 64]", "mov r10, [r15 + 64]",
    "and r10d, -64", "neg r10d", "lea ebx, [r10 + 1]", "lea ebx, [r12 + 1]", "add r8, r10",
    "add r8, rbx", "mov [r15 + 256], r10d", "mov [r15 + r11 + 256], r10d",
    "cmovno ebx, r12d", "imul ebx, r10d, 3", "rorx ebx, r10d, 3", "add r8, [r15 + 64]",
    "add r8, [r15 + r11 + 64]", "xor ebx, ebx", "setno bl", "mov rbx, r10", "cmp r10d, 5",
    "lea r10, [r9 + 8]",
]
# Mostly loads.
LOADS = [
    "mov r8, [r15 + 64]", "mov r10, [r9 + 64]", "mov r10, [r15 + r11 + 64]",
    "movzx r10d, byte ptr [r15 + 64]", "add r8, [r15 + 64]", "add r8, [r15 + r11 + 64]",
    "cmp r12, [r15 + 64]", "lea r8, [r12 + 1]", "lea r8, [r12 + 1]", "add r8, r10",
    "imul ebx, r12d, 3", "mov [r15 + 256], r12d", "vmovups zmm6, [r15 + 64]",
    "vmovups ymm6, [r15 + 64]", "vmovups xmm6, [r15 + 64]", "vpaddd xmm7, xmm6, xmm6",
    "mov r9, [r9]",
]


def random_streams(seed, count, of, longest, counted):
    """`count` streams of 1 to `longest` of the instructions `of`, some of them with a
    branch; `counted` of them, on average, with the counter of a loop, in its place."""
    choice = random.Random(seed)
    for _ in range(count):
        stream = [choice.choice(of) for _ in range(choice.randint(1, longest))]
        if choice.random() < 0.3:
            at = choice.randrange(len(stream) + 1)
            stream[at:at] = BRANCH
        yield stream + (COUNTER if choice.random() < counted else [])
