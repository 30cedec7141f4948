# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The facts of an instruction that Takt and a table can be compared by.

Both sides become a dictionary: "uops" (port sets with their numbers), "fused",
"queued", "microcode", "complex", "simple", "divider", "repeat", "reads" and
"writes" (groups of flags), and "a>b" (latencies between registers, flags,
"load" and "store").
"""

import collections
import re

from forms import GPRS
from table import IMPLICIT

FLAG_GROUPS = {"c": "C", "spazo": "PAZSO"}
# What uiCA takes for a load, and for the way from data to a store (notes on
# uiCA's conventions: latency tables count both into the instruction's).
LOAD, STORE = 5, 4


def show_ports(ports):
    return "+".join(sorted(f"{n}*p{''.join(sorted(p))}"
                           for p, n in ports.items())) or "0"


# --- Ours -------------------------------------------------------------------

def our_ports(uops):
    result = collections.Counter()
    for uop in uops:
        for use in uop.split(" ")[-1].split("+"):
            cycles, star, names = use.rpartition("*")
            names = names.split("|")
            if use and all(re.fullmatch(r"p[0-9AB]", n) for n in names):
                result[frozenset(n[1:] for n in names)] += 1
    return result


def our_divider(uops):
    """Cycles of the unit that is not a port, or of a port taken for several."""
    found = 0
    for uop in uops:
        for use in uop.split(" ")[-1].split("+"):
            cycles, star, name = use.rpartition("*")
            if not re.match(r"p[0-9AB]", name) and name:
                found = max(found, int(cycles) if star else 1)
    return found


def our_facts(instr, executed=False):
    uops = instr["executed"] if executed else instr["uops"]
    latencies = {re.sub("[yz]mm", "xmm",
                        re.sub(r"\b([abcd])h\b", r"r\1x", pair)): cycles
                 for pair, cycles in
                 instr["executed_latencies" if executed
                       else "latencies"].items()}
    facts = {"uops": show_ports(our_ports(uops)), "fused": instr["fused"],
             "queued": instr["queued"], "microcode": instr["microcode"],
             "complex": instr["complex"], "divider": our_divider(uops),
             "repeat": instr["repeat"]}
    if instr["complex"]:
        facts["simple"] = instr["simple_decoders"]
    facts["writes"] = " ".join(sorted(
        {w.partition(".")[2] for w in instr["writes"]
         if w.startswith("eflags")}))
    facts["reads"] = " ".join(sorted(
        {p.partition(">")[0].partition(".")[2] for p in latencies
         if p.startswith("eflags")}))
    facts.update(latencies)
    return facts


# --- The table's ------------------------------------------------------------

def table_ports(text):
    result = collections.Counter()
    for part in (text or "0").split("+"):
        if "*" in part:
            count, ports = part.split("*")
            result[frozenset(ports.lstrip("p"))] += int(count)
    return result


def flag_groups(letters):
    return [g for g, members in FLAG_GROUPS.items()
            if set(members) & set(letters or "")]


def locations(row, operands, address):
    """What REG0, REG1, ... and MEM0's parts are called by Takt; flags are a
    list of groups."""
    registers = [[o.location] for o in operands if hasattr(o, "location")]
    masks = [[o.masked.group(1)] for o in operands if o.masked]
    registers[1:1] = masks + [["(k0)"]] * row.hidden_masks
    for pattern, implicit in IMPLICIT:
        if re.match(pattern, row.cells["instruction"]):
            registers += [[r] for r in implicit]
    groups = flag_groups((row.cells["flags_read"] or "") +
                         (row.cells["flags_written"] or ""))
    if groups:
        registers.append(["eflags." + g for g in groups])
    names = {f"REG{i}": r for i, r in enumerate(registers)}
    if address:
        names["MEM0[base]"] = [GPRS[address.base][0]] \
            if address.base in GPRS else []
        names["MEM0[index]"] = [GPRS[address.index][0]] \
            if address.index in GPRS else []
    if re.match(r"(PUSH|POP)", row.cells["instruction"]):
        names["MEM0[base]"] = ["rsp"]
    names["MEM0[data]"], names["MEM0"] = ["load"], ["store"]
    if row.name.startswith("LEA") and operands:
        names["AGEN[base]"] = names.pop("MEM0[base]", [])
        names["AGEN[index]"] = names.pop("MEM0[index]", [])
    return names


class Expected:
    """What a row says about a form."""

    def __init__(self, row, operands, address, same):
        self.row, self.cells = row, row.cells
        indexed = address is not None and address.index is not None
        self.suffix = "_indexed" if indexed else "_same_reg" if same else ""
        self.names = locations(row, operands, address)
        self.vector = any(o.kind == "vector" for o in operands)
        self.narrow = any(o.size in (8, "h", 16) for o in operands
                          if o.kind == "general")

    def cell(self, name, suffix=None):
        suffix = self.suffix if suffix is None else suffix
        value = self.cells.get(name + suffix) if suffix else None
        return value if value not in (None, "") else self.cells.get(name)

    def number(self, name, suffix=None, default=0):
        value = self.cell(name, suffix)
        return int(value) if value not in (None, "") else default

    def facts(self, suffix=None):
        ports = table_ports(self.cell("ports", suffix))
        queued = self.number("uops_MITE", suffix, 1)
        microcode = self.number("uops_MS", suffix)
        complex_decoder = bool(self.number("complex_decoder", suffix)) or \
            microcode > 0 or queued + microcode > 1
        facts = {"uops": show_ports(ports),
                 "fused": self.number("retire_slots", suffix, 1),
                 "queued": queued, "microcode": microcode,
                 "complex": complex_decoder,
                 "divider": self.number("div_cycles", suffix),
                 "repeat": self.number("tp", suffix),
                 "reads": " ".join(flag_groups(self.cells["flags_read"])),
                 "writes": " ".join(flag_groups(self.cells["flags_written"]))}
        # Takt has no rate of an instruction where a unit can tell it.
        if facts["divider"] and facts["repeat"]:
            facts["divider"], facts["repeat"] = facts["repeat"], 0
        if complex_decoder and not microcode:
            facts["simple"] = self.number("simple_decoders", suffix, 3)
        facts.update(self.latencies(ports, suffix))
        return facts

    def latencies(self, ports, suffix=None):
        suffix = self.suffix if suffix is None else suffix
        text = suffix == "_same_reg" and self.cells["latencies_same_reg"] or \
            self.cells["latencies"]
        result = {}
        computes = [p for p in ports if p not in
                    (frozenset("23"), frozenset("237"), frozenset("78"),
                     frozenset("4"), frozenset("49"))]
        for item in (text or "").split():
            pair, _, cycles = item.partition("=")
            source, _, dest = pair.partition(">")
            value = self.latency(source, dest, int(cycles), computes)
            if value is None:
                continue
            for a in self.names.get(source, []):
                for b in self.names.get(dest, []):
                    key = f"{a}>{b}"
                    if a.startswith("eflags.") and a[7:] not in \
                            flag_groups(self.cells["flags_read"]):
                        continue
                    if b.startswith("eflags.") and b[7:] not in \
                            flag_groups(self.cells["flags_written"]):
                        continue
                    result[key] = max(result.get(key, 0), value)
        return result

    def latency(self, source, dest, cycles, computes):
        """The table's latency as the µops have it; None: not comparable."""
        if source.startswith("MEM1") or dest.startswith("MEM1"):
            return None
        if dest == "MEM0":
            if source in ("MEM0[base]", "MEM0[index]") or not computes:
                return None
            # The chain that measures it merges the part with the rest.
            if source.startswith("REG") and self.narrow:
                return None
            return max(1, cycles - (LOAD if source == "MEM0[data]" else STORE))
        if source in ("MEM0[base]", "MEM0[index]"):
            # Upper bounds where a vector results.
            if self.vector:
                return None
            return LOAD + max(1, cycles - LOAD) if computes else cycles
        if source == "MEM0[data]":
            return None
        return cycles


