#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says how many of the disagreements with uiCA's predictions have a known cause.

    tools/accuracy/causes.py [--cpu ICL] [--list FILE] [--measured]

A cause is tried out: the CPU is changed as little as makes it do what uiCA seems to
do, or takt leaves something out, and the blocks are counted that are then within
the threshold (2 %), or off by less than a twentieth of what they were. A block
counts for the first cause that explains it, in the order of the table; "together"
are all changes of the CPU at once. The columns mended and broken say how many blocks
of all are explained by the change, and how many agreed before and do not under it: a
change that breaks what it does not mend is no explanation. Blocks that only have
something in common come last ("located"). Then the mean error of each CPU with and
without the blocks explained. --measured: for each change, and for the located blocks,
the error against what BHive measured where it makes a difference. --list: the blocks
without a cause.
"""

import collections
import json
import os
import re
import subprocess
import tempfile

import disagreements
import truth

# uiCA groups the inputs of a µop by their largest latency to any result, so that the
# register's result waits for the flags and for what the flags wait for.
SHIFT = """\
  - match: '(SHL|SHR|SAR|ROL|ROR)(8|16|32|64)rCL'
    uops:
      - {ports: shift, reads: [sources], writes: {t0: 1}}
      - {ports: shift, reads: [t0, flags], writes: {result: 1, flags: 1}}
    source: uiCA's predictions
"""
# uiCA takes latency 0 (memory renaming) for no dependence.
STORE = """\
  - match: 'MOV(32|64)mr'
    renamed-store: false
    uops: [{kind: store-address}, {kind: store-data, reads: []}]
    source: uiCA's predictions
"""
# uiCA's loads all take 5 cycles, and where an operation of one µop has another operand
# too, it takes what that one takes: 6 cycles instead of 7 for pcmpeqb with an address.
VECTOR = """\
  - match: 'V?P.*rmi?|V?[A-Z]+(PS|PD|SS|SD).*rmi?(_Int)?|VF.*[SP][SD]Y?m(_Int)?|V?MOV(DQ[AU]|D|Q).*rm'
    load-latency: 5
    source: uiCA's predictions
"""
# uiCA's operations on memory take the way through the store buffer on Rocket Lake too.
RENAMED = """\
  - match: '(ADD|SUB|AND|OR|XOR)(8|16|32|64)m(i|i8|i32)|(INC|DEC|NEG|NOT)(8|16|32|64)m|(SHL|SHR|SAR)(8|16|32|64)m[i1]'
    renamed-store: false
    source: uiCA's predictions
"""
# uiCA takes addresses for the same by their written parts, and follows registers only
# through copies and additions of constants.
PARTS = ("addresses-by-parts: true",)
# uiCA looks at no sizes: what overlaps is forwarded at the usual cost.
FORWARDED = ("store-forward-fail-latency: 5",)
# uiCA has no load buffer: so many that others are full before.
UNLIMITED = ("load: 1000",)
ICE_LAKE = ("ICL", "RKL", "TGL")
ALL = tuple(truth.CPUS)
MEASURED = ("SKL", "HSW", "IVB")


class Cause:
    """What may explain a disagreement: corrections of these CPUs, or what the
    simulation leaves out (a limit of takt --json); whose error that is."""

    def __init__(self, name, whose, cpus=ALL, corrections="", limit=None, memory=(),
                 buffers=()):
        self.name, self.whose, self.cpus, self.limit = name, whose, cpus, limit
        self.corrections, self.memory, self.buffers = corrections, memory, buffers

    def parts(self):
        """The causes that it is made of."""
        return [self]

    def change(self, cpu):
        """The sections of a description that differ; none: none does."""
        mine = [c for c in self.parts() if cpu in c.cpus]
        text = ""
        for section in ("memory", "buffers"):
            fields = [field for c in mine for field in getattr(c, section)]
            if fields:
                text += f"{section}: {{source: uiCA's predictions, {', '.join(fields)}}}\n"
        corrections = "".join(c.corrections for c in mine)
        return text + (f"corrections:\n{corrections}" if corrections else "")


def from_window(row):
    """Is uiCA's value below a bound of its own? Then its window saw queues drain."""
    bounds = [float(row[p]) for p in disagreements.PARTS if row.get(p)]
    return bool(bounds) and row["true"] < 0.99 * max(bounds)


