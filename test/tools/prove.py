#!/usr/bin/env python3
"""Compiles a corpus with and without the plugin and checks what was promised.

    prove.py --plugin build/lib/TaktPlugin.so --corpus csmith --count 30

For every case (source x target x optimization level x variant) up to three
checks are made on one compilation:

  identity  the output is byte for byte that of the compiler without the plugin
  layout    the plugin's instruction lengths, offsets and bits are the object's
  remarks   the compiler succeeds, every remark has the documented form

Prints the counts and every mismatch; the exit code is 1 if there is one, or if
the layout agrees for fewer instructions than --min-rate.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import corpus
import layout
from objects import ObjectFile
from remarks import Remarks

ASK = "-Rpass-analysis=takt"
# A function's start is only known modulo its alignment, which may be less than
# that of its loops; alone in its section it is known wholly. So the layout is
# proved with this flag.
APART = "-ffunction-sections"
VARIANTS = {
    "sections": [APART, ASK],
    "debug": [APART, "-g", ASK],
    "pic": [APART, "-fPIC", ASK],
    "fast": [APART, "-ffast-math", ASK],
    "remarks": [ASK],
    "quiet": [],
    "asm": ["-S", ASK],
    # Adds .debug_* sections by itself, so the other side gets the same flag.
    "record": ["-fsave-optimization-record", "-foptimization-record-passes=takt"],
}
CHECKS = ("identity", "layout", "remarks")
CRASH_MARKS = ("PLEASE submit a bug report", "Stack dump:", "LLVM ERROR", "warning:")
TIMEOUT = 300  # seconds a compilation may take


@dataclass(frozen=True)
class Case:
    source: corpus.Source
    arch: corpus.Arch
    cpu: str
    level: str
    variant: str

    def __str__(self):
        cpu = self.cpu or "generic"
        return f"{self.source.name} {self.arch.name} {cpu} {self.level} {self.variant}"

    @property
    def has_remarks(self):
        return ASK in VARIANTS[self.variant]

    @property
    def has_layout(self):
        return APART in VARIANTS[self.variant]

    def command(self, tools, plugin):
        clang = "clang++" if self.source.is_cxx else "clang"
        command = [os.path.join(tools, clang), "-w"]
        command += [f"-I{d}" for d in corpus.INCLUDES if os.path.isdir(d)]
        command += self.arch.flags(self.cpu or None)
        # The directory would be in the debug information.
        command += [f"-{self.level}", "-c", "-fdebug-compilation-dir=."]
        command += VARIANTS[self.variant]
        if plugin:
            command += [f"-fpass-plugin={plugin}"]
        return command + [self.source.path, "-o", "out"]


@dataclass
class Result:
    case: Case
    problems: list
    counts: Counter
    tally: layout.Tally


def compile_case(case, tools, plugin, directory, options=""):
    os.makedirs(directory)
    env = dict(os.environ)
    env.pop("TAKT_OPTIONS", None)
    if options:
        env["TAKT_OPTIONS"] = options
    try:
        return subprocess.run(
            case.command(tools, plugin),
            cwd=directory,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess([], 124, f"no end in {TIMEOUT} s")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def prove(case, args, scratch):
    """All checks of one case."""
    result = Result(case, [], Counter(), layout.Tally())
    with tempfile.TemporaryDirectory(dir=scratch) as directory:
        ours, plain = os.path.join(directory, "takt"), os.path.join(directory, "plain")
        measured = "layout" in args.checks and case.has_layout
        options = "-takt-dump-layout=layout" if measured else ""
        done = compile_case(case, args.tools, args.plugin, ours, options)
        result.counts["compilations"] += 1
        if done.returncode or any(mark in done.stdout for mark in CRASH_MARKS):
            result.problems.append(f"exit code {done.returncode}:\n{done.stdout}")
            return result
        if "remarks" in args.checks and case.has_remarks:
            check_remarks(done.stdout, args, result)
        if "identity" in args.checks:
            check_identity(case, args, ours, plain, result)
        if measured:
            check_layout(args, ours, result)
    return result


def check_remarks(text, args, result):
    remarks = Remarks(text)
    result.counts["remarks"] += len(remarks)
    result.counts["loops not modelled"] += len(remarks.not_modelled)
    for line in remarks.malformed:
        result.problems.append(f"malformed remark: {line}")
    if len(remarks) < args.min_remarks:
        result.problems.append(f"{len(remarks)} remarks")


def check_identity(case, args, ours, plain, result):
    done = compile_case(case, args.tools, None, plain)
    if done.returncode:
        result.problems.append(f"fails without the plugin:\n{done.stdout}")
        return
    result.counts["outputs compared"] += 1
    if read(os.path.join(ours, "out")) == read(os.path.join(plain, "out")):
        result.counts["identical"] += 1
    else:
        result.problems.append("the output differs from that without the plugin")


def check_layout(args, ours, result):
    dump = os.path.join(ours, "layout")
    if not os.path.exists(dump):
        result.problems.append("no layout was dumped")
        return
    obj = ObjectFile(os.path.join(ours, "out"), os.path.join(args.tools, "llvm-objdump"))
    functions = layout.parse(read(dump).decode())
    result.tally = layout.compare(functions, obj)
    for name in sorted(set(obj.functions) - {name for name, _ in functions}):
        result.problems.append(f"{name} is not in the layout dump")


def spread_cpus(sources, arches, levels, variants, every):
    """All cases. With `every`, each with all CPUs, else the CPUs take turns, so
    that each meets every source and level count stays the same."""
    for s in sources:
        for a in arches:
            for turn, level in enumerate(levels):
                cpus = a.cpus if every else (a.cpus[turn % len(a.cpus)],)
                for cpu in cpus:
                    for v in variants:
                        yield Case(s, a, cpu, level, v)


def report(results, args):
    """Prints counts and mismatches. Returns whether all is well."""
    total, tally = Counter(), layout.Tally()
    for r in results:
        total.update(r.counts)
        tally += r.tally
        for p in r.problems:
            print(f"FAIL {r.case}: {p}")
        for p in r.tally.problems:
            print(f"layout {r.case}: {p}")
    well = not any(r.problems for r in results)
    print(f"{total['compilations']} compilations with the plugin")
    if "identity" in args.checks:
        print(f"identity: {total['identical']} of {total['outputs compared']} outputs")
    if "remarks" in args.checks:
        print(
            f"remarks: {total['remarks']}, of these "
            f"{total['loops not modelled']} loops not modelled"
        )
    if "layout" in args.checks:
        well = report_layout(tally, args) and well
    return well


def report_layout(tally, args):
    print(
        f"layout: {tally.agreeing} of {tally.instructions} instructions "
        f"({tally.rate:.3%}) in {tally.functions} functions, "
        f"{tally.agreeing_loops} of {tally.loops} innermost loops; "
        f"{tally.opaque} instructions have no known length"
    )
    return tally.rate >= args.min_rate and tally.agreeing_loops == tally.loops


def arguments():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("--plugin", required=True, type=os.path.abspath)
    p.add_argument("--tools", default="/usr/lib/llvm-19/bin", help="LLVM's programs")
    p.add_argument(
        "--corpus",
        default=["small"],
        type=corpus.names(None),
        help="small, real, csmith or files, separated by commas",
    )
    p.add_argument("--count", type=int, default=30, help="csmith programs")
    p.add_argument("--seed", type=int, default=1, help="csmith's first seed")
    p.add_argument("--keep", help="directory for csmith's programs")
    p.add_argument("--arch", default=list(corpus.ARCHES), type=corpus.names(corpus.ARCHES))
    p.add_argument("--levels", default=["O0", "O1", "O2", "O3"], type=corpus.names(None))
    p.add_argument("--variants", default=["sections"], type=corpus.names(VARIANTS))
    p.add_argument("--all-cpus", action="store_true", help="every CPU at every level")
    p.add_argument("--checks", default=list(CHECKS), type=corpus.names(CHECKS))
    p.add_argument("--min-rate", type=float, default=0.998)
    p.add_argument("--min-remarks", type=int, default=0, help="in every compilation")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    return p.parse_args()


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as scratch:
        keep = args.keep or scratch
        os.makedirs(keep, exist_ok=True)
        sources = corpus.load(args.corpus, args.count, args.seed, keep)
        arches = [corpus.ARCHES[a] for a in args.arch]
        cases = list(
            spread_cpus(sources, arches, args.levels, args.variants, args.all_cpus)
        )
        if not cases:
            sys.exit("error: nothing to compile")
        with ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(lambda c: prove(c, args, scratch), cases))
    sys.exit(0 if report(results, args) else 1)


if __name__ == "__main__":
    main()
