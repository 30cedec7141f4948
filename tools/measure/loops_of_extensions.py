# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of masked operations, AES, SHA and other extensions, for `rates`: names and code.

docs/sapphire-rapids.md has what came of them.
"""

# Chains, each from the register that it ends in; what ends in a semicolon is in none.
EXTENSIONS = """vpaddb zmm9{k1}, zmm9, zmm15
vpackssdw zmm9{k1}, zmm9, zmm15
vmovdqu8 ymm9{k1}, ymm14
vpmullw zmm9, zmm9, zmm15
vpmullw zmm9{k1}, zmm9, zmm15
vpmaddwd zmm9, zmm9, zmm15
vpdpbusd zmm9, zmm14, zmm15
vpmullw zmm9{k1}{z}, zmm14, zmm15; vpslld zmm1, zmm2, 3;
vpmovm2b zmm9, k2
vpaddd zmm9, zmm9, zmm8; vpmovm2b zmm9, k2
vpaddd zmm9, zmm9, zmm8; vpmovm2d zmm9, k2
vpcmpeqd k2, zmm9, zmm9; vpmovm2d zmm9, k2
vpcmpgtd k2, zmm9, zmm9; vpmovm2d zmm9, k2
kmovd k1, eax; kmovd eax, k1
kortestd k1, k1; sbb eax, eax; kmovd k1, eax
vpmovb2m k1, zmm9; vpaddb zmm9{k1}, zmm8, zmm7
vpmovd2m k1, zmm9; vpexpandd zmm9{k1}{z}, zmm8
vpexpandd zmm9{k1}{z}, zmm9
vpmovd2m k1, zmm9; vpcompressd zmm9{k1}{z}, zmm8
vpslld zmm9, zmm8, xmm9
vpslld zmm9, zmm9, xmm8
vpmovzxbw zmm9{k1}, ymm9
vpbroadcastd zmm9, eax; vmovd eax, xmm9
vpopcntb zmm9{k1}, zmm9
vpopcntd zmm9, zmm9
vpshldd zmm9{k1}, zmm9, zmm7, 3
vpmovq2m k0, xmm5; kxnorw k1, k0, k0; vpmovm2q xmm5, k1
vpmovq2m k0, xmm5; kandnw k1, k2, k0; vpmovm2q xmm5, k1
psubusb xmm9, xmm9
vaesenc ymm9, ymm9, ymm15
vaesenc ymm9, ymm14, ymm9
aesimc xmm9, xmm9
pclmulqdq xmm9, xmm15, 5
vpclmulqdq zmm9, zmm14, zmm15, 5;
vgf2p8affineqb zmm9, zmm9, zmm15, 5
vgf2p8affineqb zmm9{k1}, zmm9, zmm15, 5
sha1rnds4 xmm9, xmm15, 1
sha1rnds4 xmm9, xmm9, 1
sha1msg2 xmm9, xmm15
sha1rnds4 xmm9, xmm15, 1; vpaddd xmm15, xmm9, xmm8
sha256rnds2 xmm9, xmm15, xmm0
sha256msg1 xmm9, xmm15
sha256msg2 xmm9, xmm15
vcvttps2dq ymm9, ymm9
vcvtph2ps ymm9, xmm9
vcvtps2ph xmm9, xmm9, 0
cvtsd2ss xmm9, qword ptr [rsi]
vmpsadbw ymm9, ymm9, ymm15, 5
vmpsadbw ymm9, ymm14, ymm9, 5
vdpps ymm1, ymm2, ymm3, 5;
bt dword ptr [rsi], 3;
setbe byte ptr [rsi];
and r8w, 31095""".splitlines()


def extensions():
    """Eight of each."""
    for code in EXTENSIONS:
        yield code, "\n".join([code.rstrip(";").replace("; ", "\n")] * 8), 8


FAMILIES = (extensions,)