def differences(ours, theirs, expected):
    """(what, ours, the table's) for all facts that differ. Registers are named
    by their role: R0, R1, ... in the order of the operands."""
    roles = {}
    for name, places in expected.names.items():
        for place in places:
            short = name.replace("REG", "R").replace("MEM0[base]", "base") \
                .replace("MEM0[index]", "index")
            roles.setdefault(place, place.replace("eflags.", "") if
                             place.startswith("eflags") else short)
    addresses = {p for n in ("MEM0[base]", "MEM0[index]")
                 for p in expected.names.get(n, [])}
    roles.update(load="load", store="store")

    def show(what):
        source, arrow, dest = what.partition(">")
        return f"{roles.get(source, source)}>{roles.get(dest, dest)}" \
            if arrow else what

    for what, value in theirs.items():
        if what not in ours:
            if ">" in what and value != 0:
                yield show(what), None, value
        elif ours[what] != value:
            yield show(what), ours[what], value
    # A dependence that the table does not know, where it knows any.
    if any(">" in what for what in theirs):
        for what, value in ours.items():
            source, arrow, dest = what.partition(">")
            if arrow and what not in theirs and value != 0 and \
                    source not in addresses and source in roles and \
                    dest in roles and "load" not in (source, dest) and \
                    dest != "store":
                yield show(what), value, None
