# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of real code, and what is to know of each without a model."""

import collections
import csv
import json
import re
import subprocess
import sys

OBJDUMP = "/usr/lib/llvm-19/bin/llvm-objdump"
SIZES = {"byte": 8, "word": 16, "dword": 32, "qword": 64, "xmmword": 128,
         "ymmword": 256, "zmmword": 512, "tbyte": 80}
GPRS = {}
for _n, _names in enumerate(
        ["al ax eax rax", "cl cx ecx rcx", "dl dx edx rdx", "bl bx ebx rbx",
         "sil si esi rsi", "dil di edi rdi", "bpl bp ebp rbp",
         "spl sp esp rsp"] +
        [f"r{i}b r{i}w r{i}d r{i}" for i in range(8, 16)]):
    for _size, _name in zip((8, 16, 32, 64), _names.split()):
        GPRS[_name] = (_names.split()[3], _size)
for _name, _whole in ("ah", "rax"), ("ch", "rcx"), ("dh", "rdx"), ("bh", "rbx"):
    GPRS[_name] = (_whole, "h")


def run_dump(args, lines, extra, cpu=None):
    """One JSON object of takt-kernel-dump for every line."""
    command = [args.dump, f"--triple={args.triple}", f"--cpu={cpu or args.cpu}"]
    if args.model:
        command.append(f"--model={args.model}")
    elif args.models:
        command.append(f"--model={args.models}/{cpu or args.cpu}.yaml")
    done = subprocess.run(command + extra, input="\n".join(lines) + "\n",
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip() or "takt-kernel-dump failed")
    return [json.loads(l) for l in done.stdout.splitlines()]


def rows_of(path):
    with open(path) as file:
        yield from csv.DictReader(l for l in file if not l.startswith("#"))


def object_instructions(path):
    """Machine code of every instruction of an object, as hexadecimal."""
    text = subprocess.run([OBJDUMP, "-d", path], capture_output=True, text=True,
                          check=True).stdout
    for line in text.splitlines():
        found = re.match(r"\s*[0-9a-f]+:\s((?:[0-9a-f]{2} )+|[0-9a-f]{8} )",
                         line)
        if not found:
            continue
        code = found.group(1).split()
        if len(code) == 1 and len(code[0]) == 8:  # AArch64 prints words
            code = [code[0][i:i + 2] for i in (6, 4, 2, 0)]
        yield "".join(code)


def code_lines(paths):
    """Blocks (or single instructions) in hexadecimal, each as often as it
    occurs; a block that a table has under several CPUs counts once."""
    for path in paths:
        with open(path, "rb") as file:
            is_object = file.read(4) == b"\x7fELF"
        if is_object:
            yield from object_instructions(path)
        elif path.endswith(".csv"):
            seen = set()
            for row in rows_of(path):
                if row["hex"] not in seen:
                    seen.add(row["hex"])
                    yield row["hex"]
        else:
            with open(path) as file:
                yield from (l.strip() for l in file if l.strip())


class Encoding:
    """The parts of an x86 instruction's bytes that choose a row."""

    def __init__(self, code):
        data = bytes.fromhex(code)
        at = 0
        self.vector = ""  # or "VEX", "EVEX"
        self.prefixes = set()
        self.wide = self.extended = False
        while at < len(data) - 1 and data[at] in (
                0x66, 0xF2, 0xF3, 0xF0, 0x2E, 0x36, 0x3E, 0x26, 0x64, 0x65,
                0x67):
            self.prefixes.add(data[at])
            at += 1
        if data[at] & 0xF0 == 0x40 and at < len(data) - 1:
            self.wide = bool(data[at] & 8)
            self.extended = bool(data[at] & 1)
            at += 1
        self.map = 0
        if data[at] == 0xC5:
            self.vector, at = "VEX", at + 2
        elif data[at] == 0xC4:
            self.vector, at = "VEX", at + 3
        elif data[at] == 0x62:
            self.vector, at = "EVEX", at + 4
        elif data[at] == 0x0F:
            at += 2 if data[at + 1] in (0x38, 0x3A) else 1
            self.map = 1
        self.opcode = data[at]
        modrm = data[at + 1] if at + 1 < len(data) else 0
        self.reg, self.rm = modrm >> 3 & 7, modrm & 7


def split_asm(asm):
    asm = asm.replace("\t", " ").strip()
    asm = re.sub(r"^(lock|repe?|repne|notrack|xacquire|xrelease) ", "", asm)
    mnemonic, _, rest = asm.partition(" ")
    return mnemonic, [o for o in (p.strip() for p in rest.split(","))
                      if o]


