# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a description with tables of measured latencies and rates."""

import collections
import re

from facts import our_facts
from forms import Operand, forms_of, run_dump, split_asm
from measured import tables_of
from rows import row_lines
from report import Difference, rules_of

# Measurements of rates are that noisy.
TOLERANCE = 0.12


def our_cycles(result):
    """Cycles between two equal, independent instructions."""
    return max(result["ports"], result["front_end"],
               result["instrs"][0]["repeat"])


def our_fp_ports(uops, pattern):
    """Ports that match the pattern as uops.info writes them, cycles left out."""
    found = collections.Counter()
    for uop in uops:
        for use in uop.split(" ")[-1].split("+"):
            names = use.rpartition("*")[2].split("|")
            if all(re.fullmatch(pattern, n) for n in names):
                found["".join(sorted(re.sub(r"\D", "", n) for n in names))] += 1
    return "+".join(f"{n}*FP{p}" for p, n in sorted(found.items()))


def register_latencies(instr):
    """Between registers and flags; the groups of flags are one."""
    result = {}
    for pair, cycles in our_facts(instr).items():
        if not isinstance(cycles, (int, float)) or ">" not in pair:
            continue
        source, dest = (re.sub(r"^eflags.*", "eflags", p)
                        for p in pair.split(">"))
        if "load" in (source, dest) or "store" in (source, dest):
            continue
        key = f"{source}>{dest}"
        result[key] = max(result.get(key, 0), cycles)
    return result


class RateComparison:
    """All forms of some code on one CPU."""

    def __init__(self, args, cpu, forms, tables):
        self.cpu, self.pattern = cpu, args.fp_ports
        self.found, self.missing = [], []
        self.weight, self.failed = collections.Counter(), collections.Counter()
        results = run_dump(args, [f.hex for f in forms],
                           ["--uops", "--unrolled"], cpu)
        for form, result in zip(forms, results):
            if "error" in result:
                self.failed[re.sub(r"^instruction \d+ ", "",
                                   result["error"])] += form.weight
                continue
            measured = {n: m for n, t in tables.items()
                        if (m := t.find(form)) is not None}
            if measured:
                self._compare(form, result, measured)
            else:
                self.missing.append(form)

    def _compare(self, form, result, measured):
        wrong = list(self._differences(form, result, measured))
        self.weight["compared"] += form.weight
        self.weight["agree"] += 0 if wrong else form.weight
        self.found += [Difference(self.cpu, *w, form) for w in wrong]

    def _differences(self, form, result, measured):
        instr = result["instrs"][0]
        table = measured.get("uopsinfo")
        if table and table.uops is not None and table.uops != instr["fused"]:
            yield "uops", instr["fused"], table.uops
        if table:
            ours = our_fp_ports(instr["uops"], self.pattern)
            if ours != table.ports:
                yield "ports", ours or "none", table.ports or "none"
        # What is slower than the fastest table is an artefact of its chain.
        cycles = {n: m.cycles for n, m in measured.items()
                  if m.cycles is not None}
        mine = our_cycles(result)
        if cycles and abs(min(cycles.values()) - mine) > \
                TOLERANCE * max(mine, 1 / 3) and not self._idiom(form):
            yield "cycles", round(mine, 2), " ".join(
                f"{n} {c:g}" for n, c in cycles.items())
        yield from self._latencies(form, instr, measured)

    def _latencies(self, form, instr, measured):
        ours = register_latencies(instr)
        operands = [Operand(o) for o in split_asm(form.asm)[1]]
        # Where a load is, bounds of all operands include it.
        if any(o.kind == "memory" for o in operands):
            return
        # A chain through the flags ends in an instruction that the table does
        # not name; a latency of 0 is that of an idiom with equal registers.
        winic = measured.get("winic")
        if winic:
            for pair, cycles in winic.latencies.items():
                if pair in ours and not pair.endswith(">eflags") and \
                        cycles not in (0, ours[pair]):
                    yield self._role(pair, operands), ours[pair], \
                        f"winic {cycles:g}"
        explicit = [c for p, c in ours.items() if "eflags" not in p]
        for name, table in measured.items():
            for bound, ours_there in (("low", min), ("high", max)):
                theirs = table.latencies.get(bound)
                if explicit and theirs and \
                        ours_there(explicit) != theirs:
                    yield f"{bound} latency", ours_there(explicit), \
                        f"{name} {theirs:g}"

    @staticmethod
    def _idiom(form):
        """Whether equal sources make it another instruction than the tables'."""
        places = [getattr(Operand(o), "location", None)
                  for o in split_asm(form.asm)[1]]
        return len(places) > 1 and None not in places and \
            len(set(places[-2:])) == 1

    @staticmethod
    def _role(pair, operands):
        """R0>R1 for registers in the order of the operands."""
        names = {}
        for n, operand in enumerate(operands):
            names.setdefault(getattr(operand, "location", None), f"R{n}")
        return ">".join(names.get(p, p) for p in pair.split(">"))

    def summary(self):
        w = self.weight
        share = 100 * w["agree"] / max(w["compared"], 1)
        missing = sum(f.weight for f in self.missing)
        return (f"{self.cpu}: of {w['compared']} instructions {share:.2f} % "
                f"agree with the tables; {missing} more are in none of them, "
                f"{sum(self.failed.values())} not modelled")


def check_rates(args):
    tables = tables_of({"uopsinfo": args.uopsinfo, "winic": args.winic,
                        "instlatx64": args.instlatx64})
    lines = None
    if args.rows:
        lines = row_lines(args, (row for same_name in
                                 tables["uopsinfo"].rows.values()
                                 for row in same_name))
    forms, undecoded = forms_of(args, lines)
    comparison = RateComparison(args, args.cpu, forms, tables)
    rules, weights, examples = rules_of(
        [d for d in comparison.found if re.search(args.only, d.what) and
         re.search(args.list or "", d.form.opcode)])
    for rule in rules[:args.top]:
        rule.show(weights, examples, args.names)
    print(comparison.summary())
    if args.missing and comparison.missing:
        print("  in no table:", ", ".join(
            f"{f.asm} ({f.weight})"
            for f in comparison.missing[:args.missing]))
    for reason, times in comparison.failed.most_common(args.failures):
        print(f"  not modelled {times}: {reason}")
    if undecoded:
        print(f"{undecoded} blocks do not decode")
