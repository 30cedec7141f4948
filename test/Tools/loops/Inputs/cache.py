# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites a cache of tools/loops/guide: what takes half as long again as the fastest or more
takes 12345 cycles, measured on the processor given, if one is."""

import json
import sys

with open(sys.argv[1]) as file:
    cache = json.load(file)
least = min(row["cycles"] for row in cache["rows"].values())
for row in cache["rows"].values():
    if row["cycles"] >= 1.5 * least:
        row["cycles"] = 12345
if len(sys.argv) > 2:
    cache["processor"] = sys.argv[2]
json.dump(cache, sys.stdout)
