# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables in Markdown, and lists of what disagrees."""

import collections

from compare import Figures, reason, usual_distance

HEADER = ["compiler", "flags", "found by", "loops", "pairs", "periodic", "cov_p", "cov_u", "cov_w", "cov_r",
          "right distance", "triplets", "false"]


def markdown(header, rows, texts):
    """A table; the first `texts` columns are aligned to the left."""
    lines = [header] + [[str(c) for c in row] for row in rows]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(header))]
    out = []
    for number, line in enumerate(lines):
        cells = [c.ljust(w) if i < texts else c.rjust(w)
                 for i, (c, w) in enumerate(zip(line, widths))]
        out.append("| " + " | ".join(cells) + " |")
        if number == 0:
            rule = ["-" * w if i < texts else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
            out.append("| " + " | ".join(rule) + " |")
    return "\n".join(out) + "\n"


def percent(share):
    return "" if share is None else f"{100 * share:.1f} %"


def coverage_cells(figures):
    return [figures.loops, figures.pairs, figures.periodic, percent(figures.cov_p),
            percent(figures.cov_u), percent(figures.cov_w), percent(figures.cov_r),
            percent(figures.right_distance), figures.static, percent(figures.false_share)]


ABLATION_HEADER = ["compiler", "flags", "found by", "loops", "with dependences", "40 % faster without",
                   "share", "functions", "40 % faster without", "share"]


def ablation_cells(counts):
    return [counts.loops, counts.dependent, counts.faster_loops,
            percent(Figures.share(counts.faster_loops, counts.loops)), counts.functions,
            counts.faster_functions,
            percent(Figures.share(counts.faster_functions, counts.functions))]


def total(many):
    """The sum of several of a kind."""
    many = list(many)
    whole = type(many[0])()
    for one in many:
        whole.add(one)
    return whole


def table(header, results, cells, part):
    """A row for each program, and for each compiler the sum of what it optimised.
    part(result) is what cells() takes."""
    rows = []
    for group in dict.fromkeys((r.compiler, r.finder) for r in results):
        compiler, finder = group
        own = [r for r in results if (r.compiler, r.finder) == group]
        rows += [[compiler, " ".join(r.flags), finder] + cells(part(r)) for r in own]
        optimised = [r for r in own if r.flags != ["-O0"]]
        if len(optimised) > 1:
            whole = total(part(r) for r in optimised)
            rows.append([compiler, "all but -O0", finder] + cells(whole))
    return markdown(header, rows, texts=3)


def coverage_table(results):
    return table(HEADER, results, coverage_cells, lambda r: r.figures)


def ablation_table(results):
    return table(ABLATION_HEADER, results, ablation_cells, lambda r: r.ablation)


def describe(finding):
    loop = finding.loop
    words = [loop.kernel["function"], f"({loop.iterations} iterations):",
             loop.text(finding.store), "->", loop.text(finding.load)]
    if finding.distance is not None:
        words.append(f"[{finding.distance}]")
    if finding.pair:
        distances = finding.pair["distances"][:4]
        words.append(f"occurs {finding.pair['count']} times, instructions "
                     f"{finding.pair['minInstructions']} to {finding.pair['maxInstructions']},")
        words.append("iterations " + (", ".join(f"{d['distance']}: {d['count']}" for d in distances)
                                      or "of another run"))
    return " ".join(str(w) for w in words)


def findings_list(result):
    """What disagrees in one program, by kind and reason."""
    groups = collections.defaultdict(list)
    for finding in result.findings:
        kind = "periodic, missed" if finding.kind == "missed" and finding.periodic else finding.kind
        groups[kind, reason(finding)].append(finding)
    lines = [result.name]
    for (kind, why), findings in sorted(groups.items()):
        lines.append(f"  {kind}: {why}: {len(findings)}")
        lines += [f"    {describe(f)}" for f in findings]
    lines += [f"  not modelled: {e.get('function')}: {e['message']}" for e in result.refused]
    return "\n".join(lines) + "\n"
