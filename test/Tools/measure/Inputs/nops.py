# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nops.py visits object llvm: compiles what tools/measure/visits makes of two loops."""

import sys

import measuring

path, target, llvm = sys.argv[1:]
visits = measuring.load(path)
measuring.compile_loops("".join(visits.loop(text)[2] for text in ("2x3@52", "1x15@34")),
                        target, llvm)
