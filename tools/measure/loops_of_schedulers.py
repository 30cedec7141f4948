# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that tell how much waits in the schedulers of Golden Cove and its like, and what it
costs to read what other units made: families of tools/measure/rates.

docs/granite-rapids.md has what came of them.
"""

# {d} is written, {a} and xmm14 are read. A second word: the loops also have it as the reader.
MAKERS = """addpd both vaddpd {d}, {a}, xmm14
mulpd both vmulpd {d}, {a}, xmm14
fma both vfmadd213pd {d}, {a}, xmm14
maxpd both vmaxpd {d}, {a}, xmm14
cvtdq2ps - vcvtdq2ps {d}, {a}
pmuludq both vpmuludq {d}, {a}, xmm14
paddd both vpaddd {d}, {a}, xmm14
pand - vpand {d}, {a}, xmm14
pcmpeqd - vpcmpeqd {d}, {a}, xmm14
pslld - vpslld {d}, {a}, 3
pternlogd - vpternlogd {d}, {a}, xmm14, 150
andpd both vandpd {d}, {a}, xmm14
blendpd - vblendpd {d}, {a}, xmm14, 1
unpcklpd both vunpcklpd {d}, {a}, xmm14
load - vmovupd {d}, [rsi]"""

# One chain after the other, in an iteration each.
CHAINS = """vfmadd213pd xmm0, xmm2, xmm3|vmovaps xmm0, xmm1|8 12 16 20 24 28 34 40 50 60 80
vmulpd xmm0, xmm0, xmm3|vmovaps xmm0, xmm1|10 18 22 26 30 36 40 50 60 80
vpmuludq xmm0, xmm0, xmm3|vmovaps xmm0, xmm1|8 12 16 20 24 28 34 40 50
lea rax, [rax+rcx]|mov rax, rbx|8 16 24 32 40 50 60"""

# What waits for a chain of square roots, so many of it: until the schedulers are full the next
# chain begins beside this one.
WAITING = """lea r8, [rax+rbx]|40 60 80 90 94 98 102 104 110
vpaddd xmm2, xmm0, xmm3|60 80 90 94 98 102 110
lea r8, [rax+rbx]; vpaddd xmm2, xmm0, xmm3|40 46 48 50 52 54
lea r8, [rax+rsi]; kxnorw k1, k0, k0; vgatherdps xmm5{k1}, [r8+xmm2*4]|10 14 16 17 18 20
lea r8, [rax+rsi]; kxnorw k1, k0, k0; vgatherdps ymm5{k1}, [r8+ymm2*4]|4 6 7 8 9 10
lea r8, [rax+rsi]; kxnorw k1, k0, k0; vgatherdps zmm5{k1}, [r8+zmm2*4]|2 3 4 5 6
mov r8, [rsi+rax]|30 36 60 66 68 70 72 76 90
mov [rsi], rax|16 22 26 40 46 48 50 60
mov [rsi+rax], r9|16 22 26 40 46 48 50 60
mov [rsi], rax; mov [rsi+rax], r9|8 11 13 20 23 25 30
lea r8, [rax+rbx]; mov r8, [rsi+rax]|60 66 68 70 72 76
add r8, [rsi+rax]|30 60 68 70 72 76"""
# What waits for nothing behind ten roots, so many of it: until something else is full.
READY = """lea r9, [rsi+rbx]|200 240 248 256 260 300
cmp rsi, rbx|200 240 260 300
vpaddd xmm5, xmm6, xmm7|200 240 260 280 290 320
vpaddd ymm5, ymm6, ymm7|240 260 280 290
lea r9, [rsi+rbx]; vpaddd xmm5, xmm6, xmm7|100 200 240 250 260
kaddw k1, k2, k3|100 120 140 150
nop|400 480 510 540
mov [rsi], r9|100 108 116 120"""
ROOTS = ["vaddsd xmm0, xmm1, xmm1", *["vsqrtsd xmm0, xmm0, xmm0"] * 5, "vmovq rax, xmm0", "and rax, 0"]
TEN_ROOTS = ["vaddsd xmm0, xmm1, xmm1", *["vsqrtsd xmm0, xmm0, xmm0"] * 10]


def domains():
    makers = [line.split(" ", 2) for line in MAKERS.splitlines()]
    for reader, use, code in makers:
        if use != "both":
            continue
        for maker, _, made in makers:
            loop = [made.format(d="xmm1", a="xmm5")]
            loop += [code.format(d="xmm0", a="xmm0").replace("xmm14", "xmm1")] * 10
            yield f"{maker}, ten {reader}", "\n".join(loop), 10


def schedulers():
    for line in CHAINS.splitlines():
        code, start, counts = line.split("|")
        for count in counts.split():
            yield f"chain of {count} {code}", "\n".join([start] + [code] * int(count)), 1
    yield from _behind("roots", ROOTS, WAITING)


# The chain (C) and what reads it (R), and places between: six are renamed in a cycle.
AGES = "RC CR RRC CRR RC.... CR.... R.....C..... C.....R....."


def ages():
    """Of two products that wait for the same value and port, one is in the chain."""
    lines = {"C": "imul rax, rax, 5", "R": "imul rcx, rax, 3", ".": "nop"}
    for letters in AGES.split():
        yield letters, "\n".join([lines[letter] for letter in letters] * 12), 12


def buffers():
    return _behind("ten roots", TEN_ROOTS, READY)


# Loads over the end of a line (C) and in one (N).
CROSSINGS = "C CC CCC CN CNCN CNN CNNN CCN CCNN CCNNNN CCNNNNNN C.C. C..C.. C...C..."


def crossings():
    place = {"C": "mov r{}, [rsi+{}]", "N": "mov r{}, [rdi+{}]", ".": "nop"}
    for pattern in CROSSINGS.split():
        code = []
        for n, letter in enumerate(pattern * 4):
            offset = 64 * (n % 5) + (60 if letter == "C" else 8 + 4 * (n % 7))
            code.append(place[letter].format(8 + n % 6, offset))
        yield f"four times {pattern}", "\n".join(code), 1


def _behind(name, roots, lines):
    for line in lines.splitlines():
        code, counts = line.split("|")
        for count in counts.split():
            yield (f"{name}, {count} {code}",
                   "\n".join(roots + code.split("; ") * int(count)), 1)


FAMILIES = [domains, ages, schedulers, buffers, crossings]
