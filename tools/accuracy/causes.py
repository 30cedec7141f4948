#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says how many of the disagreements with uiCA's predictions have a known cause.

    tools/accuracy/causes.py [--cpu ICL] [--list FILE]

A cause is tried out: the CPU is changed as little as makes it do what uiCA seems to
do, and the blocks are counted that are then within the threshold (2 %). A block counts for
the first cause that explains it, in the order of the table; the last columns say how many
blocks of all agree under the change and did not before, and the other way round: a
change that breaks what it does not mend is no explanation. Then the mean error of
each CPU with and without the blocks explained. --list: those that are not.
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
ICE_LAKE = ("ICL", "RKL", "TGL")
# Name, corrections, CPUs, what the simulation leaves out (a limit of takt --json).
CAUSES = [
    ("shift by cl", SHIFT, ICE_LAKE + ("IVB",), None),
    ("stored register dropped", STORE, ICE_LAKE, None),
    ("both", SHIFT + STORE, ICE_LAKE, None),
    ("dependence through memory", "", tuple(truth.CPUS), "memoryDependences"),
    ("both, and through memory", SHIFT + STORE, ICE_LAKE, "memoryDependences"),
    ("buffers", "", tuple(truth.CPUS), "buffers"),
]
# Those that contradict the latencies uiCA starts from; of the others it is not settled.
UICA_ERRORS = ("shift by cl", "stored register dropped", "both")


def changed_cpu(folder, cpu, corrections):
    """The CPU, or the path of one with these corrections."""
    if not corrections:
        return cpu
    path = os.path.join(folder, f"{cpu}-{abs(hash(corrections))}.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"name: {cpu}-changed\ninherits: {cpu}\nllvm-cpus: [{cpu}]\n"
                   f"corrections:\n{corrections}")
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


def explain(rows, bad, arguments, folder):
    """Fills in the cell cause; yields (name, rows, mended, broken), the last two
    None where not all blocks were tried."""
    takt = truth.Takt(arguments.build)
    window = []
    for row in bad:
        cycles = takt.window(row["code"], truth.CPUS[row["cpu"]], truth.NOTIONS[row["notion"]])
        # As disagreements.py --window: closer than the threshold, which many periods reach.
        if cycles and abs(cycles - row["true"]) <= 0.01 * row["true"] + 0.006:
            row["cause"] = "uiCA's window"
            window.append(row)
    yield "uiCA's window", window, None, None
    for name, corrections, cpus, limit in CAUSES:
        found, mended, broken = [], None, None
        if limit:
            for row in bad:
                if "cause" not in row and row["cpu"] in cpus:
                    cpu = changed_cpu(folder, truth.CPUS[row["cpu"]], corrections)
                    if agrees(row, without(takt, row, cpu, limit), arguments):
                        found.append(row)
        else:
            mended = broken = 0
            groups = collections.defaultdict(list)
            for row in rows:
                if row["cpu"] in cpus:
                    groups[row["cpu"], truth.NOTIONS[row["notion"]]].append(row)
            for (cpu, notion), members in groups.items():
                path = changed_cpu(folder, truth.CPUS[cpu], corrections)
                codes = list(dict.fromkeys(r["code"] for r in members))
                answers = takt.batch(codes, path, notion, arguments.jobs)
                for row in members:
                    good = agrees(row, float(answers[row["code"]]["cycles"]), arguments)
                    was = agrees(row, row["predicted"], arguments)
                    mended += good and not was
                    broken += was and not good
                    if good and not was and "cause" not in row:
                        found.append(row)
        for row in found:
            row["cause"] = name
        yield name, found, mended, broken


def print_cause(name, found, mended, broken, total):
    example = min(found, key=lambda r: len(r["code"]), default=None)
    text = ""
    if example:
        text = (f"`{'; '.join(example['lines'])[:70]}`, {example['cpu']} {example['notion']}: "
                f"takt {example['predicted']:.2f}, uiCA {example['true']:.2f}")
    error = 100 * sum(abs(r["error"]) for r in found) / total
    cells = ["" if n is None else str(n) for n in (mended, broken)]
    print(f"| {name} | {len(found)} | {100 * len(found) / total:.2f} % | {error:.3f} % | "
          f"{cells[0]} | {cells[1]} | {text} |", flush=True)


def print_means(rows):
    print("\n| blocks | MAPE | without uiCA's errors | without all explained |\n"
          "| ------ | ---: | --------------------: | --------------------: |")
    for cpu in truth.CPUS:
        for notion in ("TP_L", "TP_U"):
            mine = [r for r in rows if (r["cpu"], r["notion"]) == (cpu, notion)]
            cells = []
            for left_out in ((), UICA_ERRORS, {r.get("cause") for r in mine} - {None}):
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
    print("| cause | blocks | of all | of the MAPE | mended | broken | shortest example |")
    print("| ----- | -----: | -----: | ----------: | -----: | -----: | ---------------- |")
    with tempfile.TemporaryDirectory() as folder:
        for cause in explain(rows, bad, arguments, folder):
            print_cause(*cause, len(rows))
    print_cause("not known", [r for r in bad if "cause" not in r], None, None, len(rows))
    print_means(rows)
    if arguments.list:
        disagreements.write_list([r for r in rows if "cause" not in r], arguments)


if __name__ == "__main__":
    truth.main_with_failures("causes", main)
