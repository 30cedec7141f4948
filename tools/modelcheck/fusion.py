# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""With which conditional jumps an instruction is macro-fused."""

from forms import run_dump

CONDITIONS = ("O NO B NB Z NZ BE NBE S NS P NP L NL LE NLE").split()


def jumps_of(forms, args, cpu):
    """The names of the jumps that Takt fuses with each form, as a row of the
    table lists them."""
    lines = [f"{form.hex}{0x70 + number:x}02"
             for form in forms for number in range(len(CONDITIONS))]
    results = iter(run_dump(args, lines, ["--uops", "--unrolled"], cpu)
                   if lines else [])
    for _ in forms:
        pairs = [(name, next(results)) for name in CONDITIONS]
        yield " ".join(sorted(
            "J" + name for name, result in pairs
            if "error" not in result and
            result["instrs"][-1]["macro_fused"]))


def fusion_of(row):
    return " ".join(sorted((row.cells["macro_fusible_with"] or "").split()))
