# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of loads and stores, and ways between registers, for `rates`: pairs of a name and code."""

WAYS = """vmovups xmm1, [rsi+r14]; vmovd r14d, xmm1; and r14, 0
vmovups zmm1, [rsi+r14]; vmovd r14d, xmm1; and r14, 0
vpaddd xmm1, xmm2, [rsi+r14]; vmovd r14d, xmm1; and r14, 0
vmovups xmm1, [rsi+r14+60]; vmovd r14d, xmm1; and r14, 0
mov r14, [rsi+r14+60]; and r14, 0
vmovd xmm1, r8d; vmovd r8d, xmm1
vmovd xmm1, r8d; vpaddd xmm1, xmm1, xmm1; vmovd r8d, xmm1
vmovd xmm1, r8d; vpmovmskb r8d, ymm1
vmovd xmm1, r8d; vpextrw r8d, xmm1, 1
vpinsrd xmm1, xmm1, r14d, 1; vmovd r14d, xmm1
vcvtsi2sd xmm1, xmm0, r8; vmovq r8, xmm1
vmovq xmm1, r8; vcvttsd2si r8, xmm1
kmovd k1, r8d; kmovd r8d, k1
vucomiss xmm2, xmm1; setc r8b; vmovd xmm1, r8d
vptest xmm2, xmm1; setc r8b; vmovd xmm1, r8d
vaddss xmm0, xmm0, xmm1; vaddss xmm0, xmm1, xmm0
vaddss xmm0, xmm0, xmm1; vmulss xmm0, xmm0, xmm1
vaddss xmm0, xmm0, xmm1; vmaxss xmm0, xmm0, xmm1
vaddpd zmm0, zmm0, zmm1; vpaddd zmm0, zmm0, zmm1
cmp r8d, r9d; cmovg r9d, r8d
cmp r8d, r9d; cmova r9d, r8d
cmp r8d, r9d; cmove r9d, r8d
cmp r8d, r9d; cmova r9d, [rsi]""".splitlines()

# L and S of a vector of so many bytes, l and s of a general register, X a move.
ADDRESSES = "LLS LSLS LLSS LLSLLS LLLLSS SSLLLL SLLSLL LSLLLS".split()
VECTORS = {16: "xmm", 64: "zmm"}


def ways():
    for code in WAYS:
        yield code, code.replace("; ", "\n"), 1


def _access(letter, number, vector):
    return {"L": f"vmovups {vector}{number % 14 + 2}, [rsi]", "S": f"vmovups [rdi], {vector}0",
            "l": f"mov r{8 + number % 3}, [rsi+{number % 8 * 8}]",
            "s": f"mov [rdi+{number % 8 * 8}], r12", "X": "mov r11, r12"}[letter]


def addresses():
    for size, vector in VECTORS.items():
        for letters in ADDRESSES:
            for moves in range(6):
                code = [_access(c, n, vector) for n, c in enumerate(letters + "X" * moves)]
                yield f"{letters}{'X' * moves}, {size} bytes", "\n".join(code), 1


def _stores(lines, each=1):
    return "\n".join(f"mov [rdi+{64 * n + 8 * k}], r12" for n in range(lines) for k in range(each))


