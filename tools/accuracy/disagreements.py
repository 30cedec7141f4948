#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Groups the blocks on which takt and a truth differ, to find out why.

    tools/accuracy/disagreements.py [--cpu SKL] [--notion TP_U] [--sample 200]

Predicts the blocks of uica-*.csv (--truth=bhive, zen4: measured ones) and prints

  1. a line for each CPU and notion: how many blocks, how good;
  2. why blocks are refused;
  3. the classes of disagreement: the feature of a block that explains most of
     the blocks beyond the threshold is printed first, then the one that
     explains most of the rest, and so on. Features are instructions with their
     kinds of operands ("add r64, m64", "mi": with an index), what binds according
     to uiCA, and a few of the encoding. Each with examples, the shortest first.

--part compares what one part of the CPU alone needs with what uiCA says of it: a
difference in "ports" is one of µops and ports, in "dependencies" of latencies,
in "decoder" of complex instructions, and so on.

A feature explains what it occurs in more often than in other blocks: classes are
ordered by a * log((a / b) / (A / B)), where a of the A blocks beyond the
threshold and b of all B blocks have the feature.
"""

import argparse
import collections
import math
import os
import re

import truth

REGISTER = re.compile(
    r"(?P<x>[xyz]mm\d+)|(?P<k>k[0-7])|(?P<m>mm[0-7]|st.*)|(?P<h>[abcd]h)"
    r"|(?P<q>r(?:[abcd]x|[sd]i|[sb]p|\d+))|(?P<d>e(?:[abcd]x|[sd]i|[sb]p)|r\d+d)"
    r"|(?P<w>[abcd]x|[sd]i|[sb]p|r\d+w)|(?P<b>[abcd]l|[sd]il|[sb]pl|r\d+b)"
)
WIDTHS = {"byte": 8, "word": 16, "dword": 32, "qword": 64, "xmmword": 128, "ymmword": 256,
          "zmmword": 512}
KINDS = {"q": "r64", "d": "r32", "w": "r16", "b": "r8", "h": "r8h", "k": "k", "m": "mm"}


def operand_kind(text):
    """"r64", "m32", "mi32" with an index, "i"."""
    memory = re.match(r"(?:(\w+) ptr )?(?:\w\w:)?\[(.*)\]", text)
    if memory:
        parts = [p for p in re.split(r" [+-] ", memory[2]) if not re.match(r"-?(0x)?\d", p)]
        kind = "mi" if len(parts) > 1 or "*" in memory[2] else "m"
        return kind + str(WIDTHS.get(memory[1], ""))
    register = REGISTER.fullmatch(text.split(" ")[0])
    if not register:
        return "i"
    if register.lastgroup == "x":
        return text[0]
    return KINDS[register.lastgroup]


def instruction_form(text):
    mnemonic, _, operands = text.partition(" ")
    if mnemonic in ("lock", "rep", "repne", "data16", "notrack"):
        return mnemonic + " " + instruction_form(operands)
    kinds = [operand_kind(o.strip()) for o in operands.split(", ")] if operands else []
    same = len(kinds) == 2 and len(set(operands.split(", "))) == 1
    return (mnemonic + " " + ", ".join(kinds)).strip() + (" (same)" if same else "")


def features(row, lines):
    """What may explain a disagreement on a block."""
    found = {instruction_form(line) for line in lines}
    found |= {line.split(" ")[0] for line in lines}
    if row.get("bottlenecks", "unknown") not in ("", "unknown"):
        found |= {f"bound by {part}" for part in row["bottlenecks"].split("+")}
        found.add(f"bound by exactly {row['bottlenecks']}")
    size = len(row["code"]) // 2
    for limit in (8, 16, 32, 64, 128):
        if size > limit:
            found.add(f"more than {limit} bytes")
    if size % 16 == 0:
        found.add("a multiple of 16 bytes")
    for kind in ("push", "pop"):
        if any(l.startswith(kind + " ") for l in lines) and any(
            re.search(r"\b[re]sp\b", l) for l in lines if not l.startswith((f"{kind} ",))
        ):
            found.add(f"{kind} and another use of rsp")
    return found


def read_uica(arguments):
    rows = truth.read_rows(truth.truth_file("uica-*.csv"))
    rows = [r for r in rows if r["cpu"] in arguments.cpu and r["notion"] in arguments.notion]
    for row in rows:
        row["code"] = row["loop_hex"] or row["hex"]
    return rows


def read_bhive(arguments):
    rows = truth.read_rows(truth.truth_file("bhive-*.csv"))
    rows = [r for r in rows if r["cpu"] in arguments.cpu and r["cpu"] in r["kept"]]
    for row in rows:
        row.update(notion="TP_U", code=row["hex"])
    return rows


def read_zen4(arguments):
    """The measured loops and unrolled blocks of Zen 4."""
    rows = []
    for row in truth.read_rows(truth.truth_file("zen4-blocks-*.csv")):
        for notion, column in (("TP_L", "tp_loop"), ("TP_U", "tp_unroll")):
            if row["status"] == "ok" and row[column] and notion in arguments.notion:
                rows.append({"hex": row["hex"], "code": row["hex"], "cycles": row[column],
                             "cpu": "ZEN4", "notion": notion, "bottlenecks": row["flags"]})
    return rows


READERS = {"uica": read_uica, "bhive": read_bhive, "zen4": read_zen4}


def predict(rows, arguments):
    """Fills in the cells predicted and error of each row."""
    takt = truth.Takt(arguments.build)
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["cpu"], truth.NOTIONS[row["notion"]]].append(row)
    for (cpu, notion), members in groups.items():
        codes = list(dict.fromkeys(r["code"] for r in members))
        model = arguments.model or truth.CPUS.get(cpu, "znver4")
        answers = takt.batch(codes, model, notion, arguments.jobs, arguments.part is not None)
        for row in members:
            answer = answers[row["code"]]
            row["refused"] = answer["error"]
            theirs, ours = row["cycles"], answer["cycles"]
            if arguments.part:
                theirs, ours = row[arguments.part], answer[PARTS[arguments.part]]
            if theirs and ours and float(theirs) > 0:
                row["true"], row["predicted"] = float(theirs), float(ours)
                row["error"] = row["predicted"] / row["true"] - 1


# uiCA's parts, and takt's.
PARTS = {"predecoder": "predecoder", "decoder": "decoders", "dsb": "uop_cache",
         "lsd": "loop_stream", "issue": "issue_width", "ports": "ports",
         "dependencies": "dependences"}


def beyond(row, arguments):
    """uiCA's values are multiples of 0.01."""
    return abs(row["predicted"] - row["true"]) > max(
        arguments.threshold / 100 * row["true"], 0.006 if arguments.truth == "uica" else 0
    )


