# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""blocks.py flight object llvm: compiles what tools/measure/flight makes of blocks of one line
and three, in turn, and checks which number of blocks it takes for the most."""

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader

path, target, llvm = sys.argv[1:]
sys.path.insert(0, os.path.dirname(path))
loader = SourceFileLoader("flight", path)
flight = importlib.util.module_from_spec(importlib.util.spec_from_loader("flight", loader))
sys.dont_write_bytecode = True
loader.exec_module(flight)
code = "#include <stdint.h>\n" + flight.loop("1+3", 2)[1]
subprocess.run([os.path.join(llvm, "clang"), "-x", "c", "-c", "-", "-o", target],
               input=code, text=True, check=True)
for cycles in ([70, 71, 73, 90, 92], [70, 80, 94], [90, 70]):
    print(f"step {flight.step(cycles)}")
