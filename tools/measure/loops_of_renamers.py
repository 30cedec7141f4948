# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of what Golden Cove's renamer does, of flags, and of what loads and stores meet, for
`rates`: pairs of a name and code. A number in front says how often the code is repeated."""

CONSTANTS = """20 add rax, 8
20 sub rax, 8
20 inc rax
20 add rax, 127
20 add rax, 1023
20 add rax, 1024
20 add eax, 8
20 add ax, 8
20 lea rax, [rax+8]
20 lea rcx, [rax+8]
10 add rax, 8; and rax, rcx
10 add rax, 8; imul rax, rcx
10 add rax, 8; mov rcx, rax
20 mov rcx, rbx
10 movzx ecx, al; movzx eax, cl
20 xor eax, eax
20 lea rcx, [rax+rbx]
20 lea rcx, [rax+rbx+8]
20 lea rcx, [rax+2*rbx]
8 lea rax, [rax+rbx+8]
8 lea rax, [rax+2*rbx]
20 lea rcx, [rip+8]
20 movsx rcx, al
16 andn edx, ebx, ecx
20 bt rax, 3
8 xor edx, edx; cmp eax, ecx; seta dl
8 xor edx, edx; cmp eax, ecx; setne dl
4 add edx, ebx; add r8d, ebx; add r9d, ebx; add r10d, ebx; add r11d, ebx
10 neg edx; neg r8d
1 add r14d, 1; add r13d, 1; mov r15d, r14d; mov ebx, r13d
4 push rbx; mov rcx, rsp
3 push rbx; add rsp, 8
4 push rbx; lea rcx, [rsp+8]
1 add rsp, 8; pop rbx; pop rbp; pop r12; pop r13; pop r14; pop r15
6 mov dword ptr [rsi], 0x12345678
256 nop
1024 nop
384 nop dword ptr [rax]"""

FLAGS = """8 test edx, edx; setne bpl
8 or r8d, ebx; setne bpl
8 sub r8d, ebx; setne bpl
8 cmp r8d, ebx; setl bpl
8 neg r8d; setne bpl
8 test r8d, ebx; cmovne ebp, ecx
8 test r8d, ebx; adc ebp, ecx
8 cmp r8d, ebx; cmovne ebp, ecx
8 test rax, rax; cmovne rax, rbx
8 cmp rax, rcx; cmovne rax, rbx
8 test rax, rax; setne al; movzx eax, al
8 cmp rax, rcx; setne al; movzx eax, al
1 test rbx, rbx; cmove rax, rcx
1 test rbx, rbx; nop; cmove rax, rcx
1 test rbx, rbx; nop; nop; cmove rax, rcx
1 test rbx, rbx; nop; nop; nop; cmove rax, rcx
1 test rbx, rbx; cmove rax, rcx; cmove rax, rcx
1 test rbx, rbx; cmove rax, rcx; cmove rax, rcx; cmove rax, rcx
1 cmp rbx, rcx; cmove rax, rcx
1 blsr rbx, rcx; cmove rax, rcx
1 shr rax, 1; test bl, 1; cmove rax, rcx"""

BANKS = """4 mov eax, [rsi]; mov ecx, [rsi+8]; mov edx, [rsi+16]
4 mov eax, [rsi]; mov ecx, [rsi+64]; mov edx, [rsi+128]
4 mov eax, [rsi]; mov ecx, [rdi]; mov edx, [rbx]
4 mov eax, [rsi]; mov ecx, [rsi]; mov edx, [rsi+8]
4 mov eax, [rsi]; mov ecx, [rsi+4096]; mov edx, [rsi+8192]
4 mov eax, [rsi+4]; mov ecx, [rsi+64]; mov edx, [rsi+128]
4 mov rax, [rsi+4]; mov rcx, [rsi+64]; mov rdx, [rsi+128]
4 movzx eax, byte ptr [rsi]; movzx ecx, byte ptr [rsi+1]; movzx edx, byte ptr [rsi+2]
4 movzx eax, byte ptr [rsi]; movzx ecx, byte ptr [rsi+4]; movzx edx, byte ptr [rsi+7]
4 mov rax, [rsi]; mov rcx, [rsi+64]; mov rdx, [rsi+128]; mov rbx, [rsi+8]; mov rbp, [rsi+16]; mov r8, [rsi+24]
4 mov rax, [rsi]; mov rcx, [rsi+64]; mov rdx, [rsi+128]; mov rbx, [rsi+192]; mov rbp, [rsi+256]; mov r8, [rsi+24]
1 mov rax, [rsi]; mov rcx, [rdi]; mov rdx, [rbx]; add rsi, 8; add rdi, 8; add rbx, 8
4 vmovups xmm1, [rsi]; vmovups xmm2, [rsi+16]; vmovups xmm3, [rsi+32]
4 vmovups xmm1, [rsi]; mov rax, [rsi+72]; mov rcx, [rsi+136]
4 vmovups ymm1, [rsi]; vmovups ymm2, [rsi+32]; vmovups ymm3, [rsi+64]
4 vmovups zmm1, [rsi]; vmovups zmm2, [rsi+64]; vmovups zmm3, [rsi+128]"""

IN_ORDER = """1 mov [rsi], rax; mov [rsi+8], rax; mov [rsi+16], rax; mov [rsi+24], rax
1 mov [rsi], rax; mov [rsi+64], rax; mov [rsi+8], rax; mov [rsi+72], rax
1 mov [rsi], rax; mov [rsi+8], rax; mov [rsi+16], rax; mov [rsi+64], rax
1 mov [rsi], rax; mov [rsi+32], rax; mov [rsi+8], rax; mov [rsi+56], rax
1 mov [rsi+56], rax; mov [rsi+84], eax
1 mov [rsi+8], rax; mov [rsi], rax
8 mov [rsi], rax; mov [rsi+64], rax; mov [rsi+128], rax; mov [rsi+192], rax
1 mov [rsi], rax; add rsi, 8
1 mov [rsi], rax; add rsi, 64
1 vmovups [rsi], xmm0; vmovups [rsi+16], xmm0; vmovups [rsi+32], xmm0; vmovups [rsi+48], xmm0; add rsi, 64
1 vmovups [rsi], ymm0; vmovups [rsi+32], ymm0
1 vmovups [rsi], zmm0; vmovups [rsi], zmm0
1 push rax; push rcx; push rdx; push rbx; push rsi; push rdi"""

NAMES = """1 mov [rsi], rax; mov rax, [rsi]
1 mov [rsi], eax; mov eax, [rsi]; lea eax, [rax+rbx]
1 mov [rsi], al; movzx eax, byte ptr [rsi]
1 mov [rsi], ax; movzx eax, word ptr [rsi]; lea eax, [rax+rbx]
1 mov [rsi+rdi], rax; mov rax, [rsi+rdi]
1 mov [rsi+rdi], rax; mov rax, [rsi+rdi]; lea rax, [rax+rbx]
1 mov [rsi], rcx; mov eax, [rsi]; lea rcx, [rax+rbx]
1 mov [rsi], rcx; movzx eax, byte ptr [rsi]; lea ecx, [rax+rbx]
1 mov [rsi], rcx; mov eax, [rsi+4]; lea rcx, [rax+rbx]
1 lea rax, [rax+rbx]; mov [rsi], rax; mov rax, [rsi]
1 mov rax, [rsi]; lea rax, [rax+rbx]; mov [rsi], rax
1 push rax; pop rax; lea rax, [rax+rbx]
1 add rsi, 8; mov rax, [rsi-8]; lea rax, [rax+rbx]; mov [rsi], rax
1 mov r8, [rbx+136]; sub dword ptr [r8+4], 1
1 add qword ptr [rsi], 5
1 add [rsi], rax
1 inc dword ptr [rsi]
1 or byte ptr [rsi], 16
1 or word ptr [rsi], 16
1 cmovc rax, [rsi]; mov [rsi], rax
1 movsxd rax, dword ptr [rsi]; mov [rsi], eax
1 movups [rsi], xmm0; movups xmm0, [rsi]; pxor xmm0, xmm1
1 movss [rsi], xmm0; movss xmm0, [rsi]; addss xmm0, xmm1
1 mov [rsi], eax; mov [rsi+4], ecx; mov rdx, [rsi]
1 mov [rsi], eax; mov [rsi+4], eax; mov rax, [rsi]
1 mov [rsi], al; mov ecx, [rsi]
1 mov [rsi+1], al; mov ecx, [rsi]
1 movss [rsi], xmm0; movss [rsi+4], xmm1; movq xmm2, [rsi]"""


# What is not fused with its load where an index is in the address (V), and nops.
APART = "V V. V.. V... V.... V..... V...... V....... V......... V.......... V........... V............ \
V................ V................. V.................. VV VV.. VV... VV.... VV...... VVV VVVV VVVVV \
V.V V..V V...V V....V V.V.V V..V.. .V.V.V.V ..VV ....VV"

PRODUCTS = """4 imul r10, rbx, 3; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]
4 bt rbx, 3; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]
4 imul r10, rbx, 3; cmp rbx, rcx; cmp rbx, rcx; cmp rbx, rcx; cmp rbx, rcx
1 imul r10, rbx, 3; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]
4 vmulps xmm1, xmm2, xmm3; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]
4 lea r10, [rbx+8*rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]; lea r11, [rbx+rcx]
1 imul r10, rbx, 3; imul r10, rbx, 3; bzhi r11, rdx, rbx
1 imul r10, rbx, 3; bzhi r11, rdx, rbx
4 vpermd ymm1, ymm2, ymm3; vpaddd xmm10, xmm11, xmm12; vpaddd xmm10, xmm11, xmm12"""


def _family(text):
    for line in text.splitlines():
        times, code = line.split(" ", 1)
        yield line if times != "1" else code, "\n".join([code.replace("; ", "\n")] * int(times)), 1


def constants():
    return _family(CONSTANTS)


def flags():
    return _family(FLAGS)


def banks():
    return _family(BANKS)


def in_order():
    return _family(IN_ORDER)


def names():
    return _family(NAMES)


def apart():
    for pattern in APART.split():
        code = [f"cmp dword ptr [rsi+8*rbx+{4 * place}], 0" if letter == "V" else "nop"
                for place, letter in enumerate(pattern)]
        yield pattern, "\n".join(code), 1


def products():
    return _family(PRODUCTS)


FAMILIES = [constants, flags, banks, in_order, names, apart, products]
