#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PMEvo's measurements of single instructions as a table for modelcheck.

    tools/accuracy/singletons.py exps_singletons.json > singletons.csv
    tools/modelcheck/modelcheck.py singles --cpu=cortex-a72 --triple=aarch64 singletons.csv

Reads what github.com/cdl-saarland/pmevo-artifact has in vm_setup/data/A72 and
prints the columns asm and cycles, an instruction each with the registers that
PMEvo gives it first (mixes.py).
"""

import csv
import json
import sys

import mixes
import truth


def rows(path):
    try:
        with open(path, encoding="utf-8") as file:
            experiments = json.load(file)["exps"]
        for experiment in experiments:
            (form,) = experiment["iseq"]
            yield mixes.Allocator().text(form), experiment["result"]["cycles"]
    except OSError as error:
        raise truth.Failure(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise truth.Failure(f"{path}: no experiments of one instruction each: {error!r}") from None


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    found = list(rows(sys.argv[1]))
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["asm", "cycles"])
    table.writerows(found)
    return 0


if __name__ == "__main__":
    truth.main_with_failures("singletons.py", main)
