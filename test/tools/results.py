#!/usr/bin/env python3
"""Runs programs compiled with and without -takt-guide and compares their output.

    results.py --plugin build/lib/TaktPlugin.so --corpus kernels,csmith --count 10

Programs for x86-64 run on this machine, those for AArch64 under qemu. Each is
compiled by clang alone and once for each of --guide, as a rule with so large a
budget that all loops are looked at. `jam` and `early` unroll all loops of a
kind in front of the vectoriser, `apart` only marks accesses, `interleave` and
`interleave-narrow` give all loops an interleave count. `any-order` gives every
loop an order of instructions as far from the compiler's as dependences allow,
whether it gains or not.

O3fast is -O3 -ffast-math; then numbers may differ by rounding.

Prints the counts, how many loops LLVM says it jammed and unrolled in front of the
vectoriser and how many shapes the model chose, and every mismatch; the exit code is 1 if there is one, or if
some way of guiding changes none of the programs (--may-change-none).
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import corpus
import nests
import oddloops
import rows

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAMS = os.path.join(HERE, "results")
KERNELS = os.path.join(ROOT, "tools", "loops", "kernels")
INCLUDES = [os.path.join(ROOT, "examples"), KERNELS] + corpus.INCLUDES
GUIDES = {
    "shapes": "-takt-guide=unroll,interleave",
    # All nests unrolled and jammed, and all loops unrolled in front of the
    # vectoriser, accesses marked as apart, whether it gains or not.
    "jam": "-takt-guide-function=1,4,0,0",
    "early": "-takt-guide-function=1,0,4,64",
    "apart-narrow": "-takt-guide-function=1,0,0,256",
    "jam-odd": "-takt-guide-function=0,3,2,128",
    "apart": "-takt-guide-function=1,0,0,0",
    # All loops interleaved, whether it gains or not.
    "interleave": "-takt-guide=interleave -takt-guide-shape=0,8,0",
    "interleave-narrow": "-takt-guide=interleave -takt-guide-shape=2,4,2",
    "order": "-takt-guide=order",
    "all": "-takt-guide=unroll,interleave,align,order",
    "any-order": "-takt-guide=order -takt-guide-any-order",
}
LEVELS = {"O3fast": ["-O3", "-ffast-math"]}
# What clang says of loops, with the options of REMARKS.
REMARKS = ["-Rpass=loop-unroll-and-jam|takt"]
COUNTED = {"jammed": "unroll and jammed loop by", "shaped by the model": "cycles per source"}
TOLERANCE = 1e-4  # of numbers under -ffast-math: float has 6e-8, hundreds of times
TIMEOUT = 300  # seconds for a compilation or a run
ENDLESS = 20  # a program of csmith that takes longer is left out


def has_avx2():
    try:
        with open("/proc/cpuinfo") as f:
            return "avx2" in f.read()
    except OSError:
        return False


class Target:
    """How programs are compiled, guided and run for one architecture."""

    def __init__(self, arch, flags=()):
        self.name = arch
        if arch == "x86-64":
            level = "x86-64-v3" if has_avx2() else "x86-64"
            self.flags = ["--target=x86_64-linux-gnu", "-march=" + level]
            self.options = "-takt-cpu=skylake"
            self.link, self.emulator = [], []
        else:
            self.flags = ["--target=aarch64-linux-gnu", "-mcpu=cortex-a72"]
            # LLVM's vectoriser parts products from ordered sums, the rest of it
            # makes one instruction of both, which rounds once.
            self.flags += ["-ffp-contract=off"]
            self.options = "-takt-cpu=cortex-a72"
            self.link = ["-static", "-fuse-ld=lld"]
            self.emulator = ["qemu-aarch64"]
        self.flags += flags
        if any(f.startswith("-flto") for f in flags):
            self.link += ["-fuse-ld=lld"]


class Program:
    """Sources of which only the first one is guided."""

    def __init__(self, name, guided, others=(), ends=True):
        self.name, self.guided, self.others = name, guided, list(others)
        self.ends = ends  # for certain
        self.is_cxx = guided.endswith(".cpp")


def kernels(directory):
    """All kernels as one program: they share the time that a compiler starts in."""
    path = os.path.join(directory, "kernels.c")
    names = sorted(f[:-2] for f in os.listdir(KERNELS) if f.endswith(".c"))
    with open(path, "w") as f:
        for n in names:
            f.write(f"#define kernel run_{n}\n#define kernelSize size_{n}\n")
            f.write(f'#include "{KERNELS}/{n}.c"\n#undef kernel\n#undef kernelSize\n')
        f.write("struct Entry { const char *Name; void (*Run)(long, struct Data *);")
        f.write(" const long *Size; };\nconst struct Entry Kernels[] = {\n")
        f.writelines(f'  {{"{n}", run_{n}, &size_{n}}},\n' for n in names)
        f.write("  {0}};\n")
    return Program("kernels", path, [os.path.join(PROGRAMS, "run-kernels.c")])


def load(args, directory):
    programs = []
    for name in args.corpus:
        if name == "kernels":
            programs.append(kernels(directory))
        elif name == "csmith":
            found = corpus.csmith(args.count, args.seed, directory)
            programs += [Program(s.name, s.path, ends=False) for s in found]
        elif name == "nests":
            paths = nests.write(args.count, args.seed, directory)
            programs += [Program(os.path.basename(p), p) for p in paths]
        elif name == "rows":
            paths = rows.write(args.count, args.seed, directory)
            programs += [Program(os.path.basename(p), p) for p in paths]
        elif name == "odd":
            paths = oddloops.write(args.count, args.seed, directory)
            programs += [Program(os.path.basename(p), p) for p in paths]
        elif name == "distances":
            paths = oddloops.write_distances(args.count, args.seed, directory)
            programs += [Program(os.path.basename(p), p) for p in paths]
        elif os.path.isfile(name):
            programs.append(Program(os.path.basename(name), os.path.abspath(name)))
        else:
            paths = (os.path.join(PROGRAMS, name + e) for e in (".c", ".cpp"))
            path = next((p for p in paths if os.path.exists(p)), None)
            if not path:
                sys.exit(f"error: there is no corpus '{name}'")
            programs.append(Program(name, path))
    return programs


def run(command, options=None, timeout=TIMEOUT):
    env = dict(os.environ)
    env.pop("TAKT_OPTIONS", None)
    if options:
        env["TAKT_OPTIONS"] = options
    try:
        return subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"no end in {timeout} s")


class Failure(Exception):
    pass


class Case:
    """A program for a target, compiled at a level."""

    def __init__(self, program, target, level, args, scratch):
        self.program, self.target, self.level, self.args = program, target, level, args
        self.directory = tempfile.mkdtemp(dir=scratch)
        self.counted = Counter()

    def __str__(self):
        return f"{self.program.name} {self.target.name} {self.level}"

    def compile(self, source, options=None, plugin=False):
        """The object's path."""
        cxx = self.program.is_cxx
        stem = os.path.splitext(os.path.basename(source))[0]
        out = os.path.join(self.directory, stem + ".o")
        command = [os.path.join(self.args.tools, "clang++" if cxx else "clang"), "-w"]
        command += [f"-I{d}" for d in INCLUDES if os.path.isdir(d)]
        level = LEVELS.get(self.level, ["-" + self.level])
        command += [*self.target.flags, *level, "-c", source, "-o", out]
        if plugin:
            command += ["-fpass-plugin=" + self.args.plugin, *REMARKS]
            # The machine verifier: no order may break what it checks. Nothing
            # else changes machine instructions, and it takes half of the time.
            if "order" in options:
                command += ["-mllvm", "-verify-machineinstrs"]
        done = run(command, options)
        if done.returncode:
            raise Failure(f"does not compile with {options}:\n{done.stderr[:2000]}")
        if plugin:
            for what, text in COUNTED.items():
                self.counted[what] += done.stderr.count(text)
        return out

    def output(self, objects, timeout=TIMEOUT):
        """What the program prints, and how it ends."""
        program = os.path.join(self.directory, "program")
        clang = "clang++" if self.program.is_cxx else "clang"
        command = [os.path.join(self.args.tools, clang), *self.target.flags]
        done = run(command + self.target.link + objects + ["-lm", "-o", program])
        if done.returncode:
            raise Failure(f"cannot be linked:\n{done.stderr[:2000]}")
        done = run([*self.target.emulator, program], timeout=timeout)
        return done.returncode, done.stdout, done.stderr

    def is_same(self, expected, found):
        if expected == found or self.level != "O3fast":
            return expected == found
        old, new = expected[1].split(), found[1].split()
        return expected[0] == found[0] and len(old) == len(new) and all(
            a == b or is_near(a, b) for a, b in zip(old, new))

    def check(self):
        """(ways of guiding that changed it, problems)"""
        try:
            others = [self.compile(s) for s in self.program.others]
            plain = self.compile(self.program.guided)
            with open(plain, "rb") as f:
                code = f.read()
            ends = self.program.ends
            expected = self.output([plain, *others], TIMEOUT if ends else ENDLESS)
            if expected[0] == 124 and not ends:
                return [], []
            if expected[0]:
                raise Failure(f"ends with {expected[0]} without guiding: {expected[2][:500]}")
            changed, problems = [], []
            for guide in self.args.guide:
                options = f"{GUIDES[guide]} {self.target.options}"
                options += f" -takt-guide-budget={self.args.budget}"
                guided = self.compile(self.program.guided, options, plugin=True)
                with open(guided, "rb") as f:
                    if f.read() == code:
                        continue
                changed.append(guide)
                found = self.output([guided, *others])
                if not self.is_same(expected, found):
                    problems.append(f"{guide}: {difference(expected, found)}")
            return changed, problems
        except Failure as failure:
            return [], [str(failure)]


