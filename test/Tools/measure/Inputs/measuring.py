# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of tools/measure as modules, and the C that they make of loops."""

import importlib.util
import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader


def load(path):
    """The program at `path`."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(path))
    loader = SourceFileLoader(os.path.basename(path), path)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def compile_loops(code, target, llvm):
    subprocess.run([os.path.join(llvm, "clang"), "-x", "c", "-c", "-", "-o", target],
                   input="#include <stdint.h>\n" + code, text=True, check=True)
