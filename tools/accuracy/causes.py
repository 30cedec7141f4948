#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says how many of the disagreements with uiCA's predictions have a known cause.

    tools/accuracy/causes.py [--cpu ICL] [--list FILE]

A cause is tried out: the CPU is changed as little as makes it do what uiCA seems to
do, or takt leaves something out, and the blocks are counted that are then within
the threshold (2 %). A block counts for the first cause that explains it, in the order of
the table; "together" are all changes of the CPU at once. The columns mended and broken say how many
blocks of all agree under the change and did not before, and the other way round: a
change that breaks what it does not mend is no explanation. Then the mean error of
each CPU with and without the blocks explained. --list: those without a cause.
"""

import collections
import json
import os
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
# uiCA takes addresses for the same by their written parts, and follows registers only
# through copies and additions of constants.
PARTS = "memory: {source: uiCA's predictions, addresses-by-parts: true}\n"
ICE_LAKE = ("ICL", "RKL", "TGL")
ALL = tuple(truth.CPUS)


class Cause:
    """What may explain a disagreement: corrections of these CPUs, or what the
    simulation leaves out (a limit of takt --json); whose error that is."""

    def __init__(self, name, whose, cpus=ALL, corrections="", limit=None, memory=""):
        self.name, self.whose, self.cpus, self.limit = name, whose, cpus, limit
        self.corrections, self.memory = corrections, memory

    def change(self, cpu):
        """The sections of a description that differ; none: none does."""
        corrections = self.corrected(cpu)
        return self.memory + (f"corrections:\n{corrections}" if corrections else "")

    def corrected(self, cpu):
        return self.corrections if cpu in self.cpus else ""


# Blocks that have this in common, without a cause: name, features (disagreements.py).
LOCATED = [
    ("push or pop, and rsp", ("push and another use of rsp", "pop and another use of rsp")),
]


class Together(Cause):
    """All corrections of a CPU at once, and possibly a limit left out."""

    def corrected(self, cpu):
        return "".join(c.corrected(cpu) for c in CHANGES)


# Those of uiCA contradict the latencies it starts from, or what BHive measured
# (docs/accuracy.md); of the others it is not settled.
CHANGES = [
    Cause("shift by cl", "uiCA's", ICE_LAKE + ("IVB",), SHIFT),
    Cause("stored register dropped", "uiCA's", ICE_LAKE, STORE),
    Cause("vector operation on a load", "uiCA's", ALL, VECTOR),
    Cause("addresses by parts", "uiCA's", memory=PARTS),
]
CAUSES = CHANGES + [
    Together("together", "uiCA's", memory=PARTS),
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
            good = agrees(row, float(answers[row["code"]]["cycles"]), arguments)
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
    for name, features in LOCATED:
        found = [r for r in bad if "cause" not in r
                 and disagreements.features(r, r["lines"]) & set(features)]
        for row in found:
            row["located"] = name
        yield name, "not settled", found, None, None


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
    print_cause("not known", "", [r for r in bad if "cause" not in r and "located" not in r], None, None, len(rows))
    print_means(rows)
    if arguments.list:
        disagreements.write_list([r for r in rows if "cause" not in r], arguments)


if __name__ == "__main__":
    truth.main_with_failures("causes", main)
