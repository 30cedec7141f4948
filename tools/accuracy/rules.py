#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What other rules for pipes 0 and 1 of a Cortex-A72 would make of measured mixes.

    tools/accuracy/rules.py [--rule NAME]... [WORD...]

A small simulation of the instructions that the model has for the text of each
mix of a72-mixes-*.csv without divisions and square roots, as if it repeated for
ever. It knows no dependences but those within an instruction, so that it is a
little off takt's where a mix has one. Prints for each rule MAPE, tau-b, how many
mixes are within 2 %, and the pairs of mixes in the measured order, in the other
and predicted as equal. With words, prints each rule's cycles of the mixes that
have all of them.

The rules, `model` is what the model's file has:
"""

import argparse
import collections
import re

import mixes
import truth

RULES = {
    "model": "what may go to either pipe does at issue, to pipe 0 if both are idle; two pieces of "
             "64 bits finish in a pipe in a cycle, and the pipe waits if there is one more",
    "no-buses": "any number of results finishes in a cycle",
    "younger": "a younger one goes in place of what waits for its bus",
    "shared": "four pieces a cycle from both pipes together",
    "whole": "one result a cycle from a pipe, whatever its size",
    "together": "both µops of an operation on 128 bits go at once",
    "in-order": "each pipe issues in order",
    "turn": "what may go to either pipe is bound to one at dispatch: to the other one in turn",
    "first": "... to pipe 0, if that has nothing new in the cycle",
    "place": "... by its place among what is dispatched in the cycle",
    "emptier": "... to the one that has less in its queue, pipe 0 if equal",
    "earlier": "... to the one that had less two cycles before; if equal to the one that the next "
               "of the cycle does not need",
    "lent": "... to the one that had less two cycles before; if equal by its place in the cycle; a "
            "pipe for which nothing is waiting takes what is bound to the other one",
    "few": "... to the one that has less in its queue of five, by two at least; else to the one that "
           "the next of the cycle does not need, else in turn",
    "seven": "as earlier, with seven in a queue; of what is next only pipe 1's counts",
}
BOUND = {"turn", "first", "place", "emptier", "earlier", "lent", "few", "seven"}
PLACES = {"few": 5, "seven": 7}  # of the queue of each pipe
WIDTH, RENAMED, REORDER, BUS = 3, 6, 128, 2
# Copies of a mix before and while cycles are counted; most periods divide 72.
WARM, COPIES = 24, 72
# Queue of each port group, and how many of them are dispatched in a cycle.
PORTS = {"b": "b", "i01": "i", "m": "m", "l": "ls", "s": "ls", "f0": "0", "f1": "1", "f01": "f"}
MOST = {"b": 1, "i": 2, "m": 2, "ls": 2, "0": 1, "1": 1, "f": 2}
UOP = re.compile(r"[:|] (?:(?:store|load)[a-z-]* ?)?(\w*)(?:\*(\d+))?([^;]*)(.*)")


class Uop:
    """A µop: its ports and how long it takes them, latency, pieces of results."""

    def __init__(self, text):
        found = UOP.match(text)
        self.port = found[1] or "l"
        self.hold = int(found[2] or 1)
        self.units = {u: int(n or 1) for u, n in re.findall(r"\+ ?(\w+)(?:\*(\d+))?", found[3])}
        self.reads = set(re.findall(r"\$t\d+", found[4].partition("writes")[0]))
        writes = found[4].partition("writes")[2].partition(";")[0]
        self.inner = set(re.findall(r"\$t\d+", writes))
        self.latency = max(map(int, re.findall(r"latency (\d+)", writes)), default=0)
        self.pieces = self.bus = 0
        self.mate = 0  # distance to the other one of two equal µops for either pipe
        self.sources = []  # µops of this instruction, as distances


def instruction(lines):
    results = int((re.search(r" results (\d+)", lines[0]) or [0, 0])[1])
    texts = re.findall(r"[:|] .*?(?= \| |$)", "\n".join(lines), re.M)
    uops = [Uop(t) for t in texts if not t.startswith(": $")]
    latency = max((u.latency for u in uops), default=0)
    outer = [u for u in uops if not u.inner]
    buses = [u for u in outer if u.port in ("f0", "f1", "f01")]
    passes = len(uops) > 1 and uops[0].port in ("f0", "f1") and len({u.port for u in uops}) == 1
    inner = len(uops) - len(outer)
    left = results - inner if results > inner else min(results, 1)
    for i, u in enumerate(uops):
        u.latency = u.latency or latency
        u.pieces = results // len(uops) + (i < results % len(uops))
        u.sources = [i - j for j in range(i) if uops[j].inner & u.reads]
    for i, u in enumerate(buses):
        pieces = left // len(buses) + (i < left % len(buses))
        u.bus = 0 if passes else min(pieces, BUS)
    if len(uops) == 2 and uops[0].port == uops[1].port == "f01" and not inner:
        uops[0].mate, uops[1].mate = 1, -1
    return uops


def programs(build, rows):
    """The µops of each mix."""
    found = []
    for line in mixes.dump(build, rows).splitlines():
        if line.startswith("kernel"):
            found.append([])
        elif line.startswith("    "):
            found[-1][-1].append(line.strip())
        elif line.strip() and " : " in line + " : " and not re.match(
                r"\s+(memory|possible|write-after)", line):
            head, _, uop = line.partition(" : ")
            found[-1].append([head] + ([": " + uop] if uop else []))
    return [[u for i in p for u in instruction(i)] for p in found]


class Machine:
    def __init__(self, uops, rule):
        self.uops, self.rule = uops, rule
        self.issued, self.queue, self.bound = [], {}, {}
        self.waiting = collections.defaultdict(list)
        self.busy = collections.Counter()
        self.finish = collections.Counter()
        self.sizes = collections.deque([(0, 0)] * 3, 3)
        self.renamed = self.piece = self.retired = self.turn = self.tie = 0

    def uop(self, number):
        return self.uops[number % len(self.uops)]

    def cycles(self):
        """Of a copy of the mix, in the steady state."""
        times, now = [], 0
        for copies in (WARM, WARM + COPIES):
            while self.retired < copies * len(self.uops):
                self.cycle(now)
                now += 1
            times.append(now)
        return (times[1] - times[0]) / COPIES

    def cycle(self, now):
        self.retire(now)
        self.sizes.appendleft(tuple(sum(self.bound[n] == p for n in self.waiting["fp"])
                                    for p in "01"))
        self.issue(now)
        self.dispatch(now)
        self.rename()

    def retire(self, now):
        while (self.retired < len(self.issued) and self.issued[self.retired] is not None
               and self.issued[self.retired] + self.uop(self.retired).latency <= now):
            self.retired += 1

    # Issue

    def ready(self, number, now):
        uop = self.uop(number)
        times = [(self.issued[number - d], self.uop(number - d).latency) for d in uop.sources]
        return (self.queue[number] < now and all(t is not None and t + l <= now for t, l in times)
                and all(self.busy[unit] <= now for unit in uop.units))

    def start(self, number, ports, now):
        uop = self.uop(number)
        self.issued[number] = now
        self.busy[ports] = now + uop.hold
        for unit, cycles in uop.units.items():
            self.busy[unit] = now + cycles

    def issue(self, now):
        for name in ("b", "i", "m", "l", "s"):
            pipes = ("i0", "i1") if name == "i" else (name,)
            for number in list(self.waiting[name]):
                pipe = next((p for p in pipes if self.busy[p] <= now), None)
                if pipe and self.ready(number, now):
                    self.start(number, pipe, now)
                    self.waiting[name].remove(number)
        self.issue_vectors(now)

    def fits(self, number, pipe, now):
        uop, rule = self.uop(number), self.rule
        if not uop.bus or rule == "no-buses":
            return True
        time = now + uop.latency
        if rule == "shared":
            return self.finish[time, "0"] + self.finish[time, "1"] + uop.bus <= 2 * BUS
        return self.finish[time, pipe] + (BUS if rule == "whole" else uop.bus) <= BUS

    def go(self, number, pipe, now, used):
        self.start(number, pipe, now)
        self.finish[now + self.uop(number).latency, pipe] += self.uop(number).bus
        self.waiting["fp"].remove(number)
        used.add(pipe)

    def pipes(self, number, used):
        """Those that could take a µop now."""
        free = [p for p in self.bound[number] if p not in used]
        if free or self.rule != "lent" or self.uop(number).port != "f01":
            return free
        other = "1" if self.bound[number] == "0" else "0"
        lent = all(self.bound[n] != other for n in self.waiting["fp"])
        return [other] if lent and other not in used else []

    def issue_vectors(self, now):
        used = {p for p in "01" if self.busy[p] > now}
        for number in list(self.waiting["fp"]):
            pipes = self.pipes(number, used)
            if len(used) == 2:
                break
            if not pipes or self.issued[number] is not None:
                continue
            if not self.ready(number, now):
                if self.rule == "in-order":
                    used |= set(pipes)
                continue
            if self.rule == "together" and self.uop(number).mate:
                self.go_together(number, now, used)
                continue
            fitting = [p for p in pipes if self.fits(number, p, now)]
            if self.rule != "younger" and pipes[0] not in fitting:
                used.add(pipes[0])
            elif fitting:
                self.go(number, fitting[0], now, used)

    def go_together(self, number, now, used):
        """The first of two equal µops takes the second along."""
        mate = number + self.uop(number).mate
        if (mate == number + 1 and mate in self.queue and self.queue[mate] < now and not used
                and self.fits(number, "0", now) and self.fits(mate, "1", now)):
            self.go(number, "0", now, used)
            self.go(mate, "1", now, used)

    # Dispatch

    def dispatch(self, now):
        taken = collections.Counter()
        for place in range(WIDTH):
            number = len(self.issued)
            if not self.renamed or number - self.retired >= REORDER:
                return
            queue = PORTS[self.uop(number).port]
            if queue == "f" and self.rule in BOUND:
                queue = self.choose(number, place, taken)
            vector = queue in "01f"
            if taken[queue] == MOST[queue] or vector and sum(taken[q] for q in "01f") == 2:
                return
            if vector and self.size(queue) == (self.places() or REORDER):
                return
            taken[queue] += 1
            self.turn = 1 - int(queue) if queue in "01" else self.turn
            name = "fp" if vector else self.uop(number).port if queue == "ls" else queue
            self.bound[number] = "01" if queue == "f" else queue
            self.queue[number] = now
            self.issued.append(None)
            self.waiting[name].append(number)
            self.renamed -= 1

    def choose(self, number, place, taken):
        if self.rule == "turn":
            return str(self.turn)
        if self.rule == "place":
            return str(place & 1)
        if self.rule == "first" or taken["0"] or taken["1"]:
            return "1" if taken["0"] else "0"
        if self.rule in ("emptier", "few"):
            size = [self.size("0"), self.size("1")]
        else:
            size = self.sizes[1]
        if abs(size[0] - size[1]) > (self.rule == "few"):
            return "0" if size[0] < size[1] else "1"
        if self.rule == "lent":
            return str(place & 1)
        if self.rule in ("earlier", "few", "seven"):
            counted = ("f1",) if self.rule == "seven" else ("f0", "f1")
            pipe = self.not_needed(number, place, counted)
            if pipe:
                return pipe
        if self.rule == "few":
            self.tie ^= 1
        return str(self.tie)

    def not_needed(self, number, place, counted):
        """The pipe that the next one of the cycle which needs one of `counted` does not need."""
        for following in range(number + 1, number + min(WIDTH - place, self.renamed)):
            if self.uop(following).port in counted:
                return "1" if self.uop(following).port == "f0" else "0"
        return None

    def places(self):
        """Of the queue of each pipe; 0: any number."""
        return PLACES.get(self.rule, 0)

    def size(self, pipe):
        return sum(self.bound[n] == pipe for n in self.waiting["fp"])

    def rename(self):
        left = WIDTH
        while self.renamed < RENAMED:
            need = self.uop(len(self.issued) + self.renamed).pieces - self.piece
            if need > left:
                self.piece += left
                return
            left -= need
            self.piece = 0
            self.renamed += 1


def parse_arguments():
    rules = "\n".join(f"  {name:9} {text}" for name, text in RULES.items())
    parser = argparse.ArgumentParser(description=__doc__ + rules,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--rule", action="append", choices=RULES, help="only this one")
    parser.add_argument("--build", default="build", help="folder of the build")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    rows = mixes.rows_with(arguments.words)
    names = arguments.rule or list(RULES)
    uops = programs(arguments.build, rows)
    if arguments.words:
        for row, program in zip(rows, uops):
            cycles = "  ".join(f"{n} {Machine(program, n).cycles():.2f}" for n in names)
            print(f"{float(row['cycles']):.2f}  {cycles}  {mixes.text_of(row)}")
        return 0
    if len(rows) < 3:
        raise truth.Failure(f"too few mixes to compare: {len(rows)}")
    true = [float(row["cycles"]) for row in rows]
    for name in names:
        mixes.print_figures(name, true, [Machine(p, name).cycles() for p in uops])
    return 0


if __name__ == "__main__":
    truth.main_with_failures("rules.py", main)
