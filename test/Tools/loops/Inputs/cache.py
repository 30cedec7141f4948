# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites a cache of tools/loops/guide: all but the fastest code takes 12345
cycles, measured on the processor given, if one is."""

import json
import sys

with open(sys.argv[1]) as file:
    cache = json.load(file)
known = [row for row in cache["rows"].values() if "cycles" in row]
least = min((row["cycles"] for row in known), default=0)
for row in known:
    if row["cycles"] != least:
        row["cycles"] = 12345
if len(sys.argv) > 2:
    cache["processor"] = sys.argv[2]
json.dump(cache, sys.stdout)
