#!/usr/bin/env python3
"""Runs the sample commands of README.md and compares what they print.

    readme.py <source directory> <plugin> <scratch directory>

A sample is an indented "$ command" followed by its indented output. One whose program
is not there is passed over. Flang writes whole paths without the first slash.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys

# As installed; in a build directory without the number.
PLUGIN = re.compile(r"\b(Takt(?:Mlir)?Plugin)-19\.so")


def samples(text):
    """(command, output lines) of every sample."""
    found, inside = [], False
    for line in text.splitlines():
        if line.startswith("    $ "):
            found.append((line[6:], []))
            inside = True
        elif inside and line.startswith("    "):
            found[-1][1].append(line[4:])
        else:
            inside = False
    return found


def main():
    source, plugin, scratch = map(os.path.abspath, sys.argv[1:])
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        found = samples(file.read())
    wrong = 0
    for command, expected in found:
        words = shlex.split(command)
        if not shutil.which(words[0]):
            print(f"there is no {words[0]}")
            continue
        folder = os.path.dirname(plugin)
        words = [PLUGIN.sub(rf"{folder}/\1.so", word) for word in words]
        words[words.index("-o") + 1] = os.path.join(scratch, "out.o")
        run = subprocess.run(words, cwd=source, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed = run.stdout.replace(source.lstrip("/") + "/", "")
        if run.returncode or printed.splitlines() != expected:
            wrong += 1
            print(f"README.md differs from\n$ {command}\n{run.stdout}")
    print(f"{len(found)} samples, {wrong} wrong")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
