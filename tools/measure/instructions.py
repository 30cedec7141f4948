# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Common instructions, as chains (latency) and as independent copies (rate)."""

import re

# In Intel syntax; {d} is written (and read, where it is part of a chain), {s}
# only read; {o} is another word of a line in each copy, for some CPUs load more
# words a cycle if they differ. After a second bar what makes the chain, if it is something else;
# "-": there is none.
INSTRUCTIONS = """
ADD r64,r64 | add {d}, {s}
ADD r32,r32 | add {d:32}, {s:32}
ADD r64,[m64] | add {d}, [{s}+{o}] | -
SUB r64,imm8 | sub {d}, 5 | -
SUB r1_64,r2_64 | sub {d}, {s}
ADC r64,r64 | adc {d}, {s} | -
AND r64,r64 | and {d}, {s}
OR r64,r64 | or {d}, {s}
XOR r1_64,r2_64 | xor {d}, {s}
NEG r64 | neg {d}
NOT r64 | not {d}
IMUL r64,r64 | imul {d}, {s}
IMUL r32,r32 | imul {d:32}, {s:32}
IMUL r64,r64,imm8 | imul {d}, {d}, 3
SHL r64,imm8 | shl {d}, 3
SHR r64,imm8 | shr {d}, 3
SAR r64,imm8 | sar {d}, 3
ROL r64,imm8 | rol {d}, 3
ROR r64,imm8 | ror {d}, 3
BSWAP r64 | bswap {d}
BSWAP r32 | bswap {d:32}
POPCNT r64,r64 | popcnt {d}, {d}
LZCNT r64,r64 | lzcnt {d}, {d}
TZCNT r64,r64 | tzcnt {d}, {d}
BSF r64,r64 | bsf {d}, {d}
BSR r64,r64 | bsr {d}, {d}
MOVZX r32,r8 | movzx {d:32}, {d:8}
MOVSX r64,r8 | movsx {d}, {d:8}
MOVSXD r64,r32 | movsxd {d}, {d:32}
MOV r64,[m64] | mov {d}, [{s}+{o}] | mov {d}, [{d}]
MOV [m64],r64 | mov [{s}+{o}], {d} | -
MOV r64,imm64 | movabs {d}, 0x1234567812345678 | -
CMOVC r64,r64 | cmovc {d}, {s} | -
MOVMSKPD r32,xmm | movmskpd {d:32}, {w} | -
CVTSI2SD xmm,r64 | cvtsi2sd {v}, {s} | -
LEA r64,[r64+r64] | lea {d}, [{d}+{s}]
ANDN r64,r64,r64 | andn {d}, {d}, {s}
BLSI r64,r64 | blsi {d}, {d}
BLSR r64,r64 | blsr {d}, {d}
BEXTR r64,r64,r64 | bextr {d}, {d}, {s}
PDEP r64,r64,r64 | pdep {d}, {d}, {s}
PEXT r64,r64,r64 | pext {d}, {d}, {s}
SHLX r64,r64,r64 | shlx {d}, {d}, {s}
SARX r64,r64,r64 | sarx {d}, {d}, {s}
RORX r64,r64,imm8 | rorx {d}, {d}, 3
CRC32 r32,r32 | crc32 {d:32}, {s:32}
PADDB xmm,xmm | paddb {v}, {w}
PADDD xmm,xmm | paddd {v}, {w}
PADDQ xmm,xmm | paddq {v}, {w}
PSUBB xmm1,xmm2 | psubb {v}, {w}
PADDSW xmm,xmm | paddsw {v}, {w}
PAND xmm1,xmm2 | pand {v}, {w}
PXOR xmm1,xmm2 | pxor {v}, {w}
PCMPEQD xmm1,xmm2 | pcmpeqd {v}, {w}
PCMPGTQ xmm1,xmm2 | pcmpgtq {v}, {w}
PMULLW xmm,xmm | pmullw {v}, {w}
PMULLD xmm,xmm | pmulld {v}, {w}
PMULUDQ xmm,xmm | pmuludq {v}, {w}
PMADDWD xmm,xmm | pmaddwd {v}, {w}
PSLLD xmm,imm8 | pslld {v}, 3
PSRLQ xmm,imm8 | psrlq {v}, 3
PSRLDQ xmm,imm8 | psrldq {v}, 3
PUNPCKLBW xmm,xmm | punpcklbw {v}, {w}
PACKSSWB xmm,xmm | packsswb {v}, {w}
PAVGB xmm,xmm | pavgb {v}, {w}
PMAXUB xmm,xmm | pmaxub {v}, {w}
PMAXSW xmm,xmm | pmaxsw {v}, {w}
PSADBW xmm,xmm | psadbw {v}, {w}
PSHUFB xmm,xmm | pshufb {v}, {w}
PSHUFD xmm,xmm,imm8 | pshufd {v}, {v}, 1
PALIGNR xmm,xmm,imm8 | palignr {v}, {w}, 3
PABSD xmm,xmm | pabsd {v}, {v}
ADDSD xmm,xmm | addsd {v}, {w}
ADDPD xmm,xmm | addpd {v}, {w}
ADDPS xmm,xmm | addps {v}, {w}
SUBPD xmm,xmm | subpd {v}, {w}
MULSD xmm,xmm | mulsd {v}, {w}
MULPD xmm,xmm | mulpd {v}, {w}
MULPS xmm,xmm | mulps {v}, {w}
MAXPD xmm,xmm | maxpd {v}, {w}
MINPS xmm,xmm | minps {v}, {w}
ANDPD xmm1,xmm2 | andpd {v}, {w}
ORPD xmm1,xmm2 | orpd {v}, {w}
UNPCKLPD xmm,xmm | unpcklpd {v}, {w}
SHUFPD xmm,xmm,imm8 | shufpd {v}, {w}, 1
HADDPD xmm,xmm | haddpd {v}, {w}
ADDSUBPD xmm,xmm | addsubpd {v}, {w}
BLENDPD xmm,xmm,imm8 | blendpd {v}, {w}, 1
ROUNDPD xmm,xmm,imm8 | roundpd {v}, {v}, 1
CMPPD xmm,xmm,imm8 | cmppd {v}, {w}, 1
CVTDQ2PS xmm,xmm | cvtdq2ps {v}, {v}
CVTPS2DQ xmm,xmm | cvtps2dq {v}, {v}
AESENC xmm,xmm | aesenc {v}, {w}
AESDEC xmm,xmm | aesdec {v}, {w}
VADDPD ymm,ymm,ymm | vaddpd {y}, {y}, {z}
VMULPS ymm,ymm,ymm | vmulps {y}, {y}, {z}
VPADDD ymm,ymm,ymm | vpaddd {y}, {y}, {z}
VPMULLW ymm,ymm,ymm | vpmullw {y}, {y}, {z}
VFMADD231PD xmm,xmm,xmm | vfmadd231pd {v}, {w}, {w}
VFMADD231PS ymm,ymm,ymm | vfmadd231ps {y}, {z}, {z}
VFMADD231SD xmm,xmm,xmm | vfmadd231sd {v}, {w}, {w}
VPERMQ ymm,ymm,imm8 | vpermq {y}, {y}, 0x1b
VPERM2F128 ymm,ymm,ymm,imm8 | vperm2f128 {y}, {y}, {z}, 1
"""

