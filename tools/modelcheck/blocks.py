# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predictions of measured blocks: how far off, and which most."""

import collections
import re
import statistics
import sys

from forms import rows_of, run_dump


def kendall_tau(pairs):
    """tau-b by merge sort, as in uiCA's evaluation."""
    pairs = sorted(pairs)
    n = len(pairs)

    def ties(values):
        return sum(c * (c - 1) // 2
                   for c in collections.Counter(values).values())

    def inversions(values):
        if len(values) < 2:
            return 0, values
        middle = len(values) // 2
        a, left = inversions(values[:middle])
        b, right = inversions(values[middle:])
        merged, total, i = [], a + b, 0
        for value in right:
            while i < len(left) and left[i] <= value:
                merged.append(left[i])
                i += 1
            total += len(left) - i
            merged.append(value)
        return total, merged + left[i:]

    all_pairs = n * (n - 1) // 2
    tied_x = ties([p[0] for p in pairs])
    tied_y = ties([p[1] for p in pairs])
    both = ties(pairs)
    discordant = inversions([p[1] for p in pairs])[0]
    concordant = all_pairs - tied_x - tied_y + both - discordant
    root = ((all_pairs - tied_x) * (all_pairs - tied_y)) ** 0.5
    return (concordant - discordant) / root if root else 0.0


def check_blocks(args):
    rows = []
    for path in args.files:
        for row in rows_of(path):
            if args.select and not all(
                    re.fullmatch(v, row[k]) for k, v in
                    (s.split("=", 1) for s in args.select)):
                continue
            if row.get(args.column):
                rows.append((row.get("hex") or row["asm"],
                             float(row[args.column]) *
                             int(row.get("copies") or 1)))
    extra = ["--unrolled"] if args.unrolled else []
    if args.asm:
        extra.append("--asm")
    lines = [h + args.append for h, _ in rows]
    results = run_dump(args, lines, extra)
    failed = collections.Counter()
    errors = []
    for (code, measured), result in zip(rows, results):
        if "error" in result:
            failed[result["error"]] += 1
            continue
        predicted = max(result["cycles"], args.floor)
        errors.append((predicted - measured, predicted, measured, code, result))
    if not errors:
        sys.exit(f"no block could be predicted: {failed.most_common(1)}")
    relative = [abs(e[0]) / e[2] for e in errors]
    tau = kendall_tau([(e[1], e[2]) for e in errors])
    print(f"{args.cpu}: {len(errors)} blocks, "
          f"mean {100 * statistics.mean(relative):.2f} %, "
          f"median {100 * statistics.median(relative):.2f} %, tau {tau:.3f}; "
          f"{sum(failed.values())} not modelled")
    high = [abs(e[0]) / e[2] for e in errors if e[0] > 0]
    print(f"  predicted above measured: {len(high)} blocks, "
          f"{100 * sum(high) / len(errors):.2f} points of the mean")
    for reason, times in failed.most_common(args.failures):
        print(f"  not modelled {times}: {reason}")
    sign = {"high": 1, "low": -1, "both": 0}[args.side]
    errors = [e for e in errors if sign == 0 or e[0] * sign > 0]
    errors.sort(key=lambda e: -abs(e[0]) / e[2])
    worst = errors[:args.worst]
    shown = run_dump(args, [e[3] + args.append for e in worst],
                     extra + ["--uops"]) if worst else []
    for (_, predicted, measured, code, _), result in zip(worst, shown):
        text = "; ".join(i["asm"].replace("\t", " ")
                         for i in result["instrs"])
        print(f"  {predicted:7.2f} {measured:7.2f} {result['bound_by']}\n"
              f"      {text}")
