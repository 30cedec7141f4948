# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops by what their code has beside macro-ops, for `rates`: names and code."""

# By letters: X has nothing, E a prefix EVEX, D and A fields of 8 bits, B a register in
# place of one, J the target of a branch, I and L fields of 32 bits, W one of 64, Y and Z
# displacements that EVEX multiplies, V one that VEX does not, Q, q and s several, c and C
# pairs with them.
LETTERS = {
    "X": "xor r14d, r14d", "E": "vmovaps xmm{n}, xmm31", "D": "lea r13, [rdi + 10]",
    "A": "vpshufd xmm{n}, xmm14, 5", "J": "jc 9f\n9:",
    "B": "vblendvps xmm{n}, xmm13, xmm14, xmm15",
    "I": "mov r13d, 100000", "L": "mov r13, [rsi + 1000]",
    "W": "movabs r13, 0x123456789abc", "Y": "vmovups zmm{n}, [rsi + 64]",
    "Z": "vmovups zmm{n}, [rsi + 128]", "V": "vmovups ymm{n}, [rsi + 64]",
    "T": "vpternlogd xmm{n}, xmm13, xmm14, 7", "t": "vpternlogd xmm{n}, xmm14, [rsi + 16], 7",
    "s": "mov dword ptr [rsi + 8], 5", "q": "mov dword ptr [rsi], 100000",
    "Q": "mov dword ptr [rsi + 1000], 100000",
    "c": "cmp r9d, 10\njs 9f\n9:", "C": "cmp r9d, 100000\njs 9f\n9:",
}
# Beside the branch that closes the loop.
WORDS = """EXXXXXXX EEXXXXXX XXXXXXEE EXEXXXXX EEEEXXXX EEEEXXX EEEEEXX EEEEEEX EEEEEX EEEEEE
IIIXXXXX IIIIXXXX IIIIXXX IIIIIXX IIIIIX LLLXXXXX LLLIXXXX LLIIXXXX
DDDDDXXX DDDDDDXX DDDDDDX AAAADXXX AAAADDXX JDDDDXXX JDDDDDXX JJDDDXXX
IIIDDXXX IIIDDDXX JJIIIXXX JIIIXXXX BDDDDXXX BDDDDDXX BBDDDXXX BBDDDDXX BBBDDXXX BBBDDDXX
EIIIDDXX EZXXXXXX YIIXXXXX YIIIXXXX ZIIIXXXX VIIIXXXX VIIIDXXX
TDDDDXXX TDDDDDXX tDDDXXXX tDDDDXXX WIXXXXXX WIIXXXXX WIDDXXXX WIDDDXXX WWIIIXX WWIIII
ccIXXXXX ccIIXXXX cIIIXXXX cDDDXXXX cDDDDXXX CIIXXXXX CIIIXXXX CIIIXXX CCIXXXXX
sIIXXXXX sIIIXXXX qqIXXXXX qqIIXXXX QIXXXXXX QIIXXXXX QQXXXXXX QQXXXXX QQIXXXX QIIIXXX
""".split()


def code(word):
    return "\n".join(LETTERS[letter].format(n=n % 12) for n, letter in enumerate(word))


def fields():
    for word in WORDS:
        yield word, code(word), 1
    for count in (12, 13, 14, 15, 16, 20, 21, 22, 23, 27, 28, 29, 30):
        yield f"{count} E", code("E" * count), 1
    for first, others in ((5, 9), (5, 10), (5, 11), (6, 9), (6, 10), (2, 14), (4, 14), (8, 8)):
        yield f"{first} E, {others} X", code("E" * first + "X" * others), 1
    for count in (6, 7, 8, 9, 13, 14, 15, 16, 21, 22):
        yield f"{count} of X and E in turn", code(("XE" * count)[:count]), 1


# What makes their indices behind them.
SCATTERS = """vpscatterdd [rsi + 4*xmm1]{k1}, xmm2|vpmovzxbd xmm1, xmm1|vpslld xmm1, xmm1, 2
vpscatterdd [rsi + 4*ymm1]{k1}, ymm2|vpmovzxbd ymm1, xmm1|vpslld ymm1, ymm1, 2
vpscatterdd [rsi + 4*zmm1]{k1}, zmm2|vpmovzxbd zmm1, xmm1|vpslld zmm1, zmm1, 2
vscatterdpd [rsi + 8*xmm1]{k1}, xmm2|vpmovzxbd xmm1, xmm1|vpslld xmm1, xmm1, 2
vscatterdpd [rsi + 8*xmm1]{k1}, ymm2|vpmovzxbd xmm1, xmm1|vpslld xmm1, xmm1, 2
vscatterdpd [rsi + 8*ymm1]{k1}, zmm2|vpmovzxbd ymm1, xmm1|vpslld ymm1, ymm1, 2
vscatterqps [rsi + xmm1]{k1}, xmm2|vpmovzxbq xmm1, xmm1|vpsllq xmm1, xmm1, 4
vscatterqps [rsi + ymm1]{k1}, xmm2|vpmovzxbq ymm1, xmm1|vpsllq ymm1, ymm1, 4
vscatterqps [rsi + zmm1]{k1}, ymm2|vpmovzxbq zmm1, xmm1|vpsllq zmm1, zmm1, 4
vscatterqpd [rsi + xmm1]{k1}, xmm2|vpmovzxbq xmm1, xmm1|vpsllq xmm1, xmm1, 4
vscatterqpd [rsi + ymm1]{k1}, ymm2|vpmovzxbq ymm1, xmm1|vpsllq ymm1, ymm1, 4
vscatterqpd [rsi + zmm1]{k1}, zmm2|vpmovzxbq zmm1, xmm1|vpsllq zmm1, zmm1, 4"""


