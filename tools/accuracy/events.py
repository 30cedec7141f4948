#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the simulation's events with recorded ones, µop by µop.

    tools/accuracy/events.py [--cpu HSW] [--case adc_chain] [--show 12]

Runs takt --events on the loops of uica-loops-*-events.json, aligns the cycles at
the first issued µop, and looks for the first difference of each run: the µop with
the smallest recorded cycle at which something is not as recorded. Prints a line
for each run, then how often each kind of first difference occurs. --show N prints
N µops around the difference, recorded and simulated.
"""

import argparse
import collections
import csv
import json
import os
import subprocess
import tempfile

import truth

EXTRA = {"": 0, "merge": 1, "sync": 2}
CYCLES = ("into_queue", "issued", "ready", "dispatched", "executed", "retired")


class Uop:
    """Where it belongs, its port (-1: none) and its cycles (-1: none)."""

    def __init__(self, iteration, instruction, extra, place, port, cycles):
        self.iteration, self.instruction, self.extra = iteration, instruction, extra
        self.place, self.port, self.cycles = place, port, cycles
        self.source = ""

    @property
    def owner(self):
        return self.iteration, self.instruction, self.extra


def recorded_uops(run):
    return [Uop(r[0], r[1], r[2], tuple(r[3:6]), r[6], list(r[7:13])) for r in run["rows"]]


def simulated_uops(takt, run, limit, model):
    """The µops that takt issues before cycle `limit`; the kernel's error else."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events.csv")
        command = [takt.program, f"--cpu={model or truth.CPUS[run['cpu']]}", "--summary",
                   "--input=hex", "--notion=loop", f"--events={path}", f"--event-cycles={limit}",
                   "-"]
        answer = subprocess.run(command, input=run["hex"], capture_output=True, text=True)
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    if not rows:
        return [], (answer.stderr or answer.stdout).strip().splitlines()[-1]
    found = []
    for row in rows:
        port = int(row["port"].lstrip("p")) if row["port"] else -1
        cycles = [int(row[c]) if row[c] else -1 for c in CYCLES]
        place = (int(row["queued"]), int(row["fused"]), int(row["uop"]))
        uop = Uop(int(row["iteration"]), int(row["instruction"]), EXTRA[row["extra"]], place, port,
                  cycles)
        uop.source = row["from"]
        found.append(uop)
    return found, ""


def by_owner(uops):
    groups = collections.defaultdict(list)
    for uop in sorted(uops, key=lambda u: (u.iteration, u.instruction, u.place)):
        groups[uop.owner].append(uop)
    return groups


def shift(uops, offset):
    for uop in uops:
        uop.cycles = [c + offset if c >= 0 else c for c in uop.cycles]


def differences(recorded, simulated, last_cycle):
    """(recorded cycle, what, owner, text) of all differences before `last_cycle`."""
    theirs, ours = by_owner(recorded), by_owner(simulated)
    for owner, group in theirs.items():
        other = ours.get(owner, [])
        start = group[0].cycles[1]
        if len(other) != len(group):
            if start < last_cycle:
                yield start, "number of µops", owner, f"{len(group)} recorded, {len(other)} simulated"
            continue
        for number, (a, b) in enumerate(zip(group, other)):
            if a.port != b.port and a.cycles[1] < last_cycle:
                yield a.cycles[1], "port", owner, f"µop {number}: {a.port} recorded, {b.port} simulated"
            for name, x, y in zip(CYCLES, a.cycles, b.cycles):
                if x == y or x < 0 or y < 0 or x >= last_cycle:
                    continue
                yield x, name, owner, f"µop {number}: {x} recorded, {y} simulated"
    for owner, group in ours.items():
        if owner not in theirs and group[0].cycles[1] < last_cycle and group[0].cycles[1] >= 0:
            yield group[0].cycles[1], "number of µops", owner, f"0 recorded, {len(group)} simulated"


def print_uops(run, lines, recorded, simulated, at, count):
    theirs, ours = by_owner(recorded), by_owner(simulated)
    owners = sorted(set(theirs) | set(ours))
    place = owners.index(at)
    print(f"      {'':14} recorded: port queue issued ready disp exec retired | simulated")
    for owner in owners[max(0, place - count // 2) : place + count // 2 + 1]:
        a, b = theirs.get(owner, []), ours.get(owner, [])
        for n in range(max(len(a), len(b))):
            cells = []
            for group in (a, b):
                uop = group[n] if n < len(group) else None
                cells.append(" ".join(f"{c:5}" for c in [uop.port] + uop.cycles) if uop else " " * 41)
            mark = "*" if owner == at else " "
            kind = " ms"[owner[2]]
            source = b[n].source if n < len(b) else ""
            print(f"    {mark} {owner[0]:3}.{owner[1]:<3}{kind}{n:2}     {cells[0]}  |  {cells[1]} "
                  f"{source:11} {lines[owner[1]] if owner[1] < len(lines) else ''}")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--build", default=os.path.join(truth.ROOT, "build"))
    add("--cpu", action="append", choices=truth.CPUS, help="default: all")
    add("--case", default="", help="only cases with this in their name")
    add("--model", help="a machine description instead of the CPU's")
    add("--until", type=int, default=200, help="compare what happened before this cycle (200)")
    add("--ignore", action="append", default=[], choices=CYCLES + ("port",),
        help="do not compare this")
    add("--show", type=int, default=0, metavar="N", help="print N µops around the difference")
    return parser.parse_args()


def compare(run, arguments, takt, lines):
    """Prints the line of a run; returns the kind of its first difference."""
    recorded = recorded_uops(run)
    simulated, error = simulated_uops(takt, run, arguments.until + 50, arguments.model)
    title = f"{run['cpu']:4} {run['case']:28}"
    if error:
        print(f"{title} {error}")
        return "not modelled"
    first = [min(u.cycles[1] for u in uops if u.cycles[1] >= 0) for uops in (recorded, simulated)]
    shift(simulated, first[0] - first[1])
    found = [d for d in differences(recorded, simulated, arguments.until)
             if d[1] not in arguments.ignore]
    if not found:
        print(f"{title} equal")
        return "none"
    order = ("number of µops", "into_queue", "issued", "port", "ready", "dispatched", "executed",
             "retired")
    cycle, what, owner, text = min(found, key=lambda d: (d[0], order.index(d[1]), d[2]))
    code = lines[owner[1]] if owner[1] < len(lines) else "?"
    print(f"{title} {what} at cycle {cycle}: iteration {owner[0]}, #{owner[1]} {code}, {text}"
          f" ({len(found)} differences)")
    if arguments.show:
        print_uops(run, lines, recorded, simulated, owner, arguments.show)
    return what


def main():
    arguments = parse_arguments()
    with open(truth.truth_file("uica-loops-*-events.json"), encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    runs = [r for r in runs if arguments.case in r["case"]
            and (not arguments.cpu or r["cpu"] in arguments.cpu)]
    if not runs:
        raise truth.Failure("no run has such a CPU and name")
    takt = truth.Takt(arguments.build)
    texts = truth.disassemble(r["hex"] for r in runs)
    kinds = collections.Counter(compare(r, arguments, takt, texts[r["hex"]]) for r in runs)
    print("\nfirst differences: " + ", ".join(f"{k} {n}" for k, n in kinds.most_common()))


if __name__ == "__main__":
    truth.main_with_failures("events", main)