def stores():
    for lines in (4, 8, 12, 13, 16, 32):
        yield f"{lines} lines", _stores(lines), 1
    for lines in (8, 24):
        yield f"{lines} lines, two stores each", _stores(lines, 2), 1
    for apart in (3, 4, 5, 6, 8):
        code = [f"mov [rdi+{64 * (apart * group + n) + 8 * k}], r12"
                for group in range(48 // apart) for k in range(2) for n in range(apart)]
        yield f"{apart} lines, and again", "\n".join(code), 1
    for lines in (2, 4, 8, 10):
        for step in (8, 64):
            yield (f"{lines} lines and one that moves by {step}",
                   f"{_stores(lines)}\nmov [r15], r12\nadd r15, {step}", 1)
    for vector, size in (("xmm", 16), ("ymm", 32), ("zmm", 64)):
        for name, code in (("load", f"vmovups {vector}2, [rsi+{{}}]"),
                           ("store", f"vmovups [rdi+{{}}], {vector}0")):
            for offset in (0, 60):
                yield (f"8 {name}s of {size} bytes at {offset}",
                       "\n".join(code.format(offset + 128 * n) for n in range(8)), 1)


# Packets of six places in dispatch, and what does not fill any: K, Q and M, whose address has an
# index, have two places. {o} goes round some of eight places of a block.
PLACED = {
    "L": "mov r8, [r15+64]", "X": "xor r14d, r14d", "A": "lea r8, [r12+1]",
    "I": "imul r9d, r12d, 3", "R": "rorx r10d, r12d, 3",
    "K": "mov [r15+r12+{o}], r13d", "S": "mov [r15+{o}], r13d",
    "Q": "add [r15+r12+{o}], r13d", "q": "add [r15+{o}], r13d",
    "M": "movbe [r15+r12+{o}], r13d",
}
STORED = """LLKXX LKKX LLLKX LLKLX KLLK LLKK KKLL LLLAK LLLKA KKAA KKIR
LLLLXX LLLSXX LLSSXX LLLLAA LLSSAA QXXXX QLXXX QLLXX QLLLX QQXX QQLX QQLL QAAA QQAA QLAAA QLLAA
qLLXXX qLLLXX qqLLX qLAAA qLLAAX MLLXX MLLLX MMXX MMLX MMAA MAAA
IIKRK IIRKK IKIRR IIKAKA IIAAAK IIKAAA""".split()
REWRITTEN = "qLLXXX qLLLXX QXXXX QLLXX QLLLX".split()


def _placed(word, copies, places):
    lines, stored = [], 0
    for letter in word * copies + "XXXXX":
        lines.append(PLACED[letter].format(o=128 + 4 * (stored % places)))
        stored += "{o}" in PLACED[letter]
    return "\n".join(lines)


def stored():
    for word in STORED:
        for copies in (8, 16):
            yield f"{word}, {copies} times", _placed(word, copies, 8), 1


def rewritten():
    for word in REWRITTEN:
        for places in (1, 2, 4, 8):
            yield f"{word}, {places} places in turn", _placed(word, 32, places), 1


# What waits for one chain in front of another one that waits for nothing: from some number on
# the second chain begins when the first one has ended.
FIRST = ["lfence", *["vmulsd xmm0, xmm0, xmm15"] * 40, "vmovq r14, xmm0", "and r14, 0",
         "add r14, rsi"]
SECOND = ["vmulsd xmm1, xmm1, xmm15"] * 30
QUEUED = """mov rdx, [r14]|40 42 43 44 45 46 48
vmovups ymm2, [r14]|30 38 42 44 46 48
vmovss xmm2, [r14]|30 40 42 44 46 48
mov rdx, [r14]; mov rbx, [r14]; lea rcx, [r14+8]|60 63 66 69 72
mov rdx, [r14]; lea rcx, [r14+8]|60 68 72 76 80
lea rdx, [r14+8]|80 84 86 87 88 92
mov rdx, [rsi]|60 88 116 124 140"""


def queued():
    for line in QUEUED.splitlines():
        kinds, counts = line.split("|")
        for count in map(int, counts.split()):
            code = (kinds.split("; ") * count)[:count]
            yield f"{count} {kinds}", "\n".join(FIRST + code + SECOND), 1


POINTERS = ["rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11"]


def linked():
    """Each load of a chain but the first has the address that the one before it loaded."""
    for depth in (1, 2, 3, 4, 6, 8):
        loads = []
        for chain in range(24 // depth):
            pointer = POINTERS[chain % 8]
            loads.append(f"mov {pointer}, [rsi+{8 * (chain % 8)}]")
            loads += [f"mov {pointer}, [{pointer}]"] * (depth - 1)
        for moves in (0, 8, 16):
            # So many in 24 places of the loop.
            code = [line for n, load in enumerate(loads)
                    for line in [load] + ["mov r13, r14"] * (n % 3 < moves // 8)]
            yield f"24 loads in chains of {depth}, {moves} moves", "\n".join(code), 1


def paired():
    """Of 24 loads pairs, the second of which has the address that the first one loaded."""
    for links in (0, 1, 2):
        for pairs in (0, 2, 4, 6, 8, 10, 12):
            code, heads = [], 24 - pairs
            for head in range(heads):
                pointer = POINTERS[head % 8]
                code.append(f"mov {pointer}, [rsi+{8 * (head % 8)}]")
                if (head + 1) * pairs // heads > head * pairs // heads:
                    code += [f"lea {pointer}, [{pointer}+8]"] * links
                    code.append(f"mov {pointer}, [{pointer}]")
            yield f"{pairs} pairs of 24 loads, {links} lea between", "\n".join(code), 1


# Data that comes late, and loads of it.
AWAITED = """mov [rsp+40], r10; mov rax, [rsp+40]|0 1 2 3 4 6
imul rcx, rcx, 1; mov [rsp+40], rcx|5 6 7 8 9
imul rcx, rcx, 1; mov [rsp+40], rcx; mov rax, [rsp+40]|5 6 7 8 9
mov rcx, [rsp+40]; imul rcx, rcx, 1; mov [rsp+40], rcx|5 6 7 8 9
imul rcx, rcx, 1; add [rsp+40], rcx|5 6 7 8 9
imul rcx, rcx, 1; add [rsp+40], rcx; mov rax, [rsp+40]|3 4 5 6 7
add qword ptr [rsp+40], 1; add qword ptr [rsp+40], 1|1 2 3 4 6
vmulsd xmm0, xmm0, xmm15; vmovq [rsp+40], xmm0|7 8 9 10
vmulsd xmm0, xmm0, xmm15; vmovq [rsp+40], xmm0; mov rax, [rsp+40]|5 6 7 8 10"""


def awaited():
    for line in AWAITED.splitlines():
        code, counts = line.split("|")
        for count in map(int, counts.split()):
            others = [f"mov r8, [rsi+{8 * (n % 6)}]" for n in range(count)]
            yield (f"{code}, {count} other loads", "\n".join(code.split("; ") + others), 1)


COPIED = """lea rcx, [rax]
lea ecx, [rax]
lea ecx, [eax]
lea rcx, [r12]
lea rcx, [r13]
lea rcx, [rsp]
lea rcx, [rax+8]
lea rcx, [rax*1+0]"""


def copied():
    for line in COPIED.splitlines():
        yield f"twelve {line}", "\n".join([line] * 12), 1
    for line in ("lea rax, [rax]", "lea eax, [rax]", "lea r13, [r13]", "lea rax, [rax+8]"):
        target = line.split(",")[0].split()[1]
        yield (f"six {line} and additions in a chain", "\n".join([line, f"add {target}, 1"] * 6), 1)


CHANGED = """add qword ptr [rsp+40], 1
add qword ptr [rsp+40], 1; mov rax, [rsp+40]
add qword ptr [rsp+40], 1; mov rax, [rsp+40]; nop
add qword ptr [rsp+40], 1; mov rax, [rsp+40]; nop; nop; nop; nop
add qword ptr [rsp+40], 1; mov rax, [rsp+40]; nop; nop; nop; nop; nop; nop
add qword ptr [rsp+40], 1; nop; mov rax, [rsp+40]
add qword ptr [rsp+40], 1; nop; nop; mov rax, [rsp+40]
add qword ptr [rsp+40], 1; cmp [rsp+40], rax
add qword ptr [rsp+40], 1; cmp [rsp+48], rax
add dword ptr [rsp+40], 1; mov eax, [rsp+44]; cmp [rsp+40], eax
add dword ptr [rsp+72], 1; add qword ptr [rsp+64], 8
add dword ptr [rsp+72], 1; add qword ptr [rsp+64], 8; cmp [rsp+72], ecx
sub rsp, 24; mov rax, [rsp+40]; mov [rsp+8], rax; mov rax, [rsp+32]; mov [rsp], rax
add rsp, 24; pop rbx; pop rbp; pop r12; pop r13; pop r14; pop r15
vandps xmm4, xmm4, xmm1; vandps xmm0, xmm0, xmm1; vucomiss xmm4, xmm4"""


def changed():
    for line in CHANGED.splitlines():
        yield line, line.replace("; ", "\n"), 1


# L a load of what A stores, U one that spells the address otherwise; B a store to the same block,
# C and D to two others, R a place that is rewritten; with a number of loads of other places.
ALONE = {"L": "mov rax, [rsi+8]", "U": "mov rax, [rsi+r14+8]", "A": "mov [rsi+8], rdx",
         "B": "mov [rsi], rcx", "C": "mov [rdi], rcx", "D": "mov [rdi+64], rcx",
         "R": "add [rsi+8], rdx", "X": "xor r9d, r9d",
         "M": "movzx eax, word ptr [rsi+8]", "V": "vmovq xmm0, [rsi+8]"}
ALONE_LOOPS = [("LA" + "B" * stores, 0) for stores in range(8)]
ALONE_LOOPS += [("LLA" + "B" * stores, 0) for stores in range(1, 8)]
ALONE_LOOPS += [("LABB", others) for others in (4, 5)]
ALONE_LOOPS += [("LABBB", others) for others in range(1, 4)]
ALONE_LOOPS += [("LABBBB", others) for others in range(1, 7)]
ALONE_LOOPS += [("LABBBBBBB", others) for others in (4, 6, 8, 9, 10)]
ALONE_LOOPS += [(first + "AB" + more, 0) for first in "MV" for more in ("", "B")]
ALONE_LOOPS += [("LABC", others) for others in range(4)]
ALONE_LOOPS += [("LABCD", others) for others in range(4)]
ALONE_LOOPS += [("LABCDCD", others) for others in range(8)]
ALONE_LOOPS += [("LABB" + "X" * moves, 0) for moves in (1, 2, 4, 6)]
ALONE_LOOPS += [(first + "B" * stores, 0) for first in ("R", "UA") for stores in range(4)]


def alone():
    """Stores to a block, and loads of what one of them stored."""
    for letters, others in ALONE_LOOPS:
        code = [ALONE[letter] for letter in letters]
        code += [f"mov r10, [r15+{64 * n}]" for n in range(others)]
        yield f"{letters} {others}", "\n".join(code), 1


FAMILIES = (ways, addresses, stores, stored, rewritten, queued, linked, paired, awaited, copied,
            changed, alone)
