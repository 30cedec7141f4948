"""The programs that the tests compile, and how they are compiled.

The corpora: the files of examples/ ("small"; "real" are those that consist of
one of Debian's libraries), and programs that csmith makes up from a seed
("csmith").
"""

import argparse
import os
import re
import shutil
import subprocess
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(HERE)), "examples")

REAL = re.compile(r"^#include <(stb|eigen3)/", re.M)
INCLUDES = ["/usr/include/eigen3", "/usr/include/csmith"]

# csmith's default programs take seconds each; these options keep them to about
# a hundredth of that while loops and arrays stay.
CSMITH_SIZE = (
    "--max-funcs 4 --max-block-depth 3 --max-block-size 3 "
    "--max-expr-complexity 5 --max-array-len-per-dim 16 --concise"
).split()
CSMITH_MIN_LOOPS = 5
CSMITH_TIMEOUT = 20  # seconds; csmith does not end for some seeds


@dataclass(frozen=True)
class Arch:
    """A target: its triple, how clang names a CPU of it, and which CPUs."""

    name: str
    triple: str
    cpu_flag: str
    cpus: tuple

    def flags(self, cpu=None):
        return [f"--target={self.triple}"] + ([self.cpu_flag + cpu] if cpu else [])


ARCHES = {
    "x86-64": Arch(
        "x86-64", "x86_64-linux-gnu", "-march=", ("haswell", "skylake", "znver4")
    ),
    "aarch64": Arch(
        "aarch64",
        "aarch64-linux-gnu",
        "-mcpu=",
        ("tsv110", "neoverse-n1", "cortex-a72"),
    ),
}


@dataclass(frozen=True)
class Source:
    """A file to compile, and what it is called in the report."""

    name: str
    path: str

    @property
    def is_cxx(self):
        return self.path.endswith((".cpp", ".cc", ".cxx"))


def examples(real):
    sources = []
    for name in sorted(os.listdir(EXAMPLES)):
        path = os.path.join(EXAMPLES, name)
        if name.endswith((".c", ".cpp")):
            with open(path) as f:
                if bool(REAL.search(f.read())) == real:
                    sources.append(Source(name, path))
    return sources


def csmith(count, first_seed, directory):
    """The first `count` programs with enough loops, from `first_seed` on.

    The same csmith gives the same programs for the same seed.
    """
    program = shutil.which("csmith")
    if not program:
        raise SystemExit("error: csmith is not installed")
    sources, seed = [], first_seed
    while len(sources) < count:
        source = csmith_program(program, seed, directory)
        if source:
            sources.append(source)
        seed += 1
    return sources


def csmith_program(program, seed, directory):
    path = os.path.join(directory, f"csmith-{seed}.c")
    try:
        text = subprocess.run(
            [program, "--seed", str(seed)] + CSMITH_SIZE,
            cwd=directory,  # it leaves a file platform.info
            stdout=subprocess.PIPE,
            timeout=CSMITH_TIMEOUT,
            check=True,
            text=True,
        ).stdout
    except subprocess.TimeoutExpired:
        return None
    if text.count("for (") < CSMITH_MIN_LOOPS:
        return None
    with open(path, "w") as f:
        f.write(text)
    return Source(f"csmith-{seed}", path)


def load(names, count, seed, directory):
    """The sources of the corpora `names`."""
    sources = []
    for name in names:
        if name in ("small", "real"):
            sources += examples(real=name == "real")
        elif name == "csmith":
            sources += csmith(count, seed, directory)
        else:
            sources.append(Source(os.path.basename(name), os.path.abspath(name)))
    return sources


def names(choices):
    """How an argument of names with commas is read; `choices`: what is allowed, or None."""

    def parse(text):
        found = text.split(",")
        for name in found:
            if choices and name not in choices:
                raise argparse.ArgumentTypeError(f"'{name}' is none of {list(choices)}")
        return found

    return parse
