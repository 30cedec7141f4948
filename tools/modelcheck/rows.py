# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every row of a table as code, to see whether rules hold beyond real code."""

import os
import re
import subprocess

from table import Row, rows_of

MC = "/usr/lib/llvm-19/bin/llvm-mc"
MNEMONICS = {"CALL_NEAR": "call", "RET_NEAR": "ret", "FWAIT": "wait"}
GENERAL = {64: ["rbx", "rbp", "r9"], 32: ["ebx", "ebp", "r9d"],
           16: ["bx", "bp", "r9w"], 8: ["bl", "bpl", "r9b"]}
SIZE_NAMES = {"8": "byte", "16": "word", "32": "dword", "64": "qword",
              "80": "tbyte", "128": "xmmword", "256": "ymmword",
              "512": "zmmword"}
NUMBERS = {"0": "0", "1": "1", "I8": "5", "I16": "0x1234", "I32": "0x12345678",
           "I64": "0x123456789abcdef", "Rel8": "0x10", "Rel32": "0x12345"}


def operand_text(kind, number, address):
    """An operand of the kind, or None where there is no simple one."""
    if re.fullmatch(r"R(16|32|64)", kind):
        return GENERAL[int(kind[1:])][number % 3]
    if kind == "R8l":
        return GENERAL[8][number % 3]
    if kind == "R8h":
        return ("bh", "ch")[number % 2]
    if kind in ("AL", "AX", "EAX", "RAX", "CL", "DX"):
        return kind.lower()
    if kind in ("XMM", "YMM", "ZMM", "MM"):
        return f"{kind.lower()}{number + 1}"
    if kind == "K":
        return f"k{number + 1}"
    found = re.fullmatch(r"M(\d+)(?:_1to(\d+))?", kind)
    if found:
        size = SIZE_NAMES.get(found.group(1))
        lanes = f"{{1to{found.group(2)}}}" if found.group(2) else ""
        return size and f"{size} ptr {address}{lanes}"
    if kind == "M":
        return address
    return NUMBERS.get(kind)


def assembly(row, address):
    """Assembly of a row, or None."""
    if row.name.startswith("LEA_"):
        return None
    name = MNEMONICS.get(row.name, row.name.lower())
    texts, mask = [], None
    for number, kind in enumerate(row.kinds):
        if kind == "K" and row.attributes.get("mask") and number == 1:
            mask = "{k2}" + ("{z}" if "Z" in row.suffixes else "")
            continue
        text = operand_text(kind, number, address)
        if text is None:
            return None
        texts.append(text)
    if mask:
        texts[0] += " " + mask
    if "LOCK" in row.suffixes or "REPE" in row.suffixes:
        return None
    if row.name.startswith("PREFETCH"):
        texts = [address]
    return f"{name} {', '.join(texts)}".strip()


def assemble(lines):
    """Hexadecimal code of each line; None where it does not assemble."""
    source = ".intel_syntax noprefix\n" + "\n".join(lines) + "\n"
    done = subprocess.run([MC, "-triple=x86_64", "-show-encoding",
                           "-output-asm-variant=1", "-mcpu=rocketlake"],
                          input=source, capture_output=True, text=True)
    wrong = {int(n) - 2 for n in
             re.findall(r"^<stdin>:(\d+):\d+: error", done.stderr, re.M)}
    if wrong:
        return assemble([l for i, l in enumerate(lines) if i not in wrong])
    return ["".join(re.findall(r"0x([0-9a-f]{2})", e)) for e in
            re.findall(r"encoding: \[(.*?)\]", done.stdout)]


def reference_rows(args):
    """The rows of all tables of `instructions`."""
    for cpu in args.cpu.split(","):
        for cells in rows_of(os.path.join(args.reference, cpu + ".csv")):
            yield Row(cells)


def row_lines(args, rows):
    """Code of the rows whose iform was asked for; fixups are left out."""
    wanted = dict()
    for row in rows:
        iform = row.cells["iform"]
        if re.search(args.rows, iform) and not (
                args.rows_without and re.search(args.rows_without, iform)):
            for address in ("[rdi + 64]", "[rdi + r8 + 64]"):
                text = assembly(row, address)
                if text:
                    wanted[text] = None
    return [h for h in dict.fromkeys(assemble(list(wanted))) if h]