def moves_stack(row):
    return bool(disagreements.features(row, row["lines"])
                & {"push and another use of rsp", "pop and another use of rsp"})


def both_flags(row):
    return any(re.match("cmovn?(a|be) ", line) for line in row["lines"])


class Located:
    """Blocks that have something in common; nobody knows a change that mends them."""

    def __init__(self, name, whose, has, cpus):
        self.name, self.whose, self.has, self.cpus = name, whose, has, cpus

    def holds(self, row):
        return row["cpu"] in self.cpus and self.has(row)


BEFORE_ICE_LAKE = tuple(c for c in ALL if c not in ICE_LAKE)
LOCATED = [
    Located("below uiCA's own bound", "uiCA's", from_window, ALL),
    Located("push or pop, and rsp", "not settled", moves_stack, BEFORE_ICE_LAKE),
    Located("push or pop, and rsp, two stores", "not settled", moves_stack, ICE_LAKE),
    Located("cmova and cmovbe", "not settled", both_flags, BEFORE_ICE_LAKE),
]


class Together(Cause):
    """All changes of a CPU at once."""

    def parts(self):
        return CHANGES


# Those of uiCA contradict the latencies it starts from, or what BHive measured
# (docs/accuracy-intel.md); of the others it is not settled.
CHANGES = [
    Cause("shift by cl", "uiCA's", ICE_LAKE + ("IVB",), SHIFT),
    Cause("stored register dropped", "uiCA's", ICE_LAKE, STORE),
    Cause("vector operation on a load", "uiCA's", ALL, VECTOR),
    Cause("addresses by parts", "uiCA's", memory=PARTS),
    Cause("forwarding that fails", "uiCA's", ("SKL", "HSW", "CLX", "BDW", "IVB", "SNB"),
          memory=FORWARDED),
    Cause("memory renamed", "uiCA's", ("RKL",), RENAMED),
    Cause("no load buffer", "uiCA's", buffers=UNLIMITED),
]
CAUSES = CHANGES + [
    Together("together", "uiCA's"),
    Cause("dependence through memory", "not settled", limit="memoryDependences"),
    Cause("buffers", "not settled", limit="buffers"),
]


def changed_cpu(folder, name, cause):
    """uiCA's CPU of this name, or the path of one with the cause's corrections."""
    cpu, change = truth.CPUS[name], cause.change(name)
    if not change:
        return cpu
    path = os.path.join(folder, f"{cpu}-{CAUSES.index(cause)}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"name: {cpu}-changed\ninherits: {cpu}\nllvm-cpus: [{cpu}]\n"
                   f"{change}")
    return path


def without(takt, row, cpu, limit):
    """Cycles of one block without the limit; None if takt does not say."""
    command = [takt.program, "--json", "--summary", f"--cpu={cpu}", "--input=hex",
               f"--notion={truth.NOTIONS[row['notion']]}", "-"]
    run = subprocess.run(command, input=row["code"], capture_output=True, text=True)
    try:
        found = json.loads(run.stdout)["kernels"][0]["sensitivity"]
    except (ValueError, KeyError, IndexError):
        return None
    return next((s["without"] for s in found if s["limit"] == limit), None)


def agrees(row, cycles, arguments):
    return cycles is not None and not disagreements.beyond(
        {**row, "predicted": cycles}, arguments)


def mends(row, cycles, arguments):
    """What is left of a large difference may have other causes."""
    left, was = abs(cycles - row["true"]), abs(row["predicted"] - row["true"])
    return agrees(row, cycles, arguments) or (
        not agrees(row, row["predicted"], arguments) and left < 0.05 * was)


