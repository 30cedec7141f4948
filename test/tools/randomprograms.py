# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of random programs."""

import os
import random


def write(name, count, seed, directory, program):
    """Paths of `count` programs, each what `program` makes of its random numbers."""
    paths = []
    for number in range(seed, seed + count):
        path = os.path.join(directory, f"{name}{number}.c")
        with open(path, "w") as f:
            f.write(program(random.Random(number)))
        paths.append(path)
    return paths