class Operand:
    """An operand as Intel syntax spells it."""

    def __init__(self, text):
        self.masked = re.search(r"\{(k[1-7])\}", text)
        self.zeroed = "{z}" in text
        self.broadcast = re.search(r"\{1to(\d+)\}", text)
        self.text = re.sub(r"\s*\{.*?\}", "", text).strip()
        self.size = None
        self.value = None
        if "[" in self.text:
            self.kind = "memory"
            self._address()
        elif self.text in GPRS:
            self.kind = "general"
            self.location, self.size = GPRS[self.text]
        elif re.fullmatch(r"[xyz]?mm\d+", self.text):
            self.kind = "vector"
            self.location = re.sub(r"^[yz]mm", "xmm", self.text)
        elif re.fullmatch(r"k[0-7]", self.text):
            self.kind, self.location = "mask", self.text
        elif re.fullmatch(r"(st(\(\d\))?|[c-g]s|ss|[cd]r\d+|bnd\d)",
                          self.text):
            self.kind, self.location = "other", self.text
        else:
            self.kind = "immediate"
            try:
                self.value = int(self.text, 0)
            except ValueError:
                pass

    def _address(self):
        self.size = SIZES.get(self.text.split()[0])
        inside = self.text[self.text.index("[") + 1:self.text.index("]")]
        self.registers, self.scaled, self.index = [], False, None
        self.base, self.displacement = None, None
        for term in re.split(r"\s*[+-]\s*", inside):
            name = re.sub(r"^\d\*", "", term)
            if re.fullmatch(r"\d+|0x[0-9a-f]+", term):
                self.displacement = int(term, 0)
            elif "*" in term or self.base:
                self.index, self.scaled = name, "*" in term
            elif name:
                self.base = name

    @property
    def indexed(self):
        return self.kind == "memory" and self.index is not None

    def address_shape(self):
        """As uops.info names the parts of LEA's address."""
        if self.base in ("rip", "eip"):
            return "R_D32"
        parts = ["B"] if self.base else []
        if self.index:
            parts.append("IS" if self.scaled else "I")
        if self.displacement is not None or not self.base:
            small = self.base and -128 <= (self.displacement or 0) < 128
            parts.append("D8" if small else "D32")
        return "_".join(parts)

    def shape(self, names):
        """What of the operand makes a difference; \p names numbers registers
        in order of appearance."""
        if self.kind == "memory":
            return f"M{self.size}:{self.address_shape()}" + \
                ("b" if self.broadcast else "")
        if self.kind == "immediate":
            return "0" if self.value == 0 else "1" if self.value == 1 else "I"
        number = names.setdefault(self.location, len(names))
        prefix = re.sub(r"\d.*", "", self.text) if self.kind == "vector" else \
            f"R{self.size}" if self.kind == "general" else self.text
        return f"{prefix}.{number}" + ("k" if self.masked else "") + \
            ("z" if self.zeroed else "")


Form = collections.namedtuple("Form", "opcode shape asm hex weight")


def quality(operands):
    """How well an instruction stands for its form: by different registers in
    all places, so that latencies between operands can be told apart."""
    used = [o.location for o in operands if hasattr(o, "location")]
    for o in operands:
        if o.kind == "memory":
            used += [GPRS[r][0] for r in (o.base, o.index) if r in GPRS]
    implicit = {"rax", "rdx", "rcx", "rsp"}
    return len(set(used)) - 0.1 * len(implicit & set(used))


def forms_of(args, lines=None):
    """The different instructions of the code, or of \p lines, with their
    numbers."""
    lines = collections.Counter(lines or code_lines(args.files))
    count, best = collections.Counter(), {}
    failed = 0
    for (line, times), result in zip(
            lines.items(), run_dump(args, lines, ["--decode"], "skylake")):
        if "error" in result:
            failed += times
            continue
        for instr in result["instrs"]:
            operands = [Operand(o) for o in split_asm(instr["asm"])[1]]
            names = {}
            shape = " ".join(o.shape(names) for o in operands)
            if instr["opcode"].startswith(("JCC", "SETCC", "CMOV")):
                shape = split_asm(instr["asm"])[0] + " " + shape
            if instr["opcode"].startswith("MOVZX32rr8"):
                shape += " high" if Encoding(instr["hex"]).rm >= 4 else ""
            key = (instr["opcode"], shape)
            count[key] += times
            rank = quality(operands)
            if key not in best or rank > best[key][0]:
                best[key] = (rank, instr)
    forms = [Form(*key, best[key][1]["asm"], best[key][1]["hex"], n)
             for key, n in count.most_common()]
    return forms, failed
