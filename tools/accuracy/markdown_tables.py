# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables in Markdown, and the columns that all tables of accuracy have."""

FIGURES = ["blocks", "refused", "MAPE", "median", "within 2 %", "τ"]


def cells(n, refused, s):
    tau = "" if s["tau"] is None else f"{s['tau']:.3f}"
    return [str(n), str(refused), f"{100 * s['MAPE']:.2f} %", f"{100 * s['median']:.2f} %",
            f"{100 * s['<=2%']:.1f} %", tau]


def markdown(header, rows, texts=1):
    """A table; the first `texts` columns are aligned to the left."""
    lines = [header] + [[str(c) for c in row] for row in rows]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(header))]
    out = []
    for number, line in enumerate(lines):
        padded = [c.ljust(w) if i < texts else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))]
        out.append("| " + " | ".join(padded) + " |")
        if number == 0:
            rule = ["-" * w if i < texts else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
            out.append("| " + " | ".join(rule) + " |")
    return "\n".join(out) + "\n"
