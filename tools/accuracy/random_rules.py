#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random rules that bind what may go to either vector pipe of a Cortex-A72.

    tools/accuracy/random_rules.py [--count N] [--seed N] [--half 0|1]
    tools/accuracy/random_rules.py KEY=VALUE...

Simulates the mixes of a72-mixes-*.csv without divisions and square roots as
rules.py does, whose rules `emptier`, `earlier`, `few` and `seven` are such ones,
and prints MAPE and tau-b of each rule, the best by tau-b last. A rule is made of

  before=0..3   a µop goes to the queue that held less so many cycles before
  least=0..3    differences up to this do not count
  equal=first|place|turn|next|next1
                where to then: pipe 0; by its place among what is dispatched in
                the cycle; to the other one than the µop before; to the one that
                the next of the cycle does not need; the same, but of what is
                next only pipe 1's counts
  apart=0|1     1: not to the pipe that got one in the same cycle
  places=3..12  of each queue; 0: any number

With --half only one of two halves of the mixes, to look at the others with what
was found. Given as KEY=VALUE, the rule alone is tried; what is left out is 0 or
`first`.
"""

import argparse
import random

import mixes
import rules
import truth

CHOICES = {
    "before": [0, 1, 2, 3],
    "least": [0, 0, 1, 2, 3],
    "equal": ["first", "place", "turn", "next", "next1"],
    "apart": [1, 1, 1, 0],
    "places": [3, 4, 5, 6, 7, 8, 10, 12, 0, 0],
}


class Machine(rules.Machine):
    """A machine whose rule is a dictionary of the keys of CHOICES."""

    def __init__(self, uops, rule):
        super().__init__(uops, "few")
        self.keys = rule
        self.held = [(0, 0)] * 4

    def cycle(self, now):
        self.retire(now)
        self.held = [self.sizes_now()] + self.held[:3]
        self.issue(now)
        self.dispatch(now)
        self.rename()

    def sizes_now(self):
        return self.size("0"), self.size("1")

    def places(self):
        return self.keys["places"]

    def choose(self, number, place, taken):
        if self.keys["apart"] and (taken["0"] or taken["1"]):
            return "1" if taken["0"] else "0"
        before = self.keys["before"]
        held = self.held[before - 1] if before else self.sizes_now()
        if abs(held[0] - held[1]) > self.keys["least"]:
            return "0" if held[0] < held[1] else "1"
        equal = self.keys["equal"]
        if equal == "place":
            return str(place & 1)
        if equal == "turn":
            return str(self.turn)
        if equal.startswith("next"):
            counted = ("f1",) if equal == "next1" else ("f0", "f1")
            return self.not_needed(number, place, counted) or "0"
        return "0"


def random_rule(numbers):
    return {key: numbers.choice(values) for key, values in CHOICES.items()}


def given_rule(words):
    rule = {key: 0 for key in CHOICES} | {"equal": "first"}
    for word in words:
        key, _, value = word.partition("=")
        if key not in CHOICES or value not in map(str, CHOICES[key]):
            raise truth.Failure(f"no part of a rule: {word}")
        rule[key] = value if key == "equal" else int(value)
    return rule


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--count", type=int, default=20, help="of random rules (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers (1)")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only this half")
    parser.add_argument("--build", default="build", help="folder of the build")
    arguments = parser.parse_args()
    rows = [r for r in mixes.rows_with([]) if arguments.half in (None, mixes.half_of(r))]
    if len(rows) < 3:
        raise truth.Failure(f"too few mixes to compare: {len(rows)}")
    true = [float(row["cycles"]) for row in rows]
    uops = rules.programs(arguments.build, rows)
    numbers = random.Random(arguments.seed)
    tried = ([given_rule(arguments.rule)] if arguments.rule
             else [random_rule(numbers) for _ in range(arguments.count)])
    found = []
    for rule in tried:
        figures = mixes.compare.statistics(true, [Machine(p, rule).cycles() for p in uops])
        text = " ".join(f"{key}={value}" for key, value in rule.items())
        found.append((figures["tau"] or 0, f"MAPE {100 * figures['MAPE']:.2f} %, tau "
                      f"{figures['tau'] or 0:.3f}  {text}"))
    print("\n".join(line for _, line in sorted(found)))
    return 0


if __name__ == "__main__":
    truth.main_with_failures("random_rules.py", main)
