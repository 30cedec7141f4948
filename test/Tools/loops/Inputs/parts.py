# Checks lift.py, the comparison of results and the check of the CPU on what can be
# worked out by hand.
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True

from lift import Part, format_parts, lift, parse_parts, unlike
from runner import Runner, same

# All instructions are two bytes long, but for one of three at 30.
SIZES = {30: 3}


def size(address):
    return SIZES.get(address, 2)


def parts(few, many, limit=0):
    return format_parts(lift(few, many, size, limit))


# A loop of one block: 10, 12 jumps back to 10. Entry and exit are the same.
assert parts([8] + [10, 12] * 3 + [14], [8] + [10, 12] * 6 + [14]) == "3*loop:a-e"

# A choice within a loop: 10 goes to 12, 14 or jumps to 16, which leads back.
once, other = [10, 12, 14, 16, 18], [10, 16, 18]
assert parts(once + other + [20], once * 3 + other * 6 + [20]) == "2*loop:a-14;5*loop:a-c,10-14"

# A loop that is left in its middle: what is left over is no iteration.
assert parts([10, 12, 14] * 2 + [10, 40], [10, 12, 14] * 5 + [10, 40]) == "3*loop:a-10"

# A loop of two iterations within another one: what lies between is a part, too;
# with a limit of 7 instructions the outer iteration is one, with 6 not.
row = [4] + [10, 12] * 2 + [20, 22]
few, many = [2] + row * 2 + [24], [2] + row * 4 + [24]
assert parts(few, many) == "4*loop:a-e;2*straight:14-18,4-6"
assert parts(few, many, 6) == parts(few, many)
assert parts(few, many, 7) == "2*loop:4-6,a-ex2,14-18"

# Two loops with nothing around them, and an instruction of three bytes.
assert parts([10] * 3 + [30] * 2, [10] * 4 + [30] * 6) == "1*loop:a-c;4*loop:1e-21"

# What is as often in both runs is no part.
assert parts([8, 10, 12], [8, 10, 12]) == ""

counts = {Part("loop", ((1, 4), (1, 4), (16, 18))): 5, Part("straight", ((8, 9),)): -1}
assert format_parts(counts) == "5*loop:1-4x2,10-12;-1*straight:8-9"
assert parse_parts(format_parts(counts)) == counts
for bad in ("x", "1*path:1-2", "1*loop:", "1*loop:1-2y3"):
    try:
        parse_parts(bad)
        raise SystemExit(f"'{bad}' was read")
    except ValueError as error:
        assert "is no" in str(error), error

# More of the same; and half as many elements took another loop of a quarter as many bytes.
assert unlike(lift([8] + [10, 12] * 3, [8] + [10, 12] * 6, size)) == 0
assert unlike(parse_parts("4*loop:0-10;-1*loop:20-30")) == 0.25

# Results: sums within rounding of the sum of magnitudes, hashes equal.
assert same([100, 1000], [100.02, 1000]) and not same([100, 1000], [100.2, 1000])
assert same("A", "A") and not same("A", "B")
assert not same([float("nan"), 1], [float("nan"), 1])


def why_not(**answer):
    runner = Runner.__new__(Runner)
    runner.ask = lambda *_: answer
    return runner.why_not("znver4")


assert why_not(host="znver4", same=True, foreign=[]) is None
assert why_not(host="znver3", same=False, foreign=[]) == (
    "this processor is not znver4: by its family and model it is znver3 for LLVM")
assert why_not(host="znver4", same=True, foreign=["amx-tile"]) == (
    "this processor is not znver4: by its family and model it is znver4 for LLVM, "
    "but it has amx-tile, which znver4 has not")
