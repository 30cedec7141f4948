#!/usr/bin/env python3
# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where Takt's machine descriptions disagree with measured tables.

    modelcheck.py instructions --reference=DIR --cpu=skylake CODE...
    modelcheck.py blocks --cpu=skylake [--unrolled] FILE.csv

`instructions` takes the instructions of CODE (objects, or text files with one
block of hexadecimal machine code a line), asks takt-kernel-dump for the µops of
each, looks each up in DIR/<cpu>.csv (layout of uops.info data, see
docs/cpus.md) and lists the disagreements, those that cost most in CODE first:
a line is  weight, what differs, LLVM opcode, Takt's value, table's value, code.

`blocks` predicts measured blocks (columns hex, or asm with instructions between
semicolons and the number of copies, and cycles or what --column names) and
prints the errors' mean and median and Kendall's tau; with --worst=N the blocks
that are farthest off.

Nothing here is needed to build or test Takt. Python 3 standard library only.
"""

import argparse
import collections
import csv
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DUMP = os.path.join(HERE, "..", "..", "build", "bin", "takt-kernel-dump")
OBJDUMP = "/usr/lib/llvm-19/bin/llvm-objdump"

CONDITIONS = {
    "e": "Z", "ne": "NZ", "a": "NBE", "ae": "NB", "b": "B", "be": "BE",
    "g": "NLE", "ge": "NL", "l": "L", "le": "LE", "s": "S", "ns": "NS",
    "o": "O", "no": "NO", "p": "P", "np": "NP",
}
SIZES = {"byte": 8, "word": 16, "dword": 32, "qword": 64, "xmmword": 128,
         "ymmword": 256, "zmmword": 512, "tbyte": 80}
SHIFTS = {"SHL", "SHR", "SAR", "ROL", "ROR", "RCL", "RCR"}
GPRS = {}
for _n, _names in enumerate(
        ["al ax eax rax", "cl cx ecx rcx", "dl dx edx rdx", "bl bx ebx rbx",
         "sil si esi rsi", "dil di edi rdi", "bpl bp ebp rbp",
         "spl sp esp rsp"] +
        [f"r{i}b r{i}w r{i}d r{i}" for i in range(8, 16)]):
    for _size, _name in zip((8, 16, 32, 64), _names.split()):
        GPRS[_name] = (_n, _size)
for _n, _name in enumerate(("ah", "ch", "dh", "bh")):
    GPRS[_name] = (_n, "h")


def run_dump(args, lines, extra):
    """One JSON object of takt-kernel-dump for every line."""
    command = [args.dump, f"--triple={args.triple}", f"--cpu={args.cpu}"]
    if args.model:
        command.append(f"--model={args.model}")
    done = subprocess.run(command + extra, input="\n".join(lines) + "\n",
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip() or "takt-kernel-dump failed")
    return [json.loads(l) for l in done.stdout.splitlines()]


# --- Reading code -----------------------------------------------------------

def object_instructions(path):
    """Machine code of every instruction of an object, as hexadecimal."""
    text = subprocess.run([OBJDUMP, "-d", path], capture_output=True, text=True,
                          check=True).stdout
    for line in text.splitlines():
        found = re.match(r"\s*[0-9a-f]+:\s((?:[0-9a-f]{2} )+|[0-9a-f]{8} )",
                         line)
        if not found:
            continue
        code = found.group(1).split()
        if len(code) == 1 and len(code[0]) == 8:  # AArch64 prints words
            code = [code[0][i:i + 2] for i in (6, 4, 2, 0)]
        yield "".join(code)


def rows_of(path):
    with open(path) as file:
        yield from csv.DictReader(l for l in file if not l.startswith("#"))


def code_lines(paths):
    """(hexadecimal code, is one instruction)."""
    for path in paths:
        with open(path, "rb") as file:
            is_object = file.read(4) == b"\x7fELF"
        if is_object:
            for line in object_instructions(path):
                yield line
        elif path.endswith(".csv"):
            for row in rows_of(path):
                yield row["hex"]
        else:
            with open(path) as file:
                yield from (l.strip() for l in file if l.strip())


# --- Naming instructions as the table does ----------------------------------

def address_parts(text):
    inside = text[text.index("[") + 1:text.index("]")]
    terms = re.split(r"\s*[+-]\s*", inside)
    registers = [re.sub(r"^[248]\*", "", t) for t in terms
                 if re.sub(r"^[248]\*", "", t) in GPRS or t == "rip"]
    scaled = any("*" in t for t in terms)
    numbers = [t for t in terms if re.fullmatch(r"\d+|0x[0-9a-f]+", t)]
    return registers, scaled, int(numbers[0], 0) if numbers else None


def operand_classes(text):
    """Names the table may use for an operand, likeliest first."""
    text = re.sub(r"\s*\{.*?\}", "", text).strip()
    if "[" in text:
        size = text.split()[0]
        return [f"M{SIZES[size]}"] if size in SIZES else ["M"]
    if text in GPRS:
        size = GPRS[text][1]
        if size == "h":
            return ["R8h"]
        names = [text.upper()] if text in ("cl", "al", "ax", "eax", "rax") \
            else []
        return names + (["R8l"] if size == 8 else [f"R{size}"])
    for prefix in ("xmm", "ymm", "zmm", "mm"):
        if re.fullmatch(prefix + r"\d+", text):
            return [prefix.upper()]
    if re.fullmatch(r"k[0-7]", text):
        return ["K"]
    try:
        value = int(text, 0)
    except ValueError:
        return ["?"]
    classes = ["0"] if value == 0 else ["1"] if value == 1 else []
    if -128 <= value < 256:
        classes.append("I8")
    return classes + ["I16", "I32", "I64", "Rel8", "Rel32"]


def table_mnemonic(name):
    for prefix in ("j", "set", "cmov"):
        if name.startswith(prefix) and name[len(prefix):] in CONDITIONS:
            return prefix.upper() + CONDITIONS[name[len(prefix):]]
    return {"movabs": "MOV", "call": "CALL_NEAR", "ret": "RET_NEAR",
            "sal": "SHL"}.get(name, name.upper())


def split_asm(asm):
    asm = asm.replace("\t", " ").strip()
    asm = re.sub(r"^(lock|rep|repne|notrack) ", "", asm)
    mnemonic, _, rest = asm.partition(" ")
    return mnemonic, [o for o in (p.strip() for p in rest.split(","))
                      if o]


def lea_agen(operand):
    registers, scaled, displacement = address_parts(operand)
    if registers == ["rip"]:
        return "R_D32"
    parts = []
    if registers and not (scaled and len(registers) == 1):
        parts.append("B")
    if len(registers) == 2 or scaled:
        parts.append("IS" if scaled else "I")
    if displacement is not None:
        parts.append("D8" if -128 <= displacement < 128 else "D32")
    return "_".join(parts)


class Table:
    """Rows of a table of uops.info data by mnemonic."""

    def __init__(self, path):
        self.rows = collections.defaultdict(list)
        for row in rows_of(path):
            name, _, operands = row["instruction"].partition(" (")
            base = name if name.startswith("LEA_") else \
                re.sub(r"_(?:NOREX|EVEX|XMM|IMMB|R[04]|[0-9A-F]{2,4})$", "",
                       name)
            kinds = [o.strip() for o in operands.rstrip(")").split(",")
                     if o.strip()]
            self.rows[base].append((kinds, row))

    def find(self, asm):
        mnemonic, operands = split_asm(asm)
        name = table_mnemonic(mnemonic)
        if mnemonic == "lea":
            name = "LEA_" + lea_agen(operands[1])
            operands = operands[:1]
        if name in SHIFTS and len(operands) == 1:
            operands = operands + ["1"]
        wanted = [operand_classes(o) for o in operands]
        best = None
        for kinds, row in self.rows.get(name, []):
            if len(kinds) != len(wanted):
                continue
            try:
                rank = sum(w.index(k) for k, w in zip(kinds, wanted))
            except ValueError:
                continue
            if best is None or rank < best[0]:
                best = (rank, row)
        return best and best[1]


# --- Comparing --------------------------------------------------------------

def table_ports(text):
    result = collections.Counter()
    for part in (text or "0").split("+"):
        if "*" in part:
            count, ports = part.split("*")
            result[frozenset(ports.lstrip("p"))] += int(count)
    return result


def our_ports(instr):
    result = collections.Counter()
    for uop in instr["uops"]:
        for use in uop.split(" ")[-1].split("+"):
            names = re.sub(r"^\d+\*", "", use).split("|")
            if use and all(re.fullmatch(r"p[0-9AB]", n) for n in names):
                result[frozenset(n[1:] for n in names)] += 1
    return result


def show_ports(ports):
    return "+".join(sorted(f"{n}*p{''.join(sorted(p))}"
                           for p, n in ports.items())) or "0"


def whole_register(name):
    if name in GPRS:
        return GPRS[name][0]
    return re.sub(r"^[yz]mm", "xmm", name)


def our_latency(instr, kind):
    """Longest latency to the first operand from data or address registers."""
    _, operands = split_asm(instr["asm"])
    if not operands or "[" in operands[0]:
        return None
    target = whole_register(re.sub(r"\s*\{.*", "", operands[0]))
    address = {whole_register(r) for o in operands if "[" in o
               for r in address_parts(o)[0]}
    data = {whole_register(o) for o in operands if "[" not in o}
    found = [cycles for pair, cycles in instr["latencies"].items()
             for source, dest in [pair.split(">")]
             if whole_register(dest) == target and whole_register(source) in
             (address - data if kind == "address" else data - address)]
    return max(found, default=None)


def table_latency(text, kind):
    found = []
    for item in (text or "").split():
        pair, _, cycles = item.partition("=")
        source, _, dest = pair.partition(">")
        if dest != "REG0" or not cycles:
            continue
        if kind == "address" and source == "MEM0[base]":
            found.append(int(cycles))
        if kind == "data" and source.startswith("REG"):
            found.append(int(cycles))
    return max(found, default=None)


def differences(instr, row):
    """(what, ours, the table's, cost in cycles per execution)."""
    operands = split_asm(instr["asm"])[1]
    memory = [o for o in operands if "[" in o]
    indexed = memory and (len(address_parts(memory[0])[0]) == 2 or
                          address_parts(memory[0])[1])
    registers = [o for o in operands if "[" not in o and operand_classes(o)[0]
                 not in ("0", "1", "I8", "I16", "I32", "I64")]
    same = not memory and len(registers) >= 2 and \
        len({whole_register(r) for r in registers[-2:]}) == 1
    suffix = "_indexed" if indexed else "_same_reg" if same else ""

    def field(name):
        return row.get(name + suffix) or row.get(name) if suffix else row[name]

    ports, expected = our_ports(instr), table_ports(field("ports"))
    if ports != expected:
        cost = abs(sum(ports.values()) - sum(expected.values())) * 0.25 + 0.05
        yield "ports", show_ports(ports), show_ports(expected), cost
    slots = int(field("retire_slots") or 1)
    if not instr["macro_fused"] and slots != instr["fused"]:
        yield "fused µops", instr["fused"], slots, \
            abs(slots - instr["fused"]) * 0.25
    # The table's latencies from an address to a vector are upper bounds.
    vector = operands and re.match(r"[xyz]?mm\d", operands[0])
    for kind in ("data",) if vector else ("data", "address"):
        ours = our_latency(instr, kind)
        theirs = table_latency(field("latencies"), kind)
        if ours is not None and theirs is not None and ours != theirs:
            yield f"latency from {kind}", ours, theirs, \
                abs(ours - theirs) * 0.1


def check_instructions(args):
    table = Table(os.path.join(args.reference, args.cpu + ".csv"))
    lines = list(code_lines(args.files))
    weight = collections.Counter(lines)
    unique = list(weight)
    seen, missing, bad = {}, collections.Counter(), collections.Counter()
    count = collections.Counter()
    extra = ["--uops", "--unrolled"]
    for line, result in zip(unique, run_dump(args, unique, extra)):
        if "error" in result:
            bad[result["error"]] += weight[line]
            continue
        for instr in result["instrs"]:
            _, operands = split_asm(instr["asm"])
            form = " ".join(operand_classes(o)[0] for o in operands)
            indexed = any("[" in o and len(address_parts(o)[0]) > 1
                          for o in operands)
            same = len(operands) > 1 and operands[-1] == operands[-2]
            key = (instr["opcode"], form, indexed, same, instr["fused"])
            count[key] += weight[line]
            seen.setdefault(key, instr)
    total, found = sum(count.values()), []
    agree = matched = 0
    for key, instr in seen.items():
        if instr["macro_fused"]:
            continue
        row = table.find(instr["asm"])
        if row is None:
            missing[instr["opcode"]] += count[key]
            continue
        matched += count[key]
        wrong = list(differences(instr, row))
        agree += 0 if wrong else count[key]
        for what, ours, theirs, cost in wrong:
            found.append((cost * count[key] / total * 1000, what, key[0], ours,
                          theirs, instr["asm"].replace("\t", " ")))
    for item in sorted(found, key=lambda f: -f[0])[:args.top]:
        print("%7.2f  %-20s %-18s %-28s %-28s %s" % item)
    print(f"{total} instructions, {matched} found in the table, "
          f"{agree} agree in µops, ports and latency")
    if args.missing:
        print("not found:", missing.most_common(args.missing))
    for reason, times in bad.most_common(10):
        print(f"not modelled {times}: {reason}")


# --- Measured blocks --------------------------------------------------------

def kendall_tau(pairs):
    """tau-b by merge sort, as in uiCA's evaluation."""
    pairs = sorted(pairs)
    n = len(pairs)

    def ties(values):
        return sum(c * (c - 1) // 2
                   for c in collections.Counter(values).values())

    def inversions(values):
        if len(values) < 2:
            return 0, values
        middle = len(values) // 2
        a, left = inversions(values[:middle])
        b, right = inversions(values[middle:])
        merged, total, i = [], a + b, 0
        for value in right:
            while i < len(left) and left[i] <= value:
                merged.append(left[i])
                i += 1
            total += len(left) - i
            merged.append(value)
        return total, merged + left[i:]

    all_pairs = n * (n - 1) // 2
    tied_x = ties([p[0] for p in pairs])
    tied_y = ties([p[1] for p in pairs])
    both = ties(pairs)
    discordant = inversions([p[1] for p in pairs])[0]
    concordant = all_pairs - tied_x - tied_y + both - discordant
    root = ((all_pairs - tied_x) * (all_pairs - tied_y)) ** 0.5
    return (concordant - discordant) / root if root else 0.0


def check_blocks(args):
    rows = []
    for path in args.files:
        for row in rows_of(path):
            if args.select and not all(
                    re.fullmatch(v, row[k]) for k, v in
                    (s.split("=", 1) for s in args.select)):
                continue
            if row.get(args.column):
                rows.append((row.get("hex") or row["asm"],
                             float(row[args.column]) *
                             int(row.get("copies") or 1)))
    extra = ["--unrolled"] if args.unrolled else []
    if args.asm:
        extra.append("--asm")
    lines = [h + args.append for h, _ in rows]
    results = run_dump(args, lines, extra)
    failed = collections.Counter()
    errors = []
    for (code, measured), result in zip(rows, results):
        if "error" in result:
            failed[result["error"]] += 1
            continue
        predicted = max(result["cycles"], args.floor)
        errors.append((predicted - measured, predicted, measured, code, result))
    if not errors:
        sys.exit(f"no block could be predicted: {failed.most_common(1)}")
    relative = [abs(e[0]) / e[2] for e in errors]
    tau = kendall_tau([(e[1], e[2]) for e in errors])
    print(f"{args.cpu}: {len(errors)} blocks, "
          f"mean {100 * statistics.mean(relative):.2f} %, "
          f"median {100 * statistics.median(relative):.2f} %, tau {tau:.3f}; "
          f"{sum(failed.values())} not modelled")
    high = [abs(e[0]) / e[2] for e in errors if e[0] > 0]
    print(f"  predicted above measured: {len(high)} blocks, "
          f"{100 * sum(high) / len(errors):.2f} points of the mean")
    for reason, times in failed.most_common(args.failures):
        print(f"  not modelled {times}: {reason}")
    sign = {"high": 1, "low": -1, "both": 0}[args.side]
    errors = [e for e in errors if sign == 0 or e[0] * sign > 0]
    errors.sort(key=lambda e: -abs(e[0]) / e[2])
    worst = errors[:args.worst]
    shown = run_dump(args, [e[3] + args.append for e in worst],
                     extra + ["--uops"]) if worst else []
    for (_, predicted, measured, code, _), result in zip(worst, shown):
        text = "; ".join(i["asm"].replace("\t", " ")
                         for i in result["instrs"])
        print(f"  {predicted:7.2f} {measured:7.2f} {result['bound_by']}\n"
              f"      {text}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["instructions", "blocks"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--cpu", required=True)
    parser.add_argument("--triple", default="x86_64-linux-gnu")
    parser.add_argument("--model", help="machine description to use instead")
    parser.add_argument("--dump", default=DUMP, help="path of takt-kernel-dump")
    parser.add_argument("--reference", help="directory of the tables")
    parser.add_argument("--top", type=int, default=60)
    parser.add_argument("--missing", type=int, default=0)
    parser.add_argument("--unrolled", action="store_true")
    parser.add_argument("--asm", action="store_true")
    parser.add_argument("--column", default="cycles")
    parser.add_argument("--select", action="append", metavar="COLUMN=REGEX")
    parser.add_argument("--append", default="", help="code after each block")
    parser.add_argument("--floor", type=float, default=0.0)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--side", choices=["both", "high", "low"],
                        default="both")
    parser.add_argument("--failures", type=int, default=5)
    args = parser.parse_args()
    if args.what == "instructions":
        if not args.reference:
            parser.error("instructions needs --reference")
        check_instructions(args)
    else:
        check_blocks(args)


if __name__ == "__main__":
    main()
