# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nops.py visits object llvm: compiles what tools/measure/visits makes of two loops."""

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader

path, target, llvm = sys.argv[1:]
sys.path.insert(0, os.path.dirname(path))
loader = SourceFileLoader("visits", path)
visits = importlib.util.module_from_spec(importlib.util.spec_from_loader("visits", loader))
sys.dont_write_bytecode = True
loader.exec_module(visits)
code = "#include <stdint.h>\n" + "".join(visits.loop(text)[2] for text in ("2x3@52", "1x15@34"))
subprocess.run([os.path.join(llvm, "clang"), "-x", "c", "-c", "-", "-o", target],
               input=code, text=True, check=True)
