# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that ask for more ALUs than there are, for `rates`: names and code."""

# What some `lea` that wait for nothing leave of the ALUs, to these.
BESIDE = """mov [rsi], rdi
mov [rsi], dil
mov dword ptr [rsi], 7
vmovups [rsi], xmm1
push rdi
push [rsi]
setc [rsi]
add [rsi], rdi
mov rcx, [rsi]
imul rcx, rdi, 5
lea rcx, [rdi+rdx+5]
vmovd xmm1, edi
vcvtsi2sd xmm1, xmm2, edi
vpinsrd xmm1, xmm2, edi, 1
kmovd k1, edi
vmovd ecx, xmm1
vpextrd ecx, xmm1, 1
vcvttss2si ecx, xmm1
kmovd ecx, k1
vucomiss xmm1, xmm2
kortestd k1, k2
movabs rcx, 0x123456789abc
cmova rcx, rdx
lea rcx, [rdi+1]; lea rdx, [rcx+1]
lea rcx, [rdi+1]; test rcx, rcx
lea rcx, [rdi+1]; mov [rsi], rcx
lea rcx, [rdi+1]; lea rdx, [rcx+1]; lea rdx, [rcx+2]
lea rcx, [rdi+1]; lea rdx, [rcx+1]; lea r8, [rdx+1]
lea rcx, [rdi+1]; lea rdx, [rdi+1]; lea r8, [rcx+rdx]
lea rcx, [rdi+1]; add rcx, [rsi]
lea rcx, [rsi+8]; mov rdx, [rcx+8]
rorx rcx, rdi, 5; lea rdx, [rcx+1]
popcnt rcx, rdi; lea rdx, [rcx+1]
mov rcx, [rsi]; lea rdx, [rcx+1]
imul rcx, rdi, 5; lea rdx, [rcx+1]
mov rcx, rdi; lea rdx, [rcx+1]
xor ecx, ecx; lea rdx, [rcx+1]
mov ecx, 5; lea rdx, [rcx+1]
cmp rdi, 5; setc cl
cmp rdi, 5; adc rcx, rdi""".splitlines()

REGISTERS = "rax rcx rdx rbx rbp r8 r9 r10 r11 r12 r13".split()


def _lea(to, of="rdi"):
    return f"lea {to}, [{of}+1]"


def alus():
    for code in ("nothing", *BESIDE):
        for number in (4, 5, 6):
            leas = [_lea("r14")] * number
            rest = [] if code == "nothing" else code.split("; ")
            yield f"{code} + {number} lea", "\n".join(rest + leas), 1


def _behind(distance, depth):
    """96 `lea` or a few more: so many chains side by side, then others."""
    code = []
    while len(code) < 96:
        for step in range(depth):
            for r in REGISTERS[:distance]:
                code.append(_lea(r, r if step else "rdi"))
    return code


def dependent():
    for pairs in (1, 2, 3, 4):
        code = [c for r in REGISTERS[:pairs] for c in (_lea(r), _lea("r14", r))]
        yield f"{pairs} pairs", "\n".join(code), 1
    for distance in (1, 2, 4, 6, 8, 11):
        for depth in (2, 4, 8):
            code = _behind(distance, depth)
            yield f"{len(code)}, {depth} in turn {distance} apart", "\n".join(code), 1
    for count in (*range(1, 9), 11):
        code = [f"add {r}, 1" for r in REGISTERS[:count]]
        yield f"{count} chains", "\n".join(code), 1
        yield f"{count} chains, 8 times", "\n".join(code * 8), 1


# What comes out of vectors, and what is in its way.
ARRIVING = ["vmovd eax, xmm1", "vmovmskps eax, xmm1", "vucomisd xmm0, xmm1", "vptest xmm0, xmm1", "kortestw k1, k2"]
OPERATIONS = {"cmp": ["cmp rdi, r9"], "lea": [_lea("r11")], "imul": ["imul r11, rdi, 5"],
              "rorx": ["rorx r11, rdi, 5"], "setc": ["setc r11b"], "bt": ["bt rdi, 3"],
              "add": [f"add {r}, 1" for r in REGISTERS[5:]],
              "not": [f"not {r}" for r in REGISTERS[5:]]}
STORE = "vmovsd [rsi], xmm1"


def buses():
    for code in ARRIVING:
        for name, all_of_it in OPERATIONS.items():
            for number in (1, 2, 3, 4, 5, 6, 8, 12):
                rest = [all_of_it[n % len(all_of_it)] for n in range(number)]
                yield f"{code} + {number} {name}", "\n".join([code, *rest]), 1
        for stores in (1, 2):
            for number in (1, 2):
                yield (f"{number} {code} + {stores} stores",
                       "\n".join([code] * number + [STORE] * stores), 1)
        yield f"{code} and a store, twice", "\n".join([code, STORE] * 2), 1


# What keeps one of the schedulers busy.
BUSY = ["vmovd eax, xmm1", "imul edx, edi, 77", "imul edx, edi, 77; imul r8d, edi, 150",
        "mulx r11, r12, rdi", "cmovc r9, rdi", "cmovc r9, rdi; cmovc r10, rdi",
        "vmovd xmm1, edi", "rorx r9, rdi, 3; rorx r10, rdi, 3"]


def beside():
    for code in BUSY:
        for number in (2, 3, 4, 5, 6, 8, 12):
            yield (f"{code} + {number} lea",
                   "\n".join(code.split("; ") + [_lea("r11")] * number), 1)


FAMILIES = [alus, dependent, buses, beside]
