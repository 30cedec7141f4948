#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the mixes of instructions measured on a Cortex-A72 say about its model.

    tools/accuracy/mixes.py [--half 0|1] [WORD...]

Predicts the mixes of a72-mixes-*.csv without divisions and square roots in two
ways: the text that the file has, as if it repeated for ever, and what was
measured: ten copies of the mix in a loop with `add`, `cmp` and `b.lt`, whose
registers are PMEvo's. Prints for each MAPE, tau-b, how many mixes are within
2 %, and the pairs of mixes: in the measured order, in the other order, and
predicted as equal; then what tau-b would be with these ties alone. The last
line is about the measurement: mixes of the same instructions for the model (by
ports, results and latencies) in another order, and how far apart they lie.

The line before it is for comparison: cycles as a sum over the instructions, with
a cost for each kind of instruction (by ports, results and latencies) that is
fitted to the other half of the mixes.

With words, prints the mixes that have all of them instead (`fabd` `v4.2d`: each
is looked for in the text), as measured, as text, as in the loop.

--half takes one of two halves by a hash of the mix, to try on one what was
found on the other.

In the loop a result goes to the register after that of the result before, in x2
to x27 and v0 to v31; what is read are the registers that come next, written the
longest time ago. Vectors that a comparison writes count as read. Memory operands
are [x28] with offsets of 64 bytes more each.
"""

import argparse
import collections
import hashlib
import itertools
import re
import subprocess

import truth

compare = truth.compare_module()
CPU, TRIPLE, COPIES = "cortex-a72", "aarch64-linux-gnu", 10
OPERAND = re.compile(r"\(\(((?:\w|:)+)\)\)")
REGISTERS = {"G": [f"{n}" for n in range(2, 28)], "F": [f"{n}" for n in range(32)]}
LETTERS = {"VEC": "v", "128": "q", "64": "d", "32": "s", "16": "h", "8": "b"}
LOOP_END = ["add w0, w0, 1", "cmp w0, w1", "b.lt 1b"]


class Allocator:
    """PMEvo's registers and offsets."""

    def __init__(self):
        self.written = collections.Counter()
        self.offset = 0

    @staticmethod
    def register(file, number, width):
        numbers = REGISTERS[file]
        letter = ("x" if width == "64" else "w") if file == "G" else LETTERS[width]
        return letter + numbers[number % len(numbers)]

    def address(self):
        self.offset = 64 if self.offset >= 4032 else self.offset + 64
        return str(self.offset)

    def text(self, form):
        """An instruction of a form as `_add_((REG:W:G:64)),_((REG:R:G:64)),_8`."""
        operands = [o.split(":") for o in OPERAND.findall(form)]
        chosen = {}
        for at, (kind, *rest) in enumerate(operands):
            if kind == "REG" and "W" in rest[0]:
                chosen[at] = self.register(rest[1], self.written[rest[1]], rest[2])
                self.written[rest[1]] += 1
        read = collections.Counter(self.written)
        for at, (kind, *rest) in enumerate(operands):
            if kind == "REG" and at not in chosen:
                chosen[at] = self.register(rest[1], read[rest[1]], rest[2])
                read[rest[1]] += 1
            elif kind != "REG":
                chosen[at] = {"MEM": "x28", "MIMM": None, "IMM": "44"}[kind] or self.address()
        values = iter(range(len(operands)))
        text = OPERAND.sub(lambda _: chosen[next(values)], form)
        return text.replace(",_", ", ").lstrip("_").replace("_", " ")


def as_measured(mix):
    allocator = Allocator()
    forms = [form.strip() for form in mix.split(";")]
    return ["1:"] + [allocator.text(f) for _ in range(COPIES) for f in forms] + LOOP_END


def predictions(takt, rows):
    """For each row: cycles of one copy as text, and as measured."""
    text = takt.assembly({r["mix"]: [i.strip() for i in r["asm"].split(";")] for r in rows},
                         CPU, TRIPLE, "unrolled")
    loop = takt.assembly({r["mix"]: as_measured(r["mix"]) for r in rows}, CPU, TRIPLE, "loop")
    return ([text[r["mix"]][0] / int(r["copies"]) for r in rows],
            [loop[r["mix"]][0] / COPIES for r in rows])


# --- What is printed ----------------------------------------------------------


def pairs(true, predicted):
    """Numbers of pairs in the measured order, in the other, predicted as equal."""
    found = collections.Counter()
    for (a, x), (b, y) in itertools.combinations(zip(true, predicted), 2):
        if a != b:
            product = (a - b) * (x - y)
            found[0 if abs(x - y) < 1e-6 else 1 if product > 0 else -1] += 1
    return found[1], found[-1], found[0]


def print_figures(name, true, predicted):
    figures = compare.statistics(true, predicted)
    right, wrong, tied = pairs(true, predicted)
    most = ((right + wrong) / (right + wrong + tied)) ** 0.5
    tau = "-" if figures["tau"] is None else f"{figures['tau']:.3f}"
    print(f"{name:12} {len(true)} mixes, MAPE {100 * figures['MAPE']:.2f} %, tau {tau}, "
          f"{100 * figures['<=2%']:.0f} % within 2 %; pairs: {right} right, {wrong} wrong, "
          f"{tied} tied; without wrong ones {most:.3f}")


