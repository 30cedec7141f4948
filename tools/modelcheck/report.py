# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares descriptions with tables and groups what differs into rules."""

import collections
import os
import re

from facts import Expected, differences, our_facts
from forms import Encoding, Operand, forms_of, run_dump, split_asm
from rows import row_lines
from table import Table

STRUCTURE = ("uops", "fused", "queued", "microcode", "complex", "simple",
             "divider", "repeat")
Difference = collections.namedtuple(
    "Difference", "cpu what ours theirs opcode form weight")


def same_registers(form, operands):
    """All sources are one register: the table's variant for that applies. It
    does, too, to bytes whose encoding could mean ah, bh, ch or dh, which the
    renamer does not move (uiCA's rule)."""
    if form.opcode.startswith("MOVZX32rr8") and operands[1].size != "h" and \
            Encoding(form.hex).rm >= 4:
        return True
    places = [o.location for o in operands if hasattr(o, "location")]
    if any(o.kind == "memory" for o in operands) or len(places) < 2:
        return False
    return len(set(places[-2:])) == 1


class Comparison:
    """All forms on one CPU."""

    def __init__(self, args, cpu, forms):
        self.cpu = cpu
        self.found, self.missing, self.failed = [], [], collections.Counter()
        self.weight = collections.Counter()
        table = Table(os.path.join(args.reference, cpu + ".csv"))
        results = run_dump(args, [f.hex for f in forms],
                           ["--uops", "--unrolled"], cpu)
        for form, result in zip(forms, results):
            self.weight["all"] += form.weight
            match = table.find(form)
            if "error" in result:
                self.failed[re.sub(r"^instruction \d+ ", "",
                                   result["error"])] += form.weight
                continue
            if match is None:
                self.missing.append(form)
                continue
            self._compare(form, result["instrs"][0], *match)

    def _compare(self, form, instr, row, operands):
        self.weight["compared"] += form.weight
        address = next((o for o in map(Operand, split_asm(form.asm)[1])
                        if o.kind == "memory"), None)
        same = same_registers(form, operands)
        expected = Expected(row, operands, address, same)
        wrong = list(differences(our_facts(instr), expected.facts(), expected))
        if "executed" in instr and not same:
            theirs = expected.facts("_same_reg")
            ours = our_facts(instr, executed=True)
            wrong += [("executed " + what, a, b) for what, a, b in
                      differences(ours, theirs, expected)]
        for what, ours, theirs in wrong:
            self.found.append(Difference(self.cpu, what, ours, theirs,
                                         form.opcode, form, form.weight))
        structure = [w for w, _, _ in wrong if w in STRUCTURE]
        self.weight["structure"] += 0 if structure else form.weight
        self.weight["agree"] += 0 if wrong else form.weight

    def summary(self):
        w = self.weight
        missing = sum(f.weight for f in self.missing)
        failed = sum(self.failed.values())

        def share(n):
            return f"{100 * n / max(w['compared'], 1):.2f} %"

        return (f"{self.cpu}: of {w['compared']} instructions "
                f"{share(w['agree'])} agree wholly, {share(w['structure'])} in "
                f"µops and decoding; {missing} more are not in the table, "
                f"{failed} not modelled")


def grouped(differences_found):
    """The same difference of several opcodes is one rule."""
    groups = collections.defaultdict(list)
    for d in differences_found:
        indexed = any(Operand(o).indexed for o in split_asm(d.form.asm)[1])
        key = (d.what, str(d.ours), str(d.theirs), "indexed" if indexed else "")
        groups[key].append(d)
    return sorted(groups.items(), key=lambda g: -sum(d.weight for d in g[1]))


def show_group(key, members, limit):
    what, ours, theirs, form = key
    cpus = list(dict.fromkeys(d.cpu for d in members))
    weights = collections.Counter()
    for d in members:
        weights[d.opcode] += d.weight
    total = sum(weights.values())
    print(f"{total:7d}  {what} {ours} -> {theirs} {form}  "
          f"[{' '.join(cpus)}]")
    names = [f"{o}:{n}" for o, n in weights.most_common(limit)]
    more = len(weights) - limit
    print("         " + " ".join(names) + (f" and {more} more" if more > 0
                                           else ""))
    example = max(members, key=lambda d: d.weight).form
    print(f"         e.g. {example.asm}")


def check_instructions(args):
    forms, undecoded = forms_of(args, row_lines(args) if args.rows else None)
    comparisons = [Comparison(args, cpu, forms) for cpu in args.cpu.split(",")]
    if args.list:
        for c in comparisons:
            for d in sorted(c.found, key=lambda d: -d.weight):
                if re.search(args.list, d.opcode):
                    print(f"{d.weight:7d} {d.cpu:15} {d.opcode:18} {d.what} "
                          f"{d.ours} -> {d.theirs}   {d.form.asm}")
    else:
        found = [d for c in comparisons for d in c.found
                 if re.search(args.only, d.what)]
        for key, members in grouped(found)[:args.top]:
            show_group(key, members, args.names)
    for c in comparisons:
        print(c.summary())
        if args.missing:
            print("  not in the table:", ", ".join(
                f"{f.asm} ({f.weight})" for f in c.missing[:args.missing]))
        for reason, times in c.failed.most_common(args.failures):
            print(f"  not modelled {times}: {reason}")
    if undecoded:
        print(f"{undecoded} blocks do not decode")
