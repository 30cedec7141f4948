"""What an ELF object file holds: its functions, and their instructions as
llvm-objdump reads them out of the bytes."""

import re
import struct
import subprocess
from bisect import bisect_left
from dataclasses import dataclass

STT_FUNC, STT_GNU_IFUNC = 2, 10
SHF_EXECINSTR = 4
SHT_SYMTAB = 2


# Prefixes for which llvm-objdump has lines of their own.
PREFIXES = "lock rep repne data16 addr32 rex64 xacquire xrelease".split()


@dataclass(frozen=True)
class Instr:
    offset: int
    size: int
    data: bytes
    text: str


class ObjectFile:
    """A relocatable ELF64 little-endian object."""

    def __init__(self, path, objdump):
        with open(path, "rb") as f:
            self.data = f.read()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path}: not a 64-bit little-endian ELF file")
        self.sections = self._sections()
        self.functions = self._functions()
        self.code = self._disassemble(path, objdump)

    def _sections(self):
        """(name, type, flags, offset, size, link) of every section."""
        (table,) = struct.unpack_from("<Q", self.data, 0x28)
        size, count, names = struct.unpack_from("<HHH", self.data, 0x3A)
        raw = []
        for i in range(count):
            raw.append(struct.unpack_from("<IIQQQQI", self.data, table + i * size))
        if count == 0:  # more than 0xff00 sections: the count is elsewhere
            raise ValueError("object files with extended section numbers")
        strings = raw[names][4]
        return [(self._string(strings + r[0]), r[1], r[2], r[4], r[5], r[6]) for r in raw]

    def _string(self, at):
        return self.data[at : self.data.index(b"\0", at)].decode()

    def _functions(self):
        """Symbol -> (section number, offset, size) of all functions."""
        found = {}
        for _, kind, _, offset, size, link in self.sections:
            if kind != SHT_SYMTAB:
                continue
            strings = self.sections[link][3]
            for at in range(offset, offset + size, 24):
                name, info, _, section, value, length = struct.unpack_from(
                    "<IBBHQQ", self.data, at
                )
                if info & 15 in (STT_FUNC, STT_GNU_IFUNC) and section:
                    found[self._string(strings + name)] = (section, value, length)
        return found

    def _disassemble(self, path, objdump):
        """Section number -> (its instructions in order, their offsets)."""
        executable = [
            (number, s[0])
            for number, s in enumerate(self.sections)
            if s[2] & SHF_EXECINSTR and s[4]
        ]
        text = subprocess.run(
            [objdump, "-d", "--no-print-imm-hex", path],
            stdout=subprocess.PIPE,
            check=True,
            encoding="utf-8",
            errors="replace",
        ).stdout
        code, current = {}, None
        for line in text.splitlines():
            if line.startswith("Disassembly of section "):
                # Names repeat (comdat groups), the order is that of the file.
                name = line[len("Disassembly of section ") : -1]
                number = next(n for n, s in executable if s == name)
                executable.remove((number, name))
                current = code.setdefault(number, [])
                continue
            m = re.match(r" *([0-9a-f]+):((?: [0-9a-f]{2,8})+)\s+(.*)", line)
            if not m or m.group(3).startswith("."):  # .word: a constant, not code
                continue
            offset, size = int(m.group(1), 16), len(m.group(2).replace(" ", "")) // 2
            if current and current[-1].text in PREFIXES:
                offset, size = current[-1].offset, current.pop().size + size
            at = self.sections[number][3] + offset
            current.append(Instr(offset, size, self.data[at : at + size], m.group(3)))
        return {n: (c, [i.offset for i in c]) for n, c in code.items()}

    def function(self, name):
        """The instructions of a function, offsets from its start; None if the
        object does not have it."""
        if name not in self.functions:
            return None
        section, start, size = self.functions[name]
        code, offsets = self.code.get(section, ([], []))
        first, last = bisect_left(offsets, start), bisect_left(offsets, start + size)
        return [Instr(i.offset - start, i.size, i.data, i.text) for i in code[first:last]]
