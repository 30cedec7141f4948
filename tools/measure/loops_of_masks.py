# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops about masks, pipes of vectors and ALUs of Zen 5, for `rates`: names and code."""

# Chains, each from the register that it ends in.
MASKED = """vpcmpltud k2, zmm9, zmm1; vpmovm2d zmm9, k2
vpcmpltud k2, ymm9, ymm1; vpmovm2d ymm9, k2
vpcmpltud k2, xmm9, xmm1; vpmovm2d xmm9, k2
vptestmd k2, zmm9, zmm1; vpmovm2d zmm9, k2
vpmovd2m k2, zmm9; vpmovm2d zmm9, k2
vpcmpltud k2, zmm9, zmm1; kandw k2, k2, k3; vpmovm2d zmm9, k2
kandw k1, k1, k2; kandw k1, k1, k2; kandw k1, k1, k2; kandw k1, k1, k2
knotw k1, k1; knotw k1, k1; knotw k1, k1; knotw k1, k1
kshiftrw k1, k1, 1; kshiftrw k1, k1, 1; kshiftrw k1, k1, 1; kshiftrw k1, k1, 1
kunpckbw k1, k1, k2; kunpckbw k1, k1, k2; kunpckbw k1, k1, k2; kunpckbw k1, k1, k2
vpmovd2m k7, zmm9; vpaddd zmm9{k7}, zmm1, zmm2
vpmovd2m k7, zmm9; vpaddd zmm9{k7}{z}, zmm1, zmm2
vpmovd2m k7, zmm9; vpandd zmm9{k7}, zmm1, zmm2
vpmovd2m k7, zmm9; vpternlogd zmm9{k7}, zmm1, zmm2, 5
vpmovd2m k7, zmm9; vpslld zmm9{k7}, zmm1, 3
vpmovd2m k7, zmm9; vmovdqa32 zmm9{k7}, zmm1
vpmovd2m k7, zmm9; vmulps zmm9{k7}, zmm1, zmm2
vpaddd zmm9{k7}, zmm9, zmm2
vaddpd zmm9{k7}, zmm9, zmm2
vaddpd zmm9{k7}{z}, zmm9, zmm2
vbroadcastss zmm9{k7}, dword ptr [rsi]
vmovd xmm9, r9d; vmovd r9d, xmm9
vpbroadcastd zmm9, r9d; vmovd r9d, xmm9
vpinsrd xmm9, xmm9, r14d, 1
vcvtsi2sd xmm9, xmm9, r14
vmovq xmm9, xmm9
vsqrtss xmm9, xmm9, xmm9
vsqrtsd xmm9, xmm9, xmm9""".splitlines()

# Each with its mask.
GATHERS = """kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vgatherdpd xmm9{k1}, [rsi + xmm4*8]
kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vgatherdps xmm9{k1}, [rsi + xmm4*4]
kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vgatherdpd ymm9{k1}, [rsi + xmm4*8]
kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vpgatherdd ymm9{k1}, [rsi + ymm4*4]
kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vgatherdpd zmm9{k1}, [rsi + ymm4*8]
kxnorw k1, k0, k0; vpxor xmm9, xmm9, xmm9; vgatherdps zmm9{k1}, [rsi + zmm4*4]
vpcmpeqd ymm1, ymm1, ymm1; vpxor xmm9, xmm9, xmm9; vgatherdpd xmm9, [rsi + xmm4*8], xmm1
vpcmpeqd ymm1, ymm1, ymm1; vpxor xmm9, xmm9, xmm9; vgatherdps xmm9, [rsi + xmm4*4], xmm1
vpcmpeqd ymm1, ymm1, ymm1; vpxor xmm9, xmm9, xmm9; vgatherdpd ymm9, [rsi + xmm4*8], ymm1
vpcmpeqd ymm1, ymm1, ymm1; vpxor xmm9, xmm9, xmm9; vpgatherdd ymm9, [rsi + ymm4*4], ymm1""".splitlines()

# Twelve of each, and twelve of A, M and S.
SHARING = """vpabsd xmm{n}, xmm14
vplzcntd xmm{n}, xmm14
vpopcntq xmm{n}, xmm14
vrcpps xmm{n}, xmm14
vrsqrt14ps xmm{n}, xmm14
vgf2p8affineqb xmm{n}, xmm14, xmm15, 5
vpcmpeqd k1, xmm14, xmm15
vcmpltss k1, xmm14, xmm15
vpaddd xmm{n}, xmm14, xmm15
vpternlogd xmm{n}, xmm14, xmm15, 5
vfmadd231ps xmm{n}, xmm14, xmm15
vpslld xmm{n}, xmm14, 3
vcvtps2pd ymm{n}, xmm14
vcvtsi2sd xmm{n}, xmm14, r14""".splitlines()
OTHERS = {"A": "vaddps xmm{n}, xmm14, xmm15", "M": "vmulps xmm{n}, xmm14, xmm15",
          "S": "vpshufb xmm{n}, xmm14, xmm15"}
WIDTH = 240  # operations of a loop of `tried`


def masks():
    for code in MASKED + GATHERS:
        yield code, code.replace("; ", "\n"), 1
    for code in GATHERS:
        if "k1" in code:
            among = "\n".join(f"vpaddd ymm{5 + n % 4}, ymm10, ymm10" for n in range(60))
            yield f"60 vpaddd, 4 {code.split('; ')[-1]}", "\n".join(
                [among] + [code.replace("9", str(11 + n)).replace("; ", "\n") for n in range(4)]), 1


def sharing():
    for code in SHARING:
        for letter, other in OTHERS.items():
            both = [(code.format(n=1 + n % 6), other.format(n=7 + n % 6)) for n in range(12)]
            yield f"{code.split()[0]}, {letter}", "\n".join(sum(both, ())), 1


def chains():
    """So many chains of one operation on vectors."""
    for name in ("vpaddd", "vaddps", "vmulps", "vpshufb", "vfmadd231ps"):
        for count in (2, 4, 5, 6, 7, 8, 9, 10, 12):
            first = "xmm14" if name.startswith("vfma") else "xmm{n}"
            code = [f"{name} xmm{n}, {first}, xmm15".format(n=n) for n in range(count)]
            yield f"{count} x {name}", "\n".join(code * (96 // count)), 96 // count


def tried():
    """`lea` of which one of 60 reads what one so many before it made, and `imul`."""
    for distance in (1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48):
        code = [f"lea {'rcx rdx rbx rdi r8 r9 r10 r11'.split()[n % 8]}, [r14 + 1]"
                for n in range(WIDTH)]
        for n in range(0, WIDTH, 60):
            code[n], code[n + distance] = "lea rax, [r14 + 1]", "lea r12, [rax + 1]"
        yield f"{distance} apart", "\n".join(code), 1
    for count in (2, 3, 4, 5, 6):
        code = ["imul r8, r14, 7"] + ["lea r9, [r14 + 1]"] * count
        yield f"imul and {count} lea", "\n".join(code), 1
    for products in (1, 2, 3):
        for count in (0, 1, 2, 3, 4):
            code = [f"mulx {pair}, r14" for pair in ("rcx, rbx", "r8, r9", "r10, r11")[:products]]
            code += ["lea rax, [r14 + 1]"] * count
            yield f"{products} mulx and {count} lea", "\n".join(code), 1


FAMILIES = (masks, sharing, chains, tried)