GENERAL = ["rax", "rbx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13"]
SOURCE, VECTORS, VECTOR_SOURCE = "r14", 14, 15
# Instructions in the loop, at least: its branch is one more.
IN_LOOP = 96


class Register:
    """A general register, {d:32} its lower half."""

    def __init__(self, name):
        self.name = name

    def __format__(self, bits):
        if self.name[1].isdigit():
            return self.name + {"": "", "32": "d", "8": "b"}[bits]
        base = self.name[1:]
        low = base[0] + "l" if base.endswith("x") else base + "l"
        return {"": self.name, "32": "e" + base, "8": low}[bits]


def instances(template, count):
    """The instruction with `count` destinations at most, one after the other."""
    vector = not re.search(r"\{d", template) and re.search(r"\{[vyY]", template)
    number = min(count, VECTORS if vector else len(GENERAL))
    return [template.format(d=Register(GENERAL[i % len(GENERAL)]), s=Register(SOURCE),
                            v=f"xmm{i}", w=f"xmm{VECTOR_SOURCE}", o=8 * (i % 8), y=f"ymm{i}",
                            z=f"ymm{VECTOR_SOURCE}", Y=f"zmm{i}", Z=f"zmm{VECTOR_SOURCE}")
            for i in range(number)]


def experiments(text=INSTRUCTIONS):
    """[(name, "L" or "T", instructions)] of the lines of `text`."""
    found = []
    for line in text.strip().splitlines():
        name, template, *chain = (part.strip() for part in line.split("|"))
        chain = chain[0] if chain else template
        if chain != "-":
            found.append((name, "L", instances(chain, 1) * 24))
        copies = instances(template, 99)
        found.append((name, "T", copies * -(-IN_LOOP // len(copies))))
    return found
