"""Compares layout dumps, right and wrong ones, with an object (the argument)."""

import sys

import layout
from objects import ObjectFile

# 0: xorl %eax,%eax  2: incl %eax  4: jmp 2  6: retq
CODE = [
    "function f",
    "  0x0000 2 - 31c0 XOR32rr",
    "  0x0002 2 L1 ffc0 INC32r",
    "  0x0004 2 L1 eb00 JMP_1",
    "  0x0006 1 - c3 RET64",
]
CASES = {
    "right": {},
    "wrong length": {3: "  0x0004 5 L1 e900000000 JMP_4", 4: "  0x0009 1 - c3 RET64"},
    "wrong offset": {2: "  0x0003 2 L1 ffc0 INC32r"},
    "wrong bits": {2: "  0x0002 2 L1 ffc1 INC32r"},
    "missing function": {0: "function g"},
    "unknown offsets": {1: "  0x0000 0 - (inline assembly)", 2: "  ~0x0000 2 L1 ffc0 INC32r"},
}

obj = ObjectFile(sys.argv[1], "llvm-objdump")
for name, changes in CASES.items():
    lines = [changes.get(i, line) for i, line in enumerate(CODE)]
    t = layout.compare(layout.parse("\n".join(lines)), obj)
    print(f"{name}: {t.agreeing} of {t.instructions} instructions,", end=" ")
    print(f"{t.agreeing_loops} of {t.loops} loops")
    for p in t.problems:
        print(f"  {p}")