def text_of(row):
    return "; ".join(row["asm"].split("; ")[:5])


def rows_with(words):
    """The mixes without divisions and square roots whose text has all words."""
    rows = [r for r in truth.read_rows(truth.truth_file("a72-mixes-*.csv")) if r["div"] == "0"]
    rows = [r for r in rows if all(w in text_of(r) for w in words)]
    if words and not rows:
        raise truth.Failure("no mix has these words")
    return rows


def dump(build, rows):
    """What takt-kernel-dump prints for a copy of each mix."""
    program = f"{build}/bin/takt-kernel-dump"
    command = [program, f"--triple={TRIPLE}", f"--cpu={CPU}", "--asm", "--kernel"]
    texts = [text_of(r) for r in rows]
    try:
        run = subprocess.run(command, input="\n".join(texts) + "\n", capture_output=True, text=True)
    except OSError as error:
        raise truth.Failure(f"{program}: {error.strerror}; run make") from None
    if run.returncode:
        raise truth.Failure(f"{program} failed: {run.stderr.strip()[:300]}")
    return run.stdout


def kernels(build, rows):
    """Each mix's instructions as the model has them, without registers."""
    found = []
    for line in dump(build, rows).splitlines():
        if line.startswith("kernel"):
            found.append([])
        elif line.strip():
            facts = re.sub(r"reads [^;]*|(?<=writes )\S+|size \d+|offset \d+", "", line)
            if not line.strip()[0] in ":|":
                facts = re.sub(r"^\s*\S+", "", facts)
                found[-1].append("")
            found[-1][-1] += " ".join(facts.split())
    return found


def print_orders(rows, found):
    groups = collections.defaultdict(list)
    for row, kernel in zip(rows, found):
        groups[tuple(sorted(kernel))].append(float(row["cycles"]))
    apart = sorted(abs(a - b) for g in groups.values() for a, b in itertools.combinations(g, 2))
    if apart:
        print(f"equal instructions in another order: {len(apart)} pairs, apart by "
              f"{apart[len(apart) // 2]:.3f} (median), {apart[len(apart) * 9 // 10]:.3f} "
              f"(nine of ten), {apart[-1]:.3f} cycles")


def solve(matrix, right):
    """x of matrix x = right, by Gauss-Jordan elimination."""
    rows = [row + [value] for row, value in zip(matrix, right)]
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r, row in enumerate(rows):
            if r != column and row[column]:
                factor = row[column] / rows[column][column]
                rows[r] = [a - factor * b for a, b in zip(row, rows[column])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def fitted(kernels_of_rows, true, halves):
    """Cycles of each mix by costs that minimize the squares of the relative errors
    of the other half; a little weight keeps costs of rare kinds small."""
    kinds = sorted({kind for kernel in kernels_of_rows for kind in kernel})
    counts = [[k.count(kind) for kind in kinds] + [1] for k in kernels_of_rows]
    found = [0.0] * len(true)
    for half in (0, 1):
        matrix = [[0.05 * (i == j) for j in range(len(kinds) + 1)] for i in range(len(kinds) + 1)]
        right = [0.0] * len(matrix)
        for count, cycles, other in zip(counts, true, halves):
            if other != half:
                row = [c / cycles for c in count]
                for i, value in enumerate(row):
                    if value:
                        right[i] += value
                        matrix[i] = [a + value * b for a, b in zip(matrix[i], row)]
        costs = solve(matrix, right)
        for i, count in enumerate(counts):
            if halves[i] == half:
                found[i] = sum(a * b for a, b in zip(count, costs))
    return found


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="folder of the build")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only this half")
    parser.add_argument("words", nargs="*", metavar="WORD", help="of the mixes to print")
    return parser.parse_args()


def half_of(row):
    return int(hashlib.sha256(("x" + row["mix"]).encode()).hexdigest()[:4], 16) % 2


def main():
    arguments = parse_arguments()
    words = arguments.words
    rows = [r for r in rows_with(words) if arguments.half in (None, half_of(r))]
    if len(rows) < 3 and not words:
        raise truth.Failure(f"too few mixes to compare: {len(rows)}")
    text, loop = predictions(truth.Takt(arguments.build), rows)
    true = [float(r["cycles"]) for r in rows]
    if words:
        for row, *cycles in sorted(zip(rows, true, text, loop), key=lambda r: r[1]):
            print("{:.2f}  text {:.2f}  loop {:.2f}  ".format(*cycles) + text_of(row))
        return 0
    print_figures("text", true, text)
    print_figures("as measured", true, loop)
    found = kernels(arguments.build, rows)
    if arguments.half is None:
        print_figures("fitted", true, fitted(found, true, [half_of(r) for r in rows]))
    print_orders(rows, found)
    return 0


if __name__ == "__main__":
    truth.main_with_failures("mixes.py", main)
