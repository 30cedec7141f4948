#!/usr/bin/env python3
"""Random loop nests of MLIR, to be compiled with and without takt-unroll.

    mlir_nests.py FOLDER [--count N] [--seed S]

Writes N files that tools/mlir/speed --folder compiles, runs and compares. Each has a
nest or two over the same three matrices: products, sums in registers and in memory,
what one iteration stores and another one loads.
"""

import argparse
import os
import random

ROWS, COLUMNS = 16, 128
TYPE = f"memref<{ROWS}x{COLUMNS}xf64>"
OPERATIONS = ("arith.addf", "arith.subf", "arith.mulf", "arith.maximumf")


class Nest:
    """Text of one nest, of loops whose variables have known bounds."""

    def __init__(self, rand, number):
        self.rand = rand
        self.prefix = f"n{number}_"
        self.values = 0
        self.lines = []
        self.loops = []  # variable, largest value

    def new(self):
        self.values += 1
        return f"%{self.prefix}{self.values}"

    def emit(self, text):
        self.lines.append("  " * (len(self.loops) + 1) + text)

    def index(self, size):
        """An expression in the variables that stays below `size`."""
        terms, most = [], 0
        for variable, largest in self.rand.sample(self.loops, len(self.loops)):
            factor = self.rand.choice((1, 1, 1, 2))
            if most + factor * largest < size and self.rand.random() < 0.6:
                terms.append(variable if factor == 1 else f"{factor} * {variable}")
                most += factor * largest
        shift = self.rand.randint(0, min(3, size - 1 - most))
        return " + ".join(terms + ([str(shift)] if shift or not terms else []))

    def place(self):
        return f"[{self.index(ROWS)}, {self.index(COLUMNS)}] : {TYPE}"

    def load(self, name, place=None):
        value = self.new()
        self.emit(f"{value} = affine.load %{name}{place or self.place()}")
        return value

    def combine(self, left, right):
        value = self.new()
        self.emit(f"{value} = {self.rand.choice(OPERATIONS)} {left}, {right} : f64")
        return value

    def term(self):
        return self.combine(self.load("a"), self.load(self.rand.choice("bc")))

    def statement(self):
        """Changes a place of c by a product or the like."""
        place = self.place()
        before = self.load("c", place if self.rand.random() < 0.7 else None)
        self.emit(f"affine.store {self.combine(before, self.term())}, %c{place}")

    def loop(self, depth):
        largest = self.rand.choice((3, 6, 11, 12, 30, 40))
        step = self.rand.choice(("", "", "", " step 2"))
        variable = self.new()
        head = f"affine.for {variable} = {self.rand.choice((0, 0, 1))} to {largest + 1}{step}"
        if depth > 1:
            if self.rand.random() < 0.3 and self.loops:
                self.statement()
            self.emit(head + " {")
            self.loops.append((variable, largest))
            self.loop(depth - 1)
            if self.rand.random() < 0.2:
                self.statement()
        elif self.rand.random() < 0.5:
            self.emit(head + " {")
            self.loops.append((variable, largest))
            self.statement()
        else:
            return self.reduction(head, variable, largest)
        self.loops.pop()
        self.emit("}")

    def reduction(self, head, variable, largest):
        start, result, carried = self.load("b"), self.new(), self.new()
        self.emit(f"{result} = {head} iter_args({carried} = {start}) -> f64 {{")
        self.loops.append((variable, largest))
        self.emit(f"affine.yield {self.combine(carried, self.term())} : f64")
        self.loops.pop()
        self.emit("}")
        self.emit(f"affine.store {result}, %c{self.place()}")


def module(rand):
    lines = [f"func.func @kernel(%a: {TYPE}, %b: {TYPE}, %c: {TYPE}) {{"]
    for number in range(rand.choice((1, 1, 2))):
        nest = Nest(rand, number)
        nest.loop(rand.choice((2, 2, 3)))
        lines += nest.lines
    return "\n".join(lines + ["  return", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    for seed in range(args.seed, args.seed + args.count):
        with open(os.path.join(args.folder, f"nest{seed}.mlir"), "w") as file:
            file.write(module(random.Random(seed)))


if __name__ == "__main__":
    main()
