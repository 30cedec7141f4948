# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that tell which units operations on vectors have, and what it costs to go from one kind
of them to another: families of tools/measure/rates.

docs/zen3.md has what came of them.
"""

# {d} is written, {a} is read, as are xmm13 to xmm15.
OPERATIONS = """vandps {d}, {a}, xmm14
vandpd {d}, {a}, xmm14
vpand {d}, {a}, xmm14
vxorps {d}, {a}, xmm14
vpxor {d}, {a}, xmm14
vblendps {d}, {a}, xmm14, 1
vblendpd {d}, {a}, xmm14, 1
vpblendw {d}, {a}, xmm14, 1
vblendvps {d}, {a}, xmm14, xmm15
vpblendvb {d}, {a}, xmm14, xmm15
vshufps {d}, {a}, xmm14, 5
vshufpd {d}, {a}, xmm14, 1
vunpcklps {d}, {a}, xmm14
vunpckhpd {d}, {a}, xmm14
vpunpckldq {d}, {a}, xmm14
vmovhlps {d}, {a}, xmm14
vmovlhps {d}, {a}, xmm14
vpermilps {d}, {a}, 5
vpermilps {d}, {a}, xmm14
vinsertps {d}, {a}, xmm14, 16
vmovss {d}, {a}, xmm14
vmovsd {d}, xmm14, {a}
vmovshdup {d}, {a}
vmovddup {d}, {a}
vpshufd {d}, {a}, 5
vpshufb {d}, {a}, xmm14
vpalignr {d}, {a}, xmm14, 4
vcvtdq2ps {d}, {a}
vcvtps2dq {d}, {a}
vcvtps2pd {d}, {a}
vcvtpd2ps {d}, {a}
vcvtsd2ss {d}, {a}, {a}
vroundps {d}, {a}, 1
vrcpps {d}, {a}
vmaxps {d}, {a}, xmm14
vmaxss {d}, {a}, xmm14
vcmpps {d}, {a}, xmm14, 1
vpslld {d}, {a}, 3
vpslld {d}, {a}, xmm14
vpsllvd {d}, {a}, xmm14
vpmulld {d}, {a}, xmm14
vpsadbw {d}, {a}, xmm14
vpabsd {d}, {a}
vpavgb {d}, {a}, xmm14
vpaddsw {d}, {a}, xmm14
vpcmpeqd {d}, {a}, xmm14
vpcmpgtq {d}, {a}, xmm14
vpmaxsd {d}, {a}, xmm14
vpsrldq {d}, {a}, 4
vbroadcastss {d}, {a}
vpbroadcastd {d}, {a}
vpmovzxbw {d}, {a}
vpacksswb {d}, {a}, xmm14
vaddss {d}, {a}, xmm14
vmulpd {d}, {a}, xmm14
vfmadd213ps {d}, {a}, xmm14
vhaddps {d}, {a}, xmm14""".splitlines()
# Across 128 bits, where chains are not stable; {y} is written.
ACROSS = """vperm2f128 {y}, ymm13, ymm14, 1
vinsertf128 {y}, ymm13, xmm14, 1
vextractf128 {d}, ymm13, 1
vbroadcastss {y}, xmm13""".splitlines()
# What the others are chained with, and what they are beside.
TURNS = {"sum": "vaddps xmm0, xmm0, xmm13", "integer": "vpaddd xmm0, xmm0, xmm13"}
BESIDE = {"products": "vmulps", "sums": "vaddps", "shuffles": "vunpcklps"}


def turns():
    """Chains of an operation on vectors, and in turn with sums of floats and of integers."""
    for template in OPERATIONS:
        code = template.format(d="xmm0", a="xmm0")
        yield code, "\n".join([code] * 8), 8
        for name, other in TURNS.items():
            yield f"{code}, {name}", "\n".join([code, other] * 8), 8


def units():
    """Eight of an operation on vectors and eight products, sums or shuffles, independent."""
    for template in OPERATIONS + ACROSS:
        for name, other in BESIDE.items():
            code = []
            for n in range(8):
                code += [template.format(d=f"xmm{n % 6}", y=f"ymm{n % 6}", a="xmm13"),
                         f"{other} xmm{6 + n % 6}, xmm13, xmm14"]
            yield f"{template.format(d='x', y='y', a='xmm13')}, {name}", "\n".join(code), 1


FAMILIES = [turns, units]
