"""Whether takt-unroll says of a jammed loop what takt-remarks says of the result.

    said.py < output of both passes

Of one nest; prints the cycles of an iteration that either has.
"""

import re
import sys

text = sys.stdin.read()
said = re.search(r"jammed by (\d+): [\d.]+ → ([\d.]+) cycles", text)
found = re.search(r"([\d.]+) (?:per source iteration|cycles per iteration on)", text[said.end():])
copies, cycles = int(said[1]), float(said[2])
print(f"said {cycles:.2f}, is {float(found[1]) / copies:.2f}")
if abs(cycles * copies / float(found[1]) - 1) > 0.03:
    sys.exit("they differ")