def microcode():
    """Nops before and behind an instruction from microcode (it stores nothing), and scatters."""
    scatter = "vpscatterdd [rsi + 4*ymm1]{k1}, ymm2"
    for before in (0, 1, 2, 3, 8, 9, 10, 11):
        for behind in (0, 1, 2, 6, 7, 8, 9):
            yield (f"{before} nop, {scatter[:11]}, {behind} nop",
                   "\n".join(["nop"] * before + [scatter] + ["nop"] * behind), 1)
    for line in SCATTERS.splitlines():
        scatter, *indices = line.split("|")
        for count in (1, 2, 3, 4):
            yield (f"{count} {scatter}",
                   "\n".join(["mov r8, 0x0706050403020100", "vmovq xmm1, r8", *indices]
                             + ["kxnorw k1, k0, k0", scatter] * count), 1)


NOPS = {1: "nop", 3: "nop dword ptr [rax]", 4: "nop dword ptr [rax + 16]",
        7: "nop dword ptr [rax + 0x12345678]", 9: "nop word ptr [rax + rax + 0x12345678]",
        10: "nop word ptr cs:[rax + rax + 0x12345678]"}


def nop(size):
    """One of so many bytes, which no scheduler gets; longer ones by prefixes."""
    return "data16\n" * (size - 10) + NOPS[min(size, 10)]


def windows():
    """Loops that nothing but the front end and the renamer holds up."""
    for count in [*range(4, 26), 30, 37, 48, 60, 71, 80, 100, 130, 150, 200, 300, 384]:
        yield f"{count} mov r8, r9", "\n".join(["mov r8, r9"] * count), 1
    for size, counts in ((1, (12, 16, 20, 24, 32, 38, 44, 48, 64, 128, 256)),
                         (3, (12, 16, 20, 24, 32, 48, 64, 96, 192, 384)),
                         (4, (12, 16, 24, 32, 48, 96)), (7, (12, 16, 24, 32, 48, 96)),
                         *((size, (10, 20, 30, 60)) for size in range(9, 15))):
        for count in counts:
            yield f"{count} nops of {size}", "\n".join([nop(size)] * count), 1
    for count in (*range(2, 12), 20, 40):
        yield (f"{count} movabs r8, 0x123456789abcdef0",
               "\n".join(["movabs r8, 0x123456789abcdef0"] * count), 1)


# Nops of these sizes fill a line of 64 bytes, eight and so many more of them.
SIZES = {0: (8,) * 8, 1: (7,) * 8 + (8,), 2: (6,) * 6 + (7,) * 4, 3: (6,) * 9 + (5,) * 2,
         4: (5,) * 8 + (6,) * 4, 5: (5,) * 12 + (4,), 6: (5,) * 8 + (4,) * 6, 7: (4,) * 14 + (8,)}
FILLERS = {4: "nop dword ptr [rax + 16]", 5: "nop dword ptr [rax + rax + 16]",
           6: "nop word ptr [rax + rax + 16]", 7: "nop dword ptr [rax + 0x12345678]",
           8: "nop dword ptr [rax + rax + 0x12345678]"}


def pieces():
    """A line of code with more than eight nops, and moves and the branch in the next one."""
    for more, sizes in SIZES.items():
        for behind in range(1, 10 - more):
            code = [FILLERS[size] for size in sizes] + ["mov r8, r9"] * (behind - 1)
            yield f"8 + {more} nops, {behind} places", "\n".join(code), 1


# Loads by a register and by none, a store, an addition, one of vectors, nothing.
SHORT = {"L": "mov rax, [rsi]", "R": "mov rax, [rip]", "S": "mov [rdi], rbx",
         "A": "lea r8, [rbx + rcx]", "V": "vaddps xmm0, xmm1, xmm2", "X": "mov r9, r10"}


def short():
    """Loops of a few cycles, which a core that is given too little power takes longer for."""
    for word in "XXX A AA AAA V VV R RRR L LL LLL S SX SL SLL LLLAA".split():
        for count in (1, 2, 3, 4):
            yield f"{count} x {word}", "\n".join(SHORT[letter] for letter in word * count), 1


def zeroed():
    for code, moves in (("vzeroall", 0), ("vzeroall", 8), ("vzeroall", 14),
                        ("vzeroall\nvzeroall", 0)):
        yield (f"{code}, {moves} moves".replace("\n", ", "),
               "\n".join([code] + ["mov r8, r9"] * moves), 1)


FAMILIES = [fields, microcode, windows, pieces, short, zeroed]
