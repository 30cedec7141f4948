# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Truth files and predictors, for the tools in this folder.

Truth files are not part of the project: they lie in $TAKT_TRUTH, or in
../shared/truth beside the project.
"""

import csv
import importlib.machinery
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOTIONS = {"TP_U": "unrolled", "TP_L": "loop", "TP_L5": "loop"}
# uiCA's names of CPUs, and LLVM's, which takt and llvm-mca understand.
CPUS = {
    "SKL": "skylake",
    "HSW": "haswell",
    "ICL": "icelake-client",
    "CLX": "cascadelake",
    "RKL": "rocketlake",
    "BDW": "broadwell",
    "IVB": "ivybridge",
    "SNB": "sandybridge",
    "TGL": "tigerlake",
}
# An instruction that no block contains; separates blocks for llvm-mc.
SEPARATOR, SEPARATOR_HEX = "ud2", "0f0b"


class Failure(Exception):
    """Something that the user has to put right."""


def main_with_failures(program, main):
    """Runs main(); what went wrong is said in one line."""
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"{program}: error: {failure}")
    except BrokenPipeError:
        sys.exit(1)


def compare_module():
    """takt-compare, whose statistics are used here too."""
    path = os.path.join(ROOT, "tools", "compare", "takt-compare")
    loader = importlib.machinery.SourceFileLoader("takt_compare", path)
    loader_spec = importlib.util.spec_from_loader("takt_compare", loader)
    module = importlib.util.module_from_spec(loader_spec)
    write, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = write
    return module


# --- Truth files --------------------------------------------------------------


def truth_folder():
    folder = os.environ.get("TAKT_TRUTH") or os.path.join(ROOT, "..", "shared", "truth")
    if not os.path.isdir(folder):
        raise Failure(
            f"no truth files in {folder}: set TAKT_TRUTH to the folder that has them; "
            "they are not part of the project"
        )
    return folder


def truth_file(pattern):
    """The one file of the folder that matches, as uica-*.csv."""
    folder = truth_folder()
    first, last = pattern.split("*")
    # The README beside them names more than one part of a set.
    names = [n for n in sorted(os.listdir(folder)) if n.startswith(first) and n.endswith(last)]
    names = [n for n in names if re.fullmatch("[a-z]+", n[len(first) : len(n) - len(last)])]
    if not names:
        raise Failure(f"no {pattern} in {folder}")
    if len(names) > 1:
        raise Failure(f"several {pattern} in {folder}: {', '.join(names)}")
    return os.path.join(folder, names[0])


def read_rows(path):
    """The rows of a csv file whose comments begin with #."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise Failure(f"{path}: {error}") from None


def sample(rows, count, group):
    """At most `count` rows of each group, always the same ones."""
    if not count:
        return rows
    groups = {}
    for row in rows:
        groups.setdefault(group(row), []).append(row)
    chosen = []
    for name in groups:
        members = groups[name]
        chosen += random.Random(1).sample(members, count) if len(members) > count else members
    return chosen


# --- Predictors ---------------------------------------------------------------


