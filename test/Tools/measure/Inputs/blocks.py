# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""blocks.py flight object llvm: compiles what tools/measure/flight makes of blocks of one line
and three, in turn, and checks which number of blocks it takes for the most."""

import sys

import measuring

path, target, llvm = sys.argv[1:]
flight = measuring.load(path)
measuring.compile_loops(flight.loop("1+3", 2)[1], target, llvm)
for cycles in ([70, 71, 73, 90, 92], [70, 80, 94], [90, 70]):
    print(f"step {flight.step(cycles)}")
