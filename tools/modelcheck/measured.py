# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables that only know latencies and rates: uops.info's of AMD's cores, WINIC's
and those of AIDA64 (instlatx64).

Each table has find(form), which gives a Measured or None.
"""

import collections
import re

from forms import Operand, rows_of, split_asm
from table import Row, Table

# uops: macro-operations; ports: text as "1*FP01+1*FP45", for the
# floating-point unit only; cycles: between two equal, independent instructions;
# latencies: {"source>dest": cycles} in the names of Takt, "low" and "high" for
# bounds of all of them. What a table does not say is None, or empty.
Measured = collections.namedtuple("Measured", "uops ports cycles latencies")


class UopsInfo(Table):
    """uops.info's table of an AMD core: the columns instruction, latency (a
    range over all pairs of operands, "≤" an upper bound), throughput (computed
    from ports / measured), uops and ports."""

    def __init__(self, path):
        self.rows = collections.defaultdict(list)
        for cells in rows_of(path):
            cells.update(iform=f"{cells['family']} {cells['instruction']}",
                         attributes="mask=1" if "K, " in cells["instruction"]
                         else "")
            row = Row(cells)
            self.rows[row.name].append(row)

    def find(self, form):
        found = super().find(form)
        if not found:
            return None
        cells = found[0].cells
        bounds = re.findall(r"(≤?)([\d.]+)", cells["latency"])
        # An upper bound says nothing exact.
        exact = {n: float(value) for n, (bound, value) in enumerate(bounds)
                 if not bound}
        latencies = {}
        if len(bounds) == 1 and 0 in exact:
            latencies = {"low": exact[0], "high": exact[0]}
        elif exact:
            latencies = {"low": exact[0]} if 0 in exact else \
                {"high": exact[1]}
        cycles = cells["throughput"].split("/")[-1].strip()
        return Measured(int(cells["uops"]) if cells["uops"] else None,
                        cells["ports"], float(cycles) if cycles else None,
                        latencies)


class Winic:
    """WINIC's table, by LLVM's opcodes; operands are numbered as written,
    without those that are tied to the result."""

    def __init__(self, path):
        self.rows = {row["opcode"]: row for row in rows_of(path)}

    def find(self, form):
        row = self.rows.get(form.opcode)
        if not row:
            return None
        operands = [Operand(o) for o in split_asm(form.asm)[1]]
        places = []
        for operand in operands:
            places.append(getattr(operand, "location", None))
            if operand.masked:
                places.append(operand.masked.group(1))
        latencies = {}
        for item in row["operand_latencies"].split():
            pair, _, cycles = item.partition("=")
            source, dest = (self._place(p, places) for p in pair.split(">"))
            if source and dest:
                latencies[f"{source}>{dest}"] = float(cycles)
        cycles = row["throughput_min"] or row["throughput"]
        return Measured(None, None, float(cycles) if cycles else None,
                        latencies)

    @staticmethod
    def _place(name, places):
        if name.isdigit():
            return places[int(name)] if int(name) < len(places) else None
        operand = Operand(name.lower())
        return getattr(operand, "location", name.lower())


class Instlatx64:
    """A listing of AIDA64's benchmark of instructions: mnemonic and kinds of
    operands, latency of a chain of one register, cycles an instruction."""

    LINE = re.compile(r"Inst +\d+ \S+ *: (\w+) *(.*?) +L:(.*?)T:.*?=\s*([\d.]+)c")

    def __init__(self, path):
        self.rows = {}
        with open(path, encoding="latin-1") as file:
            for line in file:
                found = self.LINE.match(line)
                if not found:
                    continue
                name, operands, latency, cycles = found.groups()
                chain = re.search(r"=\s*([\d.]+)c", latency)
                key = (name.lower(), self._kinds(operands))
                self.rows.setdefault(
                    key, (float(chain.group(1)) if chain else None,
                          float(cycles)))

    @staticmethod
    def _kinds(text):
        kinds = re.sub(r"\[m(\d+)[^\]]*\]", r"m\1", text.replace("_NREX", ""))
        kinds = re.sub(r"\br\d_(\d+)", r"r\1", kinds)
        return tuple(re.sub(r"imm\d+|ci\d+", "i", k.strip())
                     for k in kinds.split(","))

    @staticmethod
    def _kind(operand):
        if operand.kind == "memory":
            return f"m{operand.size}"
        if operand.kind == "general":
            return f"r{operand.size}"
        if operand.kind == "immediate":
            return "i"
        return re.sub(r"\d+", "", operand.text)

    def find(self, form):
        name, texts = split_asm(form.asm)
        operands = [Operand(t) for t in texts]
        if any(o.masked or o.broadcast for o in operands):
            return None
        kinds = tuple(map(self._kind, operands))
        found = self.rows.get((name, kinds))
        if not found:
            return None
        latency, cycles = found
        # A rate that is the latency is that of a chain.
        if latency is not None and abs(cycles - latency) < 0.1:
            cycles = None
        latencies = {}
        if latency is not None and operands and \
                all(o.kind != "memory" for o in operands):
            latencies["high"] = round(latency)
        return Measured(None, None, cycles, latencies)


def tables_of(paths):
    """{name: table} of the files that --uopsinfo and the like named."""
    kinds = {"uopsinfo": UopsInfo, "winic": Winic, "instlatx64": Instlatx64}
    return {name: kinds[name](path) for name, path in paths.items() if path}
