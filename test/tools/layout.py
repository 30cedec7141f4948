"""Compares what -takt-dump-layout says of each instruction with the object file.

The form of the dump is told in include/takt/passes/Dump.h.
"""

import re
from dataclasses import dataclass, field

FUNCTION = re.compile(r"^function (.+)$")
SECTION = re.compile(r"^section (\d+)$")
INSTR = re.compile(
    r"^  (?P<unknown>~?)(?P<offset>0x[0-9a-f]+) (?P<size>\d+) (?P<loop>-|L\d+) "
    r"(?:(?P<bytes>[0-9a-f]+) )?(?P<name>\w+|\(.*\))$"
)


@dataclass
class Laid:
    """An instruction as the plugin sees it."""

    offset: int
    size: int
    loop: str  # "-", or the number of its innermost loop: "L3"
    data: bytes
    name: str  # LLVM's opcode, or "(why it is not known)"
    known: bool  # the offset is; after inline assembly it is a lower bound

    @property
    def opaque(self):
        return self.name.startswith("(")

    @property
    def is_prefix(self):
        # LLVM has LOCK_PREFIX and LOCK_ADD32mr; here both are one instruction.
        return self.name.endswith("_PREFIX")


@dataclass
class Tally:
    functions: int = 0
    instructions: int = 0
    agreeing: int = 0
    opaque: int = 0
    loops: int = 0
    agreeing_loops: int = 0
    problems: list = field(default_factory=list)

    def __iadd__(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    @property
    def rate(self):
        return self.agreeing / self.instructions if self.instructions else 0.0


def parse(text):
    """The dump as (symbol, [Laid]) in order. A section of a function that has
    several is a symbol of its own."""
    functions, name = [], ""
    for line in text.splitlines():
        if m := FUNCTION.match(line):
            name = m.group(1)
            functions.append((name, []))
        elif m := SECTION.match(line):
            functions.append((f"{name}.__part.{m.group(1)}", []))
        elif m := INSTR.match(line):
            functions[-1][1].append(
                Laid(
                    int(m.group("offset"), 16),
                    int(m.group("size")),
                    m.group("loop"),
                    bytes.fromhex(m.group("bytes") or ""),
                    m.group("name"),
                    not m.group("unknown"),
                )
            )
        else:
            raise ValueError(f"not a line of a layout dump: {line!r}")
    return functions


def compare(functions, obj):
    """Checks every function of a parsed dump against an ObjectFile."""
    tally = Tally()
    for name, laid in functions:
        real = obj.function(name)
        if real is None:
            tally.problems.append(f"{name}: the object has no such function")
            tally.instructions += sum(not i.opaque for i in laid)
            continue
        tally += compare_function(name, laid, {i.offset: i for i in real})
    return tally


def compare_function(name, laid, real):
    """`real` maps an offset to the instruction of the object there."""
    tally = Tally(functions=1, opaque=sum(i.opaque for i in laid))
    loops = {}  # loop -> all instructions agree
    floor = 0
    for stretch in stretches(laid):
        placed = place(stretch, real, floor)
        for group, at, agrees in placed:
            tally.instructions += len(group)
            tally.agreeing += len(group) if agrees else 0
            for i in group:
                if i.loop != "-":
                    loops[i.loop] = loops.get(i.loop, True) and agrees
            if agrees:
                floor = at + sum(i.size for i in group)
            else:
                tally.problems.append(describe(name, group, at, real))
    tally.loops = len(loops)
    tally.agreeing_loops = sum(loops.values())
    return tally


def stretches(laid):
    """Cuts the function at what has no known length."""
    current = []
    for i in laid:
        if i.opaque:
            if current:
                yield current
            current = []
        else:
            current.append(i)
    if current:
        yield current


def place(stretch, real, floor):
    """[(an instruction with its prefixes, offset in the object, agrees)].

    Behind something of unknown length the dump's offsets are not exact: there
    the stretch is looked for from `floor` on, as a whole.
    """
    if stretch[0].known:
        return list(walk(stretch, real, None))
    best, best_count = None, -1
    for start in sorted(o for o in real if o >= floor) or [floor]:
        placed = list(walk(stretch, real, start))
        count = sum(len(group) for group, _, agrees in placed if agrees)
        if count > best_count:
            best, best_count = placed, count
        if count == len(stretch):
            break
    return best


def walk(stretch, real, start):
    """Places a stretch at its offsets, or one after the other from `start`."""
    at, group = start, []
    for i in stretch:
        if not group:
            at = i.offset if start is None else skip_padding(i, at, real)
        group.append(i)
        if i.is_prefix:
            continue
        agrees = same(group, at, real)
        yield group, at, agrees
        # A wrong length must not make all that follows wrong.
        wrong = not agrees and at in real
        at += real[at].size if wrong else sum(g.size for g in group)
        group = []
    if group:
        yield group, at, False


def skip_padding(instr, at, real):
    """Where `instr` lies if the assembler aligned its block."""
    there = at
    while there in real and "nop" in real[there].text:
        if same([instr], there, real):
            return there
        there += real[there].size
    return there if same([instr], there, real) or instr.is_prefix else at


def same(group, at, real):
    """The object has just this instruction there. Fields that the assembler or
    the linker fills in are still zero in the dump, so its bits are a subset."""
    there = real.get(at)
    data = b"".join(i.data for i in group)
    return (
        there is not None
        and there.size == sum(i.size for i in group) == len(data)
        and all(ours & theirs == ours for ours, theirs in zip(data, there.data))
    )


def describe(name, group, at, real):
    first = group[0]
    there = real.get(at)
    ours = " ".join(f"{i.name} ({i.size} bytes, {i.data.hex()})" for i in group)
    theirs = (
        f"{there.text!r} ({there.size} bytes, {there.data.hex()})"
        if there
        else "no instruction begins"
    )
    where = "" if first.loop == "-" else f" in loop {first.loop}"
    return f"{name}+{at:#x}{where}: {ours}; in the object {theirs}"
