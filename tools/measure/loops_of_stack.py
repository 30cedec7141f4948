# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that use the stack pointer, for `rates`: names and code."""

# What uses it, once and twice among eliminated moves.
USES = """cmp rsp, r14
add rsp, -8
and rsp, -16
mov rsp, r14
mov r14, rsp
mov r14d, esp
mov r14w, sp
lea rsp, [rsp-8]
lea r14, [rsp+8]
lea r14, [rsp+rbx]
lea r14, [rsp+rbx+8]
mov rax, [rsp+8]
mov rax, [rsp+rbx]
add rax, [rsp+8]
mov [rsp+8], rax
mov [rsi], rsp
vmovq xmm0, rsp
imul r14, rsp, 5
push rsp""".splitlines()

# Chains through it, and what push and pop do to them.
CHAINS = """add rsp, -8
lea rsp, [rsp-8]
add rsp, -8; add rsp, 8
cmp rsp, r14; add rsp, 8; add rsp, -8
cmp rsp, r14; lea rsp, [rsp+8]; lea rsp, [rsp-8]
push rbx; add rsp, 8
pop rbx; add rsp, -8
pop rbx; lea rsp, [rsp-8]
pop rbx; mov r14, rsp; add r14, 8; mov rsp, r14
push rbx; pop rbx; add rsp, 8
push rbx; lea rsp, [rsp+8]; add rsp, 8
push rbx; lea rsp, [rsp+8]; push rbx; lea rsp, [rsp+8]
pop rbx; mov rsp, r14; cmp rsp, r14; mov r14, rsp
pop rbx; lea rsp, [rsp-8]; cmp rsp, r14; lea rsp, [rsp-8]
pop rbx; mov rdx, rsp; and rsp, -16; push rax; push rsp""".splitlines()

MOVE = "mov r11, rdi"


def stack():
    for use in USES:
        for count in (1, 2):
            code = [use] * count + [MOVE] * (12 - count)
            yield f"{count} x {use}, {12 - count} moves", "\n".join(code), 1
    for between in range(7):
        use, moves = ["cmp rsp, r14"], [MOVE]
        code = use + moves * between + use + moves * (16 - between)
        yield f"cmp rsp twice, {between} moves between", "\n".join(code), 1
    for moves in range(3, 10):
        code = ["add rsp, -8"] + [MOVE] * moves
        yield f"add rsp, {moves} moves", "\n".join(code), 1
    for chain in CHAINS:
        yield chain, chain.replace("; ", "\n"), 1


FAMILIES = [stack]
