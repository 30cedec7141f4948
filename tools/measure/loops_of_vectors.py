# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of operations on vectors, of three operands and two, for `rates`: names and code."""

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


# Packets of six and how many destinations take turns for T and B, which add to what the one
# before made. f and b are F and B behind an eliminated move of what they overwrite, two places;
# G and P have 12 destinations. X is an eliminated xor, s a store.
READERS = {
    "GTXXXX": (1, 12), "GGTXXX": (1, 4, 12), "GTTXXX": (2, 4, 12), "GTTTXX": (4, 12),
    "TTTTXX": (4, 12), "GGBXXX": (4, 12), "PPTXXX": (4, 12), "PTTXXX": (4, 12), "ffTX": (1, 12),
    "fTTXX": (4, 12), "ffbb": (4,), "fXfb": (4,), "fsfbX": (4,), "fsXXX": (4,), "GGppXX": (4,),
}
PACKETS = 12
STALE = {"f": "F", "b": "B"}


def _packets(letters, accumulators):
    lines, chained, others = [], 0, 0
    for letter in letters * PACKETS:
        if letter == "X":
            lines.append("xor r14d, r14d")
        elif letter == "s":
            lines.append("vmovups [rsi], xmm28")
        elif letter in "TB":
            lines.append(OPERATIONS[letter].format(k="xmm", d=chained % accumulators))
            chained += 1
        else:
            to = 16 + others % 12
            others += 1
            if letter in STALE:
                lines.append(f"vmovaps xmm{to}, xmm29")
            lines.append(OPERATIONS[STALE.get(letter, letter)].format(k="xmm", d=to))
    return "\n".join(lines)


def readers():
    for letters, accumulators in READERS.items():
        for count in accumulators:
            yield f"{letters}, {count} destinations", _packets(letters, count), 1


# Two of each, beside two `vpternlogd`: which of the three operands gets in the way.
KINDS = [
    "vfmadd213ps {k}{d}, {k}30, {k}31", "vfmadd213ps {k}{d}, {k}31, {k}31",
    "vfmadd213ps {k}{d}, {k}30, [rsi]", "vfmadd132ps {k}{d}, {k}30, {k}31",
    "vfmadd132ps {k}{d}, {k}30, [rsi]", "vfmadd231ps {k}{d}, {k}30, {k}31",
    "vfmadd231ps {k}{d}, {k}30, {k}30", "vfmadd231ps {k}{d}, {k}30, [rsi]",
    "vpermt2ps {k}{d}, {k}30, {k}31", "vpermt2ps {k}{d}, {k}30, {k}30",
    "vpternlogd {k}{d}, {k}30, {k}30, 5",
]


def kinds():
    for kind in KINDS:
        spelt = [kind, kind, OPERATIONS["T"], OPERATIONS["T"]] * 8
        code = [text.format(k="xmm", d=n % 16) for n, text in enumerate(spelt)]
        yield kind.format(k="xmm", d="N"), "\n".join(code), 1


# A chain of operations of one cycle and two passes: who gets the pipe of the one before waits.
CHAIN, MOVE = "vpaddd zmm1, zmm1, zmm2", "xor r14d, r14d"


def passes():
    for moves in range(8):
        yield f"{CHAIN} + {moves} moves", "\n".join([CHAIN] + [MOVE] * moves), 1
    for moves in range(4):
        code = [CHAIN] + [MOVE] * moves + [CHAIN]
        yield f"{CHAIN} + {moves} moves and once more", "\n".join(code), 1
    for chains in (2, 3, 4, 6, 8):
        code = [f"vpaddd zmm{n}, zmm{n}, zmm31" for n in range(chains)]
        yield f"{chains} such chains", "\n".join(code), 1
        yield f"{chains} such chains and a move", "\n".join(code + [MOVE]), 1


# By the pipes that they have: 0 and 1, 2 and 3, 1 and 2, 2 and 3, 1 to 3, all.
PLAIN = {
    "m": "vmulps {k}{d}, {k}{s}, {k}31", "a": "vaddps {k}{d}, {k}{s}, {k}31",
    "s": "vpshufb {k}{d}, {k}{s}, {k}31", "h": "vpslld {k}{d}, {k}{s}, 3",
    "u": "vpermilps {k}{d}, {k}{s}, 27", "p": "vpaddd {k}{d}, {k}{s}, {k}31",
}


def _plain(letters, vector):
    return "\n".join(PLAIN[c].format(k=vector, d=n, s=30) for n, c in enumerate(letters))


def free():
    """What waits for nothing but pipes, in turn and in groups."""
    for count, times in ((2, 4), (3, 3)):
        for kinds_of in itertools.combinations(PLAIN, count):
            letters = "".join(kinds_of) * times
            yield f"zmm {letters}", _plain(letters, "zmm"), 1
    for kinds_of in itertools.combinations(PLAIN, 3):
        letters = "".join(c * 4 for c in kinds_of)
        yield f"zmm {letters}", _plain(letters, "zmm"), 1


def fed():
    """Each first one of two feeds the second."""
    for vector in ("ymm", "zmm"):
        for first, second in itertools.permutations("masp", 2):
            for times in (4, 6):
                code = "\n".join(
                    PLAIN[first].format(k=vector, d=n, s=30) + "\n"
                    + PLAIN[second].format(k=vector, d=n + 10, s=n) for n in range(times))
                yield f"{vector} {first} into {second}, {times} times", code, 1


# A chain, and what wants its pipes and takes longer.
LATE = {
    "vpabsd {k}1, {k}1": "vmulps", "vmaxps {k}1, {k}1, {k}31": "vaddps",
    "vpslld {k}1, {k}1, 3": "vaddps", "vmulps {k}1, {k}1, {k}31": "vfmadd231ps",
}


def late():
    """Chains beside what hands on its results in the same pipes, later."""
    for vector in ("xmm", "zmm"):
        for chain, other in LATE.items():
            for count in range(1, 6):
                code = [chain.format(k=vector)]
                code += [f"{other} {vector}{2 + n}, {vector}30, {vector}31" for n in range(count)]
                yield f"{vector} {chain.split()[0]}, {count} {other}", "\n".join(code), 1


LEAVING = {"V": "vmovd eax, xmm1", "S": "vmovsd qword ptr [rsi], xmm1"}


def leaving():
    """Moves to a general register, V, and stores, S, in all orders."""
    seen = set()
    for length in range(2, 7):
        for letters in itertools.product(LEAVING, repeat=length):
            turned = min(letters[n:] + letters[:n] for n in range(length))
            repeats = any(turned == turned[:n] * (length // n)
                          for n in range(1, length) if length % n == 0)
            if repeats or turned in seen:
                continue
            seen.add(turned)
            yield "".join(turned), "\n".join(LEAVING[c] for c in turned), 1


FAMILIES = [thirds, readers, kinds, passes, free, fed, late, leaving]