class Takt:
    """The program takt of a build directory."""

    def __init__(self, build):
        self.program = os.path.abspath(os.path.join(build, "bin", "takt"))
        if not os.path.exists(self.program):
            raise Failure(f"there is no {self.program}; run make")

    def batch(self, hexes, cpu, notion, jobs=0, explain=False):
        """{hex: row of --batch} for different blocks; notion: loop, unrolled.
        `cpu` is a name or a machine description."""
        command = [self.program, "--batch", "--counts", f"--cpu={cpu}", f"--notion={notion}"]
        command += [f"--jobs={jobs}"] if jobs else []
        command += ["--explain"] if explain else []
        run = subprocess.run(
            command, input="\n".join(hexes) + "\n", capture_output=True, text=True
        )
        if run.returncode:
            raise Failure(f"{' '.join(command)} failed: {run.stderr.strip()[:500]}")
        return {row["hex"]: row for row in csv.DictReader(run.stdout.splitlines())}

    def window(self, code, cpu, notion):
        """Cycles per iteration as uiCA reads them off: from a run of more than 500
        cycles and at least 10 iterations, between the middle and the end; None if
        too little happens in them (uiCA-model, section 9)."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "events.csv")
            command = [self.program, f"--cpu={cpu}", "--summary", "--input=hex",
                       f"--notion={notion}", f"--events={path}", "--event-cycles=1500", "-"]
            subprocess.run(command, input=code, capture_output=True, text=True)
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        ends, slot, cycle, seen = {}, 0, None, None
        for row in rows:
            if not row["retired"]:
                break
            fused = (row["iteration"], row["instruction"], row["extra"], row["fused"])
            if row["retired"] != cycle:
                cycle, slot = row["retired"], 0
            elif fused != seen:
                slot += 1
            seen = fused
            ends[int(row["iteration"])] = (int(cycle), slot)
        # The last iteration may not be all there.
        whole = [ends[i] for i in sorted(ends)][:-1]
        count = next((n for n, end in enumerate(whole, 1) if n >= 10 and end[0] > 500), None)
        if count is None:
            return None
        first, last = count // 2, count - 2
        if last - first > 10:
            last = next((n for n in range(last, last - 5, -1) if whole[n][1] == whole[first][1]), last)
        return (whole[last][0] - whole[first][0]) / (last - first)

    def assembly(self, blocks, cpu, triple, notion):
        """{key: (cycles, those of the combined predictor)} from {key: assembly
        lines}; refused blocks are left out."""
        text = "".join(
            f"# LLVM-MCA-BEGIN b{n}\n" + "\n".join(lines) + f"\n# LLVM-MCA-END b{n}\n"
            for n, lines in enumerate(blocks.values())
        )
        command = [self.program, "--json", "--input=asm", f"--cpu={cpu}", f"--triple={triple}",
                   f"--notion={notion}", "-"]
        run = subprocess.run(command, input=text, capture_output=True, text=True)
        keys = list(blocks)
        try:
            kernels = json.loads(run.stdout)["kernels"]
        except ValueError:
            raise Failure(f"{' '.join(command)} failed: {run.stderr.strip()[:500]}") from None
        return {keys[int(k["name"][1:])]: (k["cycles"], k["combined"]["cycles"]) for k in kernels}


def disassemble(hexes, llvm="/usr/lib/llvm-19/bin", intel=True):
    """{hex: list of instructions as text}, from one run of llvm-mc."""
    hexes = list(dict.fromkeys(hexes))
    lines = "".join(
        " ".join(f"0x{b}" for b in re.findall("..", h + SEPARATOR_HEX)) + "\n" for h in hexes
    )
    command = [os.path.join(llvm, "llvm-mc"), "--disassemble", "--triple=x86_64-linux-gnu"]
    command += ["--output-asm-variant=1"] if intel else []
    text = subprocess.run(command, input=lines, capture_output=True, text=True).stdout
    found, current = [], []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line == SEPARATOR:
            found.append(current)
            current = []
        elif line and not line.startswith("."):
            current.append(" ".join(line.split()))
    if len(found) != len(hexes):
        raise Failure(f"llvm-mc gave {len(found)} of {len(hexes)} blocks back")
    return dict(zip(hexes, found))


class Mca:
    """llvm-mca, many blocks a run."""

    BATCH = 500

    def __init__(self, llvm="/usr/lib/llvm-19/bin", triple="x86_64-linux-gnu"):
        self.program = os.path.join(llvm, "llvm-mca")
        self.triple = triple
        if not os.path.exists(self.program):
            raise Failure(f"there is no {self.program}")

    def batch(self, blocks, cpu):
        """{key: cycles per iteration} from {key: assembly lines}. Left out: blocks
        with an instruction that llvm-mca does not know, or that make it fail."""
        keys = list(blocks)
        found = {}
        for start in range(0, len(keys), self.BATCH):
            self._run({k: blocks[k] for k in keys[start : start + self.BATCH]}, cpu, found)
        return found

    def _run(self, blocks, cpu, found):
        text = "".join(
            f"# LLVM-MCA-BEGIN b{n}\n" + "\n".join(lines) + f"\n# LLVM-MCA-END b{n}\n"
            for n, lines in enumerate(blocks.values())
        )
        command = [self.program, f"--mtriple={self.triple}", f"--mcpu={cpu}", "--json",
                   "--resource-pressure=false", "--skip-unsupported-instructions=any"]
        run = subprocess.run(command, input=text, capture_output=True, text=True)
        if run.returncode:
            keys = list(blocks)
            half = len(keys) // 2
            for part in (keys[:half], keys[half:]) if half else ():
                self._run({k: blocks[k] for k in part}, cpu, found)
            return
        keys = list(blocks)
        for region in json.loads(run.stdout)["CodeRegions"]:
            key = keys[int(region["Name"][1:])]
            view = region["SummaryView"]
            # An unknown instruction is skipped, and the rest is another block.
            if view["Instructions"] == view["Iterations"] * len(blocks[key]):
                found[key] = view["TotalCycles"] / view["Iterations"]
