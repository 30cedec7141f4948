# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites a cache of tools/loops/guide by what its run printed: clang's code takes a cycle
if nothing stable was measured, all others 12345; on the processor given, if one is."""

import csv
import json
import sys

cache_file, printed, *processor = sys.argv[1:]
with open(cache_file) as file:
    cache = json.load(file)
with open(printed) as file:
    clangs = {row["code"] for row in csv.DictReader(file) if row["variant"] == "clang"}
for code, known in cache["rows"].items():
    known.pop("first", None)
    if code in clangs:
        known.setdefault("cycles", 1)
        known.setdefault("spread", 0)
    else:
        known.update(cycles=12345, spread=0)
if processor:
    cache["processor"] = processor[0]
json.dump(cache, sys.stdout)
