# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of a table of uops.info data, found by an instruction's code.

A row's name is a mnemonic with kinds of operands, "ADD_01 (R64, R64)"; where
encodings share these, a suffix tells them apart (opcode byte, ModRM's reg
field, EVEX, ...), and the column `attributes` the rest.
"""

import collections
import re

from forms import Encoding, Operand, rows_of, split_asm

CONDITIONS = {
    "e": "Z", "ne": "NZ", "a": "NBE", "ae": "NB", "b": "B", "be": "BE",
    "g": "NLE", "ge": "NL", "l": "L", "le": "LE", "s": "S", "ns": "NS",
    "o": "O", "no": "NO", "p": "P", "np": "NP",
}
NAMES = {"movabs": "MOV", "call": "CALL_NEAR", "ret": "RET_NEAR",
         "sal": "SHL", "pushf": "PUSHF", "wait": "FWAIT", "iretd": "IRETD"}
SHIFTS = {"SHL", "SHR", "SAR", "ROL", "ROR", "RCL", "RCR"}
# Suffixes that say no more than the operands do.
IDLE = {"IMMB", "IMMZ", "CL", "NEAR", "XMM", "SSE4", "W"}
COMPARISONS = re.compile(r"(v?)p?cmp(.*?)([sp][sdh]|u?[bwdq])$")
# Implicit registers in the order in which rows number them, after the explicit
# ones.
IMPLICIT = [
    (r"(I?MUL|I?DIV) \((R|M)(16|32|64)\)", ["rax", "rdx"]),
    (r"(I?MUL) \((R8|M8).*", ["rax", "rax"]),
    (r"(I?DIV) \((R8|M8).*", ["rax", "rax", "rax"]),
    (r"C(WD|DQ|QO)$", ["rdx", "rax"]),
    (r"C(BW|WDE|DQE)$", ["rax", "rax"]),
    (r"MULX ", ["rdx"]),
    (r"CMPXCHG[_ ]", ["rax"]),
    (r"(P?BLENDV|SHA256RNDS2)", ["xmm0"]),
    (r"(LAHF|SAHF)", ["rax"]),
    (r"V?PCMPISTRI", ["rcx"]),
    (r"V?PCMPISTRM", ["xmm0"]),
    (r"V?PCMPESTRI", ["rax", "rdx", "rcx"]),
    (r"V?PCMPESTRM", ["rax", "rdx", "xmm0"]),
]


def attributes_of(row):
    return dict(a.partition("=")[::2] for a in (row["attributes"] or "").split())


class Row:
    """A row with its name taken apart."""

    def __init__(self, cells):
        self.cells = cells
        name, _, operands = cells["instruction"].partition(" (")
        self.kinds = [o.strip() for o in operands.rstrip(")").split(",")
                      if o.strip()]
        self.suffixes = set()
        while True:
            found = re.fullmatch(
                r"(.+?)_(Z|EVEX|ER|SAE|LOCK|REPE|REPNE|R0|R4|IMM[BZ]|CL|NEAR|"
                r"XMM|SSE4|W|EXCLUSIVE|NOREX|(?:0F)?[0-9A-F]{2})", name)
            if not found or name.startswith("LEA_"):
                break
            name = found.group(1)
            self.suffixes.add(found.group(2))
        self.name = name
        self.attributes = attributes_of(cells)
        self.vector = "EVEX" if "AVX512" in cells["iform"] else \
            "VEX" if name.startswith("V") else ""
        # Masks that rows number though the name does not show them.
        self.hidden_masks = cells["iform"].count("MASKmskw") - \
            self.kinds.count("K") if self.vector == "EVEX" else 0

    def fits(self, code, prefixes):
        """Whether the suffixes and attributes fit the bytes."""
        for suffix in self.suffixes - IDLE:
            opcode = suffix[2:] if suffix.startswith("0F") and len(suffix) > 2 \
                else suffix
            if suffix in ("R0", "R4"):
                if "rm" not in self.attributes and \
                        code.reg != int(suffix[1]):
                    return False
            elif suffix in ("REPE", "REPNE", "LOCK"):
                if not prefixes & {suffix}:
                    return False
            elif re.fullmatch("[0-9A-F]{2}", opcode):
                if code.opcode != int(opcode, 16):
                    return False
        if "LOCK" in prefixes and "LOCK" not in self.suffixes and \
                self.name != "XCHG":
            return False
        rm = self.attributes.get("rm")
        if rm and str(code.rm) not in rm.split(","):
            return False
        # Integer instructions with VEX have no sibling without it.
        return self.vector == code.vector or \
            (code.vector == "VEX" and not self.name.startswith("V"))


def kinds_of(operand, number):
    """Names the table may use for an operand, likeliest first."""
    if operand.kind == "memory":
        lanes = operand.broadcast
        if lanes:
            return [f"M{operand.size}_1to{lanes.group(1)}"]
        return [f"M{operand.size}"] if operand.size else ["M", "AGEN"]
    if operand.kind == "general":
        if operand.size == "h":
            return ["R8h"]
        special = operand.text in ("cl", "al", "ax", "eax", "rax", "dx")
        return ([operand.text.upper()] if special else []) + \
            (["R8l"] if operand.size == 8 else [f"R{operand.size}"])
    if operand.kind == "vector":
        return [re.sub(r"\d+", "", operand.text).upper()]
    if operand.kind == "mask":
        return ["K"]
    if operand.kind == "other":
        return [operand.text.upper(), "SEG"]
    value = operand.value
    if value is None:
        return ["Rel8", "Rel32", "I8"]
    classes = ["0"] if value == 0 else ["1"] if value == 1 else []
    if -128 <= value < 256:
        classes += ["I8"]
    return classes + ["I16", "I32", "I64", "Rel8", "Rel32"]


def table_name(mnemonic, operands):
    for prefix in ("j", "set", "cmov"):
        if mnemonic.startswith(prefix) and \
                mnemonic[len(prefix):] in CONDITIONS:
            return prefix.upper() + CONDITIONS[mnemonic[len(prefix):]]
    # Intel syntax folds a comparison's predicate into the mnemonic.
    found = COMPARISONS.fullmatch(mnemonic)
    if found and found.group(2) and mnemonic not in ("pcmpgtq", "cmpxchg8b") \
            and not re.match(r"v?pcmp(eq|gt)[bwdq]$", mnemonic) and \
            (found.group(3)[0] in "sp" or found.group(1)):
        packed = "P" if mnemonic.lstrip("v").startswith("p") else ""
        operands.append(Operand("2"))
        return f"{found.group(1)}{packed}cmp{found.group(3)}".upper()
    found = re.fullmatch(r"(v?)pclmul([lh]q)([lh]q)dq", mnemonic)
    if found:
        operands.append(Operand("2"))
        return found.group(1).upper() + "PCLMULQDQ"
    return NAMES.get(mnemonic, mnemonic.upper())


class Table:
    """Rows of a table of uops.info data by mnemonic."""

    def __init__(self, path):
        self.rows = collections.defaultdict(list)
        for cells in rows_of(path):
            row = Row(cells)
            self.rows[row.name].append(row)

    def find(self, form):
        """The row of a form and its operands as the table names them, or
        None."""
        mnemonic, texts = split_asm(form.asm)
        operands = [Operand(t) for t in texts]
        prefixes = {w.upper().replace("REP ", "REPE ")
                    for w in form.asm.split()[:1]}
        if prefixes & {"REP"}:
            prefixes = {"REPE"}
        name = table_name(mnemonic, operands)
        if name == "LEA":
            name = "LEA_" + operands[1].address_shape()
            operands = operands[:1]
        if re.fullmatch(r"(MOVS|STOS|LODS|CMPS|SCAS)[BWDQ]", name) and \
                not any(o.kind == "vector" for o in operands):
            operands = []
        if name == "NOP" and operands:
            operands = operands[:1]
        if name.startswith("PREFETCH"):
            operands[0].size = 512
        if name in SHIFTS and len(operands) == 1:
            operands.append(Operand("1"))
        if "xmm0" in texts[2:3] and not name.startswith("V"):
            operands = operands[:2]
        code = Encoding(form.hex)
        wanted, masks = [], 0
        for number, operand in enumerate(operands):
            wanted.append(kinds_of(operand, number))
            if operand.masked:
                wanted.append(["K"])
        zeroed = any(o.zeroed for o in operands)
        best = None
        for row in self.rows.get(name, []):
            if len(row.kinds) != len(wanted) or not row.fits(code, prefixes):
                continue
            if zeroed != ("Z" in row.suffixes):
                continue
            try:
                rank = sum(w.index(k) for k, w in zip(row.kinds, wanted))
            except ValueError:
                continue
            if best is None or rank < best[0]:
                best = (rank, row)
        return best and (best[1], operands)