def is_near(a, b):
    # Whole numbers have nothing that reassociation may change.
    if not set(".en") & set(a.lower()):
        return False
    try:
        return abs(float(a) - float(b)) <= TOLERANCE * max(abs(float(a)), abs(float(b)), 1)
    except ValueError:
        return False


def difference(expected, found):
    if expected[0] != found[0]:
        return f"exit code {found[0]}, not {expected[0]}: {found[2][:500]}"
    for old, new in zip(expected[1].splitlines(), found[1].splitlines()):
        if old != new:
            return f"'{new}', not '{old}'"
    return "other output"


def arguments():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("--plugin", required=True, type=os.path.abspath)
    p.add_argument("--tools", default="/usr/lib/llvm-19/bin", help="LLVM's programs")
    p.add_argument(
        "--corpus",
        default=["kernels", "examples"],
        type=corpus.names(None),
        help="kernels, examples, images, product, csmith, nests, rows, odd, distances or files, with commas",
    )
    p.add_argument("--count", type=int, default=10, help="programs of csmith, nests, rows, odd or distances")
    p.add_argument("--seed", type=int, default=1, help="their first seed")
    p.add_argument("--arch", default=["x86-64", "aarch64"], type=corpus.names(corpus.ARCHES))
    p.add_argument("--levels", default=["O3"], type=corpus.names(None))
    p.add_argument("--budget", type=int, default=100000, help="-takt-guide-budget")
    p.add_argument(
        "--flags", default=[], type=str.split, help="more of clang's, as in --flags=-flto"
    )
    p.add_argument("--guide", default=list(GUIDES), type=corpus.names(GUIDES))
    p.add_argument(
        "--may-change-none", action="store_true", help="few programs may stay as they are"
    )
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    return p.parse_args()


def main():
    args = arguments()
    if "aarch64" in args.arch and not shutil.which("qemu-aarch64"):
        sys.exit("error: qemu-aarch64 is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        programs = load(args, scratch)
        cases = [
            Case(p, Target(a, args.flags), level, args, scratch)
            for p in programs
            for a in args.arch
            for level in args.levels
        ]
        with ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(Case.check, cases))
    changed = Counter(guide for guides, _ in results for guide in guides)
    for case, (_, problems) in zip(cases, results):
        for problem in problems:
            print(f"FAIL {case}: {problem}")
    for guide in args.guide:
        print(f"{guide}: {changed[guide]} of {len(cases)} programs changed")
    counted = sum((c.counted for c in cases), Counter())
    print(", ".join(f"{counted[what]} loops {what}" for what in COUNTED))
    well = not any(problems for _, problems in results)
    well &= args.may_change_none or all(changed[g] for g in args.guide)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
