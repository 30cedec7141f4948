# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What guiding gains, from rows of tools/loops/guide (its head says what is printed).

A group is {variant: row} of one kernel at one level, and has the variant "clang".
"""

import csv
import math
import sys

from build import Failure
from predict import truth

PREDICTORS = ["takt", "llvm_mca", "instructions"]
compare = truth.compare_module()


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def fastest(column, guided=False):
    def choose(rows):
        known = [r for n, r in rows.items()
                 if (guided or n != "guided") and r[column] is not None]
        return min(known, key=lambda r: r[column]) if known else None
    return choose


def fastest_candidate(rows):
    known = [r for n, r in rows.items() if n in ("clang", "guided") or r.get("candidate")]
    return min(known, key=lambda r: r["cycles"])


def speedups(groups, choose):
    """clang's cycles over those of the row that `choose` picks."""
    found = []
    for rows in groups.values():
        picked = choose(rows)
        if picked is not None:
            found.append(rows["clang"]["cycles"] / picked["cycles"])
    return found


def tau(groups, predictor):
    """Mean of Kendall's tau among the shapes of a kernel, where these differ."""
    found = []
    for rows in groups.values():
        shapes = {(r["cycles"], r[predictor]) for name, r in rows.items()
                  if name != "guided" and r[predictor] is not None}
        measured, predicted = zip(*shapes) if shapes else ((), ())
        if len(shapes) > 2 and max(measured) > 1.03 * min(measured):
            found.append(compare.kendall_tau(list(measured), list(predicted)))
    found = [t for t in found if t is not None and not math.isnan(t)]
    return sum(found) / len(found) if found else math.nan


def print_gains(groups):
    """Of each way to choose a shape. Returns {way: logarithm of all gains}."""
    choices = {"guided": lambda rows: rows.get("guided"), "oracle": fastest("cycles", guided=True),
               "candidates": fastest_candidate}
    choices.update({f"by {p}": fastest(p) for p in PREDICTORS})
    print(f"{'choice':>16}  kernels  geometric mean   least    most", file=sys.stderr)
    gains = {}
    for name, choose in choices.items():
        s = speedups(groups, choose)
        gains[name] = sum(map(math.log, s))
        if s:
            print(f"{name:>16}  {len(s):7}  {geometric(s):14.3f}  {min(s):6.3f}  {max(s):6.3f}",
                  file=sys.stderr)
    return gains


def print_repeats(groups):
    """How far code that was measured anew came out as at first."""
    again = {(kernel, r["code"]): abs(r["cycles"] / r["first"] - 1)
             for (kernel, _), rows in groups.items() for r in rows.values()
             if r.get("first") is not None}
    if again:
        shares = [sum(a <= most for a in again.values()) / len(again) for most in (0.01, 0.03)]
        print(f"{'again':>16}  {len(again)} codes, {shares[0]:.1%} within 1 %, "
              f"{shares[1]:.1%} within 3 %", file=sys.stderr)


def summarise(groups):
    gains = print_gains(groups)
    for predictor in PREDICTORS:
        print(f"{'tau ' + predictor:>16}  {tau(groups, predictor):.3f}", file=sys.stderr)
    for name in ("oracle", "candidates"):
        if gains[name]:
            print(f"{'share of ' + name:>19}  {gains['guided'] / gains[name]:.1%}", file=sys.stderr)
    print_repeats(groups)
    print_compile_times(groups)


def print_compile_times(groups):
    """Guided / clang's, of all files together and of the one that takes longest."""
    timed = {name: (rows["guided"]["compile"], rows["clang"]["compile"])
             for name, rows in groups.items() if "guided" in rows}
    timed = {name: both for name, both in timed.items() if all(both)}
    if timed:
        guided, clang = map(sum, zip(*timed.values()))
        most = max(timed, key=lambda name: timed[name][0] / timed[name][1])
        print(f"{'compile':>16}  {guided / clang:.2f}, most {timed[most][0] / timed[most][1]:.2f} "
              f"({' '.join(most)})", file=sys.stderr)


def read_rows(path):
    """The rows of an earlier run in the file `path`."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError) as error:
        raise Failure(f"{path} cannot be read: {error}") from error
    if rows and not {"kernel", "level", "variant", "status", *PREDICTORS} <= rows[0].keys():
        raise Failure(f"{path} is not what this tool prints")
    return rows


def earlier(files):
    """The rows of earlier runs as `summarise` takes them; of two of the same variant
    of a kernel the last one."""
    groups = {}
    for path in files:
        for row in read_rows(path):
            if row["status"] != "ok":
                continue
            for name in ("cycles", "spread", "first", "compile", *PREDICTORS):
                row[name] = float(row[name]) if row.get(name) else None
            if (row["instructions"] or 0) <= 0:
                row.update(dict.fromkeys(PREDICTORS))
            groups.setdefault((row["kernel"], row["level"]), {})[row["variant"]] = row
    return {name: rows for name, rows in groups.items() if "clang" in rows}
