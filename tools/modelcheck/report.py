# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares descriptions with tables and groups what differs into rules."""

import collections
import os
import re

from facts import Expected, differences, our_facts
from fusion import fusion_of, jumps_of
from forms import Encoding, Operand, forms_of, run_dump, split_asm
from rows import reference_rows, row_lines
from table import Table

STRUCTURE = ("uops", "fused", "queued", "microcode", "complex", "simple",
             "divider", "repeat", "fuses")
Difference = collections.namedtuple("Difference", "cpu what ours theirs form")


def same_registers(cpu, form, operands):
    """All sources are one register: the table's variant for that applies. It
    does, too, to bytes whose encoding could mean ah, bh, ch or dh, which the
    renamer does not move but on Ivy Bridge (uiCA's rule)."""
    if form.opcode.startswith("MOVZX32rr8") and operands[1].size != "h" and \
            Encoding(form.hex).rm >= 4 and cpu != "ivybridge":
        return True
    places = [o.location for o in operands if hasattr(o, "location")]
    if any(o.kind == "memory" for o in operands) or len(places) < 2:
        return False
    return len(set(places[-2:])) == 1


def is_indexed(form):
    return any(Operand(o).indexed for o in split_asm(form.asm)[1])


class Comparison:
    """All forms on one CPU."""

    def __init__(self, args, cpu, forms):
        self.cpu = cpu
        self.found, self.missing, self.failed = [], [], collections.Counter()
        self.weight = collections.Counter()
        table = Table(os.path.join(args.reference, cpu + ".csv"))
        results = run_dump(args, [f.hex for f in forms],
                           ["--uops", "--unrolled"], cpu)
        self.jumps = self._jumps(args, table, forms, results)
        for form, result in zip(forms, results):
            match = table.find(form)
            if "error" in result:
                self.failed[re.sub(r"^instruction \d+ ", "",
                                   result["error"])] += form.weight
            elif match is None:
                self.missing.append(form)
            else:
                self._compare(form, result["instrs"][0], *match)

    def _jumps(self, args, table, forms, results):
        """With what the forms are macro-fused, where Takt or the table fuses
        them with anything."""
        asked = []
        for form, result in zip(forms, results):
            match = table.find(form)
            if match and "error" not in result and (
                    fusion_of(match[0]) or result["instrs"][0]["fusible"]):
                asked.append(form)
        return dict(zip(asked, jumps_of(asked, args, self.cpu)))

    def _compare(self, form, instr, row, operands):
        self.weight["compared"] += form.weight
        address = next((o for o in map(Operand, split_asm(form.asm)[1])
                        if o.kind == "memory"), None)
        same = same_registers(self.cpu, form, operands)
        expected = Expected(row, operands, address, same)
        wrong = list(differences(our_facts(instr), expected.facts(), expected))
        if "executed" in instr and not same:
            theirs = expected.facts("_same_reg")
            ours = our_facts(instr, executed=True)
            wrong += [("executed " + what, a, b) for what, a, b in
                      differences(ours, theirs, expected)]
        if self.jumps.get(form, "") != fusion_of(row):
            wrong.append(("fuses", self.jumps.get(form), fusion_of(row)))
        self.found += [Difference(self.cpu, *w, form) for w in wrong]
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


class Rule:
    """Opcodes that differ in the same way, on the same CPUs."""

    def __init__(self, by_cpu, names):
        # CPUs with equal differences: one line.
        lines = collections.defaultdict(list)
        for cpu, differences_there in by_cpu:
            lines[differences_there].append(cpu)
        self.lines = [(cpus, text) for text, cpus in lines.items()]
        self.names = names

    def show(self, weights, examples, limit):
        names = sorted(self.names, key=lambda n: -weights[n])
        more = len(names) - limit
        print(f"{sum(weights[n] for n in names):7d}  {' '.join(names[:limit])}"
              + (f" and {more} more" if more > 0 else "") +
              f"    {examples[names[0]].asm}")
        for cpus, text in self.lines:
            print(f"         {' '.join(cpus)}: {text}")


def rules_of(found):
    """Groups of opcodes with the same differences on all CPUs, the heaviest
    first, with the weights and an example of each name."""
    by_name = collections.defaultdict(lambda: collections.defaultdict(dict))
    weights, examples, counted = collections.Counter(), {}, set()
    for d in found:
        name = d.form.opcode + ("[indexed]" if is_indexed(d.form) else "")
        by_name[name][d.cpu][f"{d.what} {d.ours} -> {d.theirs}"] = None
        if d.form not in counted:
            weights[name] += d.form.weight
            counted.add(d.form)
        examples.setdefault(name, d.form)
    groups = collections.defaultdict(list)
    for name, cpus in by_name.items():
        key = tuple((cpu, ", ".join(texts)) for cpu, texts in cpus.items())
        groups[key].append(name)
    rules = [Rule(*group) for group in groups.items()]
    rules.sort(key=lambda r: -sum(weights[n] for n in r.names))
    return rules, weights, examples


def show_each(comparisons, pattern):
    for c in comparisons:
        for d in sorted(c.found, key=lambda d: -d.form.weight):
            if re.search(pattern, d.form.opcode):
                print(f"{d.form.weight:7d} {d.cpu:15} {d.form.opcode:18} "
                      f"{d.what} {d.ours} -> {d.theirs}   {d.form.asm}")


def check_instructions(args):
    forms, undecoded = forms_of(
        args, row_lines(args, reference_rows(args)) if args.rows else None)
    comparisons = [Comparison(args, cpu, forms) for cpu in args.cpu.split(",")]
    if args.list:
        show_each(comparisons, args.list)
    else:
        rules, weights, examples = rules_of(
            [d for c in comparisons for d in c.found
             if re.search(args.only, d.what)])
        for rule in rules[:args.top]:
            rule.show(weights, examples, args.names)
    for c in comparisons:
        print(c.summary())
        if args.missing and c.missing:
            print("  not in the table:", ", ".join(
                f"{f.asm} ({f.weight})" for f in c.missing[:args.missing]))
        for reason, times in c.failed.most_common(args.failures):
            print(f"  not modelled {times}: {reason}")
    if undecoded:
        print(f"{undecoded} blocks do not decode")
