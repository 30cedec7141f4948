#!/usr/bin/env python3
"""Checks what the plugin says of accesses against the addresses of a real run.

Makes up loops (loopgen.py), compiles them with -takt-dump-facts, runs them in
valgrind's lackey, which prints every access, and checks in each run of each
loop that

- accesses of equal base are at the stated distance in every iteration,
- strides are as stated from every iteration to the next,
- accesses that are said to be apart never touch a common byte,
- there are no more iterations than a constant trip count says.

--break=<what> makes every fact of a kind wrong, to see that it is found.
"""

import argparse
import bisect
import collections
import os
import re
import subprocess
import sys
import tempfile

import loopgen

LEVELS = ("O0", "O1", "O2", "O3", "Os")
FLAGS = ("--target=x86_64-linux-gnu -fno-builtin -fno-pic -g -fno-stack-protector "
         "-ffunction-sections").split()  # fmt: skip
# lackey runs no AVX-512.
CPUS = ("haswell", "skylake")

ACCESS = re.compile(
    r"  access (\d+) instr \d+ offset 0x([0-9a-f]+) (load|store) (\S+)"
    r"(?: base (\d+) \+?(-?\d+))?(?: stride (-?\d+))?"
)


class Loop:
    """The facts about one loop, and what its current run has done."""

    def __init__(self, name, start, trip_count):
        self.name, self.start, self.trip_count = name, start, trip_count
        self.accesses = []  # offset, store, base, distance, stride
        self.apart = []  # pairs of indices
        self.by_offset = collections.defaultdict(list)
        self.reset()

    def reset(self):
        self.iterations = 0
        self.touched = collections.defaultdict(set)  # access → bytes
        self.now, self.before = {}, {}  # access → least address

    def add(self, line):
        index, offset, kind, mnemonic, base, distance, stride = ACCESS.match(
            line
        ).groups()
        # What is traced of a masked access begins at the first byte that is not
        # masked.
        if "mask" in mnemonic:
            base = distance = stride = None
        number = lambda text: None if text is None else int(text)
        self.by_offset[int(offset, 16)].append(int(index))
        self.accesses.append(
            (int(offset, 16), kind == "store", number(base), number(distance),
             number(stride))
        )  # fmt: skip


def read_facts(text, broken):
    """Loops by function."""
    loops = collections.defaultdict(list)
    for line in text.splitlines():
        if line.startswith("facts "):
            m = re.match(r"facts (\S+)\.bb\d+ from 0x(\w+)(?: trip-count (\d+))?", line)
            trip_count = int(m[3]) if m[3] else None
            loop = Loop(m[1], int(m[2], 16), trip_count)
            loops[m[1]].append(loop)
        elif line.startswith("  access "):
            loop.add(line)
        else:
            first, others = re.match(r"  apart (\d+): ([\d ]+)", line).groups()
            loop.apart += [(int(first), int(other)) for other in others.split()]
    for loop in (l for of in loops.values() for l in of):
        damage(loop, broken)
    return loops


def damage(loop, broken):
    if broken == "apart":
        loop.apart = [
            (a, b)
            for b, second in enumerate(loop.accesses)
            for a, first in enumerate(loop.accesses[:b])
            if first[1] or second[1]
        ]
    change = {"base": 3, "stride": 4}.get(broken)
    for index, access in enumerate(loop.accesses):
        if change and access[change] is not None and index:
            access = list(access)
            access[change] += 8
            loop.accesses[index] = tuple(access)
    if broken == "trip-count" and loop.trip_count:
        loop.trip_count -= 1


def read_layout(text):
    """For each function, the number of the loop at each offset (0: none)."""
    functions, offsets = {}, None
    for line in text.splitlines():
        words = line.split()
        if words[0] == "function":
            offsets = functions[words[1]] = {}
        elif words[0] != "section":
            where = words[2]
            offsets[int(words[0].lstrip("~"), 16)] = (
                int(where[1:]) if where != "-" else 0
            )
    return functions