def print_summary(rows, arguments):
    statistics = truth.compare_module().statistics
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["cpu"], row["notion"]].append(row)
    print(f"{'':10} {'n':>6} {'refused':>7} {'MAPE':>8} {'median':>8} {'<=2%':>7} {'tau':>6} "
          f"{'beyond':>6} {'low':>5} {'high':>5}")
    for (cpu, notion), members in sorted(groups.items(), key=lambda g: (g[0][1], g[0][0])):
        good = [r for r in members if "predicted" in r]
        if not good:
            print(f"{cpu:4} {notion:5} {0:6} {len(members):7}")
            continue
        s = statistics([r["true"] for r in good], [r["predicted"] for r in good])
        bad = [r for r in good if beyond(r, arguments)]
        low = sum(r["error"] < 0 for r in bad)
        tau = "" if s["tau"] is None else f"{s['tau']:.3f}"
        refused = sum(bool(r["refused"]) for r in members)
        print(f"{cpu:4} {notion:5} {len(good):6} {refused:7} "
              f"{100 * s['MAPE']:6.2f} % {100 * s['median']:6.2f} % {100 * s['<=2%']:5.1f} % "
              f"{tau:>6} {len(bad):6} {low:5} {len(bad) - low:5}")


def print_refusals(rows, arguments):
    reasons = collections.Counter(r["refused"] for r in rows if r["refused"])
    if reasons:
        print("\nRefused:")
    for reason, count in reasons.most_common(arguments.top):
        print(f"  {count:5}  {reason}")


def print_example(row, width=150):
    places = "".join(
        f" {name}={row[key]}"
        for name, key in (("pre", "predecoder"), ("dec", "decoder"), ("dsb", "dsb"), ("lsd", "lsd"),
                          ("issue", "issue"), ("ports", "ports"), ("dep", "dependencies"))
        if row.get(key)
    )
    print(f"    {row['cpu']} {row['notion']} true {row['true']:.2f} takt {row['predicted']:.2f} "
          f"({100 * row['error']:+.0f} %) {row.get('bottlenecks', '')}{places}")
    print(f"      {row['code']}")
    text = "; ".join(row["lines"])
    print(f"      {text[: width - 1] + '…' if len(text) > width else text}")


def drop_windows(rows, arguments):
    """Leaves out blocks on which takt agrees once its cycles are read off as uiCA
    reads them; says how many."""
    takt, kept, dropped = truth.Takt(arguments.build), [], 0
    for row in rows:
        if "predicted" in row and beyond(row, arguments):
            model = arguments.model or truth.CPUS[row["cpu"]]
            cycles = takt.window(row["code"], model, truth.NOTIONS[row["notion"]])
            if cycles and abs(cycles - row["true"]) <= 0.01 * row["true"] + 0.006:
                dropped += 1
                continue
        kept.append(row)
    print(f"\n{dropped} blocks are off, but not if read off in uiCA's window")
    return kept