def in_window(bad, takt):
    """The blocks that agree once the cycles are read off as uiCA reads its own."""
    for row in bad:
        cycles = takt.window(row["code"], truth.CPUS[row["cpu"]], truth.NOTIONS[row["notion"]])
        # As disagreements.py --window: closer than the threshold, which many periods reach.
        if cycles and abs(cycles - row["true"]) <= 0.01 * row["true"] + 0.006:
            yield row


def without_limit(cause, bad, arguments, takt, folder):
    """The blocks not yet explained that agree without the limit."""
    for row in bad:
        if "cause" not in row and row["cpu"] in cause.cpus:
            cpu = changed_cpu(folder, row["cpu"], cause)
            if agrees(row, without(takt, row, cpu, cause.limit), arguments):
                yield row


def under_change(cause, rows, arguments, takt, folder):
    """(blocks that the change mends, how many it breaks), of all blocks."""
    mended, broken = [], 0
    groups = collections.defaultdict(list)
    for row in rows:
        if cause.change(row["cpu"]):
            groups[row["cpu"], truth.NOTIONS[row["notion"]]].append(row)
    for (name, notion), members in groups.items():
        codes = list(dict.fromkeys(r["code"] for r in members))
        answers = takt.batch(codes, changed_cpu(folder, name, cause), notion, arguments.jobs)
        for row in members:
            good = mends(row, float(answers[row["code"]]["cycles"]), arguments)
            was = agrees(row, row["predicted"], arguments)
            if good and not was:
                mended.append(row)
            broken += was and not good
    return mended, broken


def explain(rows, bad, arguments, folder):
    """Fills in the cell cause; yields (name, whose error, rows, mended, broken), the
    last two None where not all blocks were tried."""
    takt = truth.Takt(arguments.build)
    window = list(in_window(bad, takt))
    for row in window:
        row["cause"] = "uiCA's window"
    yield "uiCA's window", "uiCA's", window, None, None
    for cause in CAUSES:
        mended, broken = None, None
        if cause.limit:
            found = list(without_limit(cause, bad, arguments, takt, folder))
        else:
            all_mended, broken = under_change(cause, rows, arguments, takt, folder)
            mended = len(all_mended)
            found = [r for r in all_mended if "cause" not in r]
        for row in found:
            row["cause"] = cause.name
        yield cause.name, cause.whose, found, mended, broken
    for located in LOCATED:
        found = [r for r in bad if not {"cause", "located"} & set(r) and located.holds(r)]
        for row in found:
            row["located"] = located.name
        yield located.name, located.whose, found, None, None


def print_cause(name, whose, found, mended, broken, total):
    example = min(found, key=lambda r: len(r["code"]), default=None)
    text = ""
    if example:
        text = (f"`{'; '.join(example['lines'])[:70]}`, {example['cpu']} {example['notion']}: "
                f"takt {example['predicted']:.2f}, uiCA {example['true']:.2f}")
    error = 100 * sum(abs(r["error"]) for r in found) / total
    cells = ["" if n is None else str(n) for n in (mended, broken)]
    print(f"| {name} | {len(found)} | {100 * len(found) / total:.2f} % | {error:.3f} % | "
          f"{cells[0]} | {cells[1]} | {whose} | {text} |", flush=True)


def print_means(rows):
    uica = {c.name for c in CAUSES if c.whose == "uiCA's"} | {"uiCA's window"}
    print("\n| blocks | MAPE | without uiCA's errors | without all causes |\n"
          "| ------ | ---: | --------------------: | --------------------: |")
    for cpu in truth.CPUS:
        for notion in ("TP_L", "TP_U"):
            mine = [r for r in rows if (r["cpu"], r["notion"]) == (cpu, notion)]
            cells = []
            for left_out in ((), uica, {r.get("cause") for r in mine} - {None}):
                kept = [abs(r["error"]) for r in mine if r.get("cause") not in left_out]
                cells.append(f"{100 * sum(kept) / len(kept):.2f} %" if kept else "")
            if mine:
                print(f"| {cpu} {notion} | " + " | ".join(cells) + " |")