class Checker:
    def __init__(self, loops, layout, addresses):
        self.loops, self.layout = loops, layout
        self.starts = sorted((a, name) for name, a in addresses.items())
        self.counts = collections.Counter()
        self.problems = {}
        self.current = None  # the loop that is running
        self.code = {}  # address → function, offset

    def place(self, address):
        """Function and offset of an instruction; None: not one of the loops'."""
        found = self.code.get(address, self)
        if found is self:
            n = bisect.bisect_right(self.starts, (address, "~")) - 1
            found = None
            if n >= 0:
                start, name = self.starts[n]
                if address - start in self.layout.get(name, ()):
                    found = name, address - start
            self.code[address] = found
        return found

    def problem(self, loop, what):
        self.problems.setdefault((loop.name, loop.start, what.split(":")[0]), what)

    def instruction(self, address):
        """\\returns the loop and the accesses that this instruction makes."""
        found = self.place(address)
        if not found:
            self.leave()
            return None, ()
        name, offset = found
        number = self.layout[name][offset]
        loop = next(
            (l for l in self.loops.get(name, ())
             if number and self.layout[name][l.start] == number), None,
        )  # fmt: skip
        if loop is not self.current:
            self.leave()
            self.current = loop
        if not loop:
            return None, ()
        if offset == loop.start:
            self.iteration(loop)
        return loop, loop.by_offset.get(offset, ())

    def iteration(self, loop):
        """An iteration ends and another one begins."""
        self.check_iteration(loop)
        loop.iterations += 1
        loop.before, loop.now = loop.now, {}

    def check_iteration(self, loop):
        if not loop.iterations:
            return
        bases = {}
        for index, address in loop.now.items():
            _, _, base, distance, stride = loop.accesses[index]
            if base is not None:
                self.counts["distances"] += base in bases
                if bases.setdefault(base, address - distance) != address - distance:
                    self.problem(loop, f"distance: of access {index} is wrong")
            if stride is not None and index in loop.before:
                self.counts["strides"] += 1
                if address - loop.before[index] != stride:
                    self.problem(loop, f"stride: of access {index} is wrong")

    def leave(self):
        loop, self.current = self.current, None
        if not loop:
            return
        self.check_iteration(loop)
        self.counts["runs"] += 1
        if loop.trip_count and loop.iterations > loop.trip_count:
            self.problem(loop, f"trip count: {loop.iterations} iterations")
        for a, b in loop.apart:
            self.counts["apart"] += bool(loop.touched[a] and loop.touched[b])
            if loop.touched[a] & loop.touched[b]:
                self.problem(loop, f"apart: accesses {a} and {b} meet")
        loop.reset()

    def access(self, loop, indices, kind, address, size):
        for index in indices:
            if (kind == "L" and loop.accesses[index][1]) or (
                kind == "S" and not loop.accesses[index][1]
            ):
                continue
            loop.touched[index].update(range(address, address + size))
            loop.now[index] = min(address, loop.now.get(index, address))

    def run(self, trace):
        loop, indices = None, ()
        for line in trace:
            kind = line[:2]
            if kind == "I ":
                loop, indices = self.instruction(int(line[3:].split(",")[0], 16))
            elif kind in (" L", " S", " M") and indices:
                address, size = line[3:].split(",")
                self.access(loop, indices, kind[1], int(address, 16), int(size))
        self.leave()


def compile_and_run(args, directory, seed, level, cpu):
    path = lambda name: os.path.join(directory, f"{name}-{seed}-{level}-{cpu}")
    loops, calls = path("loops"), path("calls")
    for name, text in zip((loops, calls), loopgen.program(seed, args.functions)):
        with open(name + ".c", "w") as file:
            file.write(text)
    clang = [args.clang, *FLAGS, "-c"]
    dumps = {kind: path(kind) for kind in ("facts", "layout")}
    options = " ".join(f"-takt-dump-{kind}={file}" for kind, file in dumps.items())
    subprocess.run(
        [*clang, f"-{level}", f"-march={cpu}", f"-fpass-plugin={args.plugin}",
         "-w", loops + ".c", "-o", loops + ".o"],
        check=True, env={**os.environ, "TAKT_OPTIONS": options},
    )  # fmt: skip
    subprocess.run(
        [*clang, "-O1", "-w", calls + ".c", "-o", calls + ".o"], check=True
    )
    program = path("program")
    subprocess.run(
        [args.clang, "-nostdlib", "-static", loops + ".o", calls + ".o",
         "-o", program], check=True,
    )  # fmt: skip
    symbols = subprocess.run(
        ["nm", program], check=True, capture_output=True, text=True
    ).stdout
    addresses = {
        words[2]: int(words[0], 16)
        for words in map(str.split, symbols.splitlines())
        if len(words) == 3 and words[1] in "tT"
    }
    text = {kind: open(file).read() for kind, file in dumps.items()}
    checker = Checker(
        read_facts(text["facts"], args.breaks), read_layout(text["layout"]), addresses
    )
    trace = path("trace")
    subprocess.run(
        ["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-file=" + trace, program],
        check=True,
    )
    with open(trace) as file:
        checker.run(file)
    os.remove(trace)
    return checker


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2, help="programs")
    parser.add_argument("--functions", type=int, default=40, help="in a program")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--keep", help="folder in which everything stays")
    parser.add_argument(
        "--break", dest="breaks", choices=("apart", "base", "stride", "trip-count")
    )
    args = parser.parse_args()
    totals, problems = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as temporary:
        directory = args.keep or temporary
        os.makedirs(directory, exist_ok=True)
        for seed in range(args.seed, args.seed + args.count):
            for number, level in enumerate(args.levels.split(",")):
                cpu = CPUS[(seed + number) % len(CPUS)]
                checker = compile_and_run(args, directory, seed, level, cpu)
                totals += checker.counts
                problems += len(checker.problems)
                for (name, start, _), what in checker.problems.items():
                    print(f"FAIL seed {seed} {level} {cpu} {name}+{start:#x}: {what}")
    print(
        f"{totals['runs']} runs of loops: {totals['distances']} distances, "
        f"{totals['strides']} strides, {totals['apart']} pairs apart"
    )
    return problems != 0


if __name__ == "__main__":
    sys.exit(main())
