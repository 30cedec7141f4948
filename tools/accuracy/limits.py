#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What keeps the order of the mixes measured on a Cortex-A72 from being predicted.

    tools/accuracy/limits.py [--right REGEX]...

Of the mixes of a72-mixes-*.csv without divisions and square roots, predicted as
their text has them, prints tau-b and

  - how many mixes take part in a quarter and in half of the pairs in the wrong
    order, the worst first;
  - how many of these pairs were measured less than 0.1 cycles apart, which is
    what PMEvo's loop adds to the one and not to the other;
  - tau-b if each mix had that value of those predicted for any mix which is
    nearest to what was measured, less the 0.06 cycles that the loop adds;
  - the mixes that were measured with a dependence that their text does not have
    (a comparison of vectors, then something that reads a vector register and
    writes none, see mixes.py), and tau-b of these and of the others;
  - pairs of mixes of which one needs nothing that the other does not need: each
    of its µops has one of the other's for itself that has the same latency and
    may use the same ports or some of them, for as long and with as many results.
    The order of the instructions aside it cannot take longer, so that those of
    which it was measured by more than 0.1 cycles are in the wrong order or equal
    in every model of that kind.

With --right also tau-b if the mixes whose text matches had those nearest values.
"""

import argparse
import itertools
import re

import mixes
import rules
import truth

LOOP, APART = 0.06, 0.1
PORTS = {"f01": {"f0", "f1"}}


def tau(true, predicted, numbers=None):
    numbers = range(len(true)) if numbers is None else numbers
    figures = mixes.compare.statistics([true[i] for i in numbers], [predicted[i] for i in numbers])
    return "-" if figures["tau"] is None else f"{figures['tau']:.3f}"


def wrong_pairs(true, predicted):
    return [(i, j) for i, j in itertools.combinations(range(len(true)), 2)
            if abs(predicted[i] - predicted[j]) > 1e-6
            and (true[i] - true[j]) * (predicted[i] - predicted[j]) < 0]


def taking_part(wrong, share):
    """How many mixes, the worst first, take part in such a share of the pairs."""
    left, count = list(wrong), 0
    while len(wrong) - len(left) < share * len(wrong):
        parts = [i for pair in left for i in pair]
        worst = max(set(parts), key=lambda i: (parts.count(i), -i))
        left = [pair for pair in left if worst not in pair]
        count += 1
    return count


def nearest(true, predicted):
    values = sorted(set(predicted))
    return [min(values, key=lambda v: abs(v - (cycles - LOOP))) for cycles in true]


# --- Dependences in the loop only ---------------------------------------------


def vector_operands(form):
    """The vector registers of a form: `R`, `W` or `RW` each."""
    operands = [o.split(":") for o in mixes.OPERAND.findall(form)]
    return [o[1] for o in operands if o[0] == "REG" and o[2] == "F"]


def is_dependent(mix):
    forms = [form.strip() for form in mix.split(";")]
    for at, form in enumerate(forms):
        if not re.match(r"_f?cm\w\w_\(\(REG:R:F:VEC", form):
            continue
        for other in forms[at + 1:] + forms[:at]:
            accesses = vector_operands(other)
            if accesses:
                if not any("W" in access for access in accesses):
                    return True
                break
    return False


# --- Mixes that need what others need -----------------------------------------


def covers(other, own):
    """`own` needs nothing that `other` does not need."""
    mine, theirs = PORTS.get(own.port, {own.port}), PORTS.get(other.port, {other.port})
    return (mine >= theirs and own.latency == other.latency and own.hold <= other.hold
            and own.pieces <= other.pieces and own.bus <= other.bus
            and all(other.units.get(unit, 0) >= n for unit, n in own.units.items()))


def is_covered(own, other):
    """Each µop of `own` is covered by one of `other` of its own."""
    if len(own) > len(other):
        return False
    owner = {}

    def find(number, seen):
        for at, uop in enumerate(other):
            if at not in seen and covers(uop, own[number]):
                seen.add(at)
                if at not in owner or find(owner[at], seen):
                    owner[at] = number
                    return True
        return False

    return all(find(number, set()) for number in range(len(own)))


def print_covered(true, uops):
    found = [(i, j) for i, j in itertools.permutations(range(len(true)), 2)
             if is_covered(uops[i], uops[j])]
    slower = sum(true[i] - true[j] > APART for i, j in found)
    print(f"one needs nothing that the other does not need: {len(found)} pairs, {slower} of them "
          f"measured as slower by more than {APART}")


# --- What is printed ----------------------------------------------------------


def print_limits(rows, true, text, uops):
    wrong = wrong_pairs(true, text)
    print(f"{len(rows)} mixes, tau {tau(true, text)}; {len(wrong)} pairs in the wrong order")
    print(f"a quarter of these pairs: {taking_part(wrong, 0.25)} mixes; half: "
          f"{taking_part(wrong, 0.5)}")
    near = sum(abs(true[i] - true[j]) < APART for i, j in wrong)
    print(f"less than {APART} cycles apart: {near} of them")
    print(f"with the nearest values: tau {tau(true, nearest(true, text))}")
    dependent = [i for i, row in enumerate(rows) if is_dependent(row["mix"])]
    others = [i for i in range(len(rows)) if i not in dependent]
    print(f"dependences in the loop only: {len(dependent)} mixes, tau "
          f"{tau(true, text, dependent)}; without: {len(others)}, tau {tau(true, text, others)}")
    print_covered(true, uops)


def print_right(expressions, rows, true, text):
    right = nearest(true, text)
    matches = [any(re.search(e, mixes.text_of(row)) for e in expressions) for row in rows]
    cycles = [r if m else t for r, m, t in zip(right, matches, text)]
    print(f"if those that match were right: {sum(matches)} mixes, tau {tau(true, cycles)}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="folder of the build")
    parser.add_argument("--right", action="append", metavar="REGEX", help="of the mixes' text")
    arguments = parser.parse_args()
    for expression in arguments.right or []:
        try:
            re.compile(expression)
        except re.error as error:
            raise truth.Failure(f"--right={expression}: {error}") from None
    rows = mixes.rows_with([])
    if len(rows) < 3:
        raise truth.Failure(f"too few mixes to compare: {len(rows)}")
    true = [float(row["cycles"]) for row in rows]
    text = mixes.predictions(truth.Takt(arguments.build), rows)[0]
    print_limits(rows, true, text, rules.programs(arguments.build, rows))
    if arguments.right:
        print_right(arguments.right, rows, true, text)
    return 0


if __name__ == "__main__":
    truth.main_with_failures("limits.py", main)