def mean_error(rows, key):
    return 100 * sum(abs(r[key] / r["measured"] - 1) for r in rows) / len(rows)


def print_measured(cpus, arguments, folder):
    """takt with and without each change, on what BHive measured of the blocks for
    which that makes a difference."""
    takt = truth.Takt(arguments.build)
    print("\n| change | CPU | measured blocks that it changes | takt | with the change |\n"
          "| ------ | --- | ------: | -----: | -----: |")
    for cpu in [c for c in MEASURED if c in cpus]:
        rows = [r for r in truth.read_rows(truth.truth_file("bhive-*.csv")) if r["cpu"] == cpu]
        codes = list(dict.fromkeys(r["hex"] for r in rows))
        answers = takt.batch(codes, truth.CPUS[cpu], "unrolled", arguments.jobs)
        for cause in CHANGES:
            if not cause.change(cpu):
                continue
            changed = takt.batch(codes, changed_cpu(folder, cpu, cause), "unrolled", arguments.jobs)
            found = [{"measured": float(r["cycles"]), "takt": float(answers[r["hex"]]["cycles"]),
                      "changed": float(changed[r["hex"]]["cycles"])}
                     for r in rows if answers[r["hex"]]["cycles"] and changed[r["hex"]]["cycles"]]
            found = [r for r in found
                     if abs(r["changed"] - r["takt"]) > arguments.threshold / 100 * r["takt"]]
            errors = [f"{mean_error(found, key):.2f} %" if found else ""
                      for key in ("takt", "changed")]
            print(f"| {cause.name} | {cpu} | {len(found)} | {errors[0]} | {errors[1]} |", flush=True)


def print_nearer(rows):
    """takt and uiCA on what BHive measured, where they differ by more than uiCA rounds."""
    measured = {(r["hex"], r["cpu"]): float(r["cycles"])
                for r in truth.read_rows(truth.truth_file("bhive-*.csv"))}
    rows = [{**r, "measured": measured[r["hex"], r["cpu"]]} for r in rows
            if r["notion"] == "TP_U" and (r["hex"], r["cpu"]) in measured
            and abs(r["predicted"] - r["true"]) > 0.012]
    print("\n| blocks on which takt and uiCA differ at all | measured | takt | uiCA | takt nearer |\n"
          "| ------ | ------: | -----: | -----: | -----: |")
    for located in LOCATED:
        found = [r for r in rows if located.holds(r)]
        if found:
            nearer = sum(abs(r["predicted"] - r["measured"]) < abs(r["true"] - r["measured"])
                         for r in found)
            print(f"| {located.name} | {len(found)} | {mean_error(found, 'predicted'):.2f} % | "
                  f"{mean_error(found, 'true'):.2f} % | {nearer} |")


def main():
    arguments = disagreements.parse_arguments()
    rows = disagreements.read_uica(arguments)
    texts = truth.disassemble(r["code"] for r in rows)
    for row in rows:
        row["lines"] = texts[row["code"]]
    disagreements.predict(rows, arguments)
    rows = [r for r in rows if "predicted" in r]
    bad = [r for r in rows if disagreements.beyond(r, arguments)]
    print(f"{len(bad)} of {len(rows)} blocks are off by more than {arguments.threshold:g} %\n")
    print("| cause | blocks | of all | of the MAPE | mended | broken | whose error | shortest example |")
    print("| ----- | -----: | -----: | ----------: | -----: | -----: | ----------- | ---------------- |")
    with tempfile.TemporaryDirectory() as folder:
        for cause in explain(rows, bad, arguments, folder):
            print_cause(*cause, len(rows))
        unknown = [r for r in bad if not {"cause", "located"} & set(r)]
        print_cause("not known", "", unknown, None, None, len(rows))
        print_means(rows)
        if arguments.measured:
            print_measured(arguments.cpu, arguments, folder)
            print_nearer(rows)
    if arguments.list:
        disagreements.write_list([r for r in rows if "cause" not in r], arguments)


if __name__ == "__main__":
    truth.main_with_failures("causes", main)