def print_classes(rows, arguments):
    rows = [r for r in rows if "predicted" in r]
    have = collections.defaultdict(set)
    for n, row in enumerate(rows):
        for feature in features(row, row["lines"]):
            have[feature].add(n)
    bad = {n for n, row in enumerate(rows) if beyond(row, arguments)}
    everything, left = set(range(len(rows))), set(bad)
    total = len(bad)
    print(f"\n{total} of {len(rows)} blocks are off by more than {arguments.threshold:g} %")
    for _ in range(arguments.top):
        best = None
        for feature, members in have.items():
            a = len(members & left)
            b = len(members & everything)
            if a < 2 or not left:
                continue
            score = a * math.log((a / b) / (len(left) / len(everything)))
            if best is None or score > best[0]:
                best = (score, feature, a, b)
        if not best or best[0] <= 0:
            break
        _, feature, a, b = best
        members = sorted(have[feature] & left, key=lambda n: (len(rows[n]["code"]), n))
        low = sum(rows[n]["error"] < 0 for n in members)
        where = collections.Counter(f"{rows[n]['cpu']} {rows[n]['notion']}" for n in members)
        bound = collections.Counter(rows[n].get("bottlenecks", "") for n in members)
        print(f"\n{feature}: {a} of {b} blocks with it ({low} too low, {a - low} too high)")
        print("    " + ", ".join(f"{k} {v}" for k, v in where.most_common(9)))
        if any(bound):
            print("    uiCA: " + ", ".join(f"{k} {v}" for k, v in bound.most_common(6)))
        shown, seen = 0, set()
        for n in members:
            if rows[n]["hex"] in seen:
                continue
            seen.add(rows[n]["hex"])
            print_example(rows[n])
            shown += 1
            if shown == arguments.examples:
                break
        left -= have[feature]
        everything -= have[feature]
    print(f"\n{len(left)} blocks are in no class shown")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--build", default=os.path.join(truth.ROOT, "build"))
    add("--truth", choices=READERS, default="uica")
    add("--cpu", action="append", choices=truth.CPUS, help="default: all")
    add("--notion", action="append", choices=truth.NOTIONS, help="default: all")
    add("--model", help="predict with this CPU or machine description instead")
    add("--part", choices=PARTS, help="compare this bound instead of the cycles")
    add("--window", action="store_true",
        help="leave out blocks on which only uiCA's way to read off the cycles differs")
    add("--sample", type=int, default=0, help="blocks of each CPU and notion")
    add("--threshold", type=float, default=2, help="per cent (2)")
    add("--top", type=int, default=15, help="classes to print (15)")
    add("--examples", type=int, default=3, help="of each class (3)")
    add("--measured", action="store_true",
        help="causes.py: compare what a change does with measurements, too")
    add("--grep", help="only blocks with this regular expression in their assembly")
    add("--list", metavar="FILE", help="write all disagreeing blocks here, the worst first")
    add("--jobs", type=int, default=0, help="threads of takt")
    arguments = parser.parse_args()
    arguments.cpu = arguments.cpu or list(truth.CPUS)
    arguments.notion = arguments.notion or list(truth.NOTIONS)
    return arguments


def write_list(rows, arguments):
    bad = [r for r in rows if "predicted" in r and beyond(r, arguments)]
    with open(arguments.list, "w", encoding="utf-8") as file:
        file.write("error,true,predicted,cpu,notion,bottlenecks,code,asm\n")
        for r in sorted(bad, key=lambda r: -abs(r["error"])):
            text = "; ".join(r["lines"])
            file.write(f"{r['error']:.4f},{r['true']:.2f},{r['predicted']:.4f},{r['cpu']},"
                       f"{r['notion']},{r.get('bottlenecks', '')},{r['code']},\"{text}\"\n")


def main():
    arguments = parse_arguments()
    rows = READERS[arguments.truth](arguments)
    rows = truth.sample(rows, arguments.sample, lambda r: (r["cpu"], r["notion"]))
    texts = truth.disassemble(r["code"] for r in rows)
    for row in rows:
        row["lines"] = texts[row["code"]]
    if arguments.grep:
        rows = [r for r in rows if re.search(arguments.grep, "; ".join(r["lines"]))]
    if not rows:
        raise truth.Failure("no blocks are left to predict")
    predict(rows, arguments)
    print_summary(rows, arguments)
    print_refusals(rows, arguments)
    if arguments.window:
        rows = drop_windows(rows, arguments)
    print_classes(rows, arguments)
    if arguments.list:
        write_list(rows, arguments)


if __name__ == "__main__":
    truth.main_with_failures("disagreements", main)
