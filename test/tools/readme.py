#!/usr/bin/env python3
"""Runs the sample commands of README.md and compares what they print.

    readme.py <source directory> <plugin> <scratch directory>

A sample is an indented "$ command" followed by its indented output.
"""

import os
import shlex
import subprocess
import sys


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
        words = shlex.split(command.replace("TaktPlugin-19.so", plugin))
        words[words.index("-o") + 1] = os.path.join(scratch, "out.o")
        run = subprocess.run(words, cwd=source, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode or run.stdout.splitlines() != expected:
            wrong += 1
            print(f"README.md differs from\n$ {command}\n{run.stdout}")
    print(f"{len(found)} samples, {wrong} wrong")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
