# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""figures.py <tools/depcheck>: depcheck's figures of a loop that never was."""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import ablation
import compare
import plugin
import programs
import report


def pair(source, destination, count, distances, other_runs=0):
    return {"source": source, "destination": destination, "count": count,
            "otherRuns": other_runs, "minInstructions": 1, "maxInstructions": 9,
            "distances": [{"distance": d, "count": c} for d, c in distances]}


def dependence(store, load, distance):
    return {"store": store, "load": load, "distance": distance}


# Ten instructions at 0, 4, ...; 4 runs of 25 iterations.
KERNEL = {
    "function": "f", "path": [{"start": 0, "end": 40}],
    "instructions": [{"address": 4 * n, "text": f"i{n}"} for n in range(10)],
    "memoryDependences": [
        dependence(1, 0, 1),   # in all but the first iterations: right
        dependence(3, 2, 2),   # it is 1
        dependence(5, 4, 1),   # never
        dependence(7, 6, 5),   # in 79 of the 80 iterations that have 5 before them
        dependence(9, 8, 60),  # 600 instructions: out of reach
        dependence(8, 9, 30),  # no run is that long
    ],
}
PAIRS = [
    pair(4, 0, 96, [(1, 96)]),
    pair(12, 8, 96, [(1, 96)]),
    pair(28, 24, 79, [(5, 79)]),         # not 80 % of 100
    pair(0, 32, 90, [(0, 50), (3, 40)]), # missed, periodic, varies
    pair(0, 36, 88, [], other_runs=88),  # missed, periodic, of another run
    pair(0, 28, 10, [(0, 10)]),          # missed, rare
]


def main():
    loop = compare.Loop(KERNEL, 100, [{"iterations": 25, "count": 4}],
                        {4 * n: 100 for n in range(10)}, PAIRS)
    f, findings = compare.compare(loop)
    expected = {
        "pairs": 6, "pairs_found": 3, "weight": 459, "weight_found": 271,
        "run_weight": 371, "run_weight_found": 271, "periodic": 4, "periodic_found": 2,
        "measured": 2, "right": 1, "static": 4, "false": 2,
    }
    for name, value in expected.items():
        assert getattr(f, name) == value, (name, getattr(f, name), value)
    why = sorted((x.kind, x.store // 4, x.load // 4, compare.reason(x)) for x in findings)
    assert why == [
        ("false", 3, 2, "never"),
        ("false", 5, 4, "never"),
        ("missed", 0, 7, "not in 80 % of the iterations"),
        ("missed", 0, 8, "the distance varies"),
        ("missed", 0, 9, "another run of the loop stored it"),
        ("wrong distance", 3, 2, "mostly 1"),
    ], why
    # Twice the same is the same shares.
    twice = report.total([f, f])
    assert (twice.cov_p, twice.cov_u, twice.cov_w) == (0.5, 0.5, 271 / 459)
    assert (twice.cov_r, twice.right_distance, twice.false_share) == (271 / 371, 0.5, 0.5)
    # A loop with a tenth of the iterations counts, one with less does not.
    seen = {"sites": [], "dependences": [],
            "loops": [{"header": h, "iterations": n, "runs": []}
                      for h, n in ((0, 1000), (100, 100), (200, 99))]}
    kernels = [dict(KERNEL, path=[{"start": h, "end": h + 40}]) for h in (0, 100, 200)]
    assert [l.iterations for l in compare.loops_of(kernels, seen)] == [1000, 100]


TEXT = """\
kernel f.x.bb3
  movq size 4 offset 16 : load p2 ; reads "a offset 3" ; writes b
  addq size 3 offset 20
    : p0 ; reads b
    | store-data p4 ; reads b
  memory 1 -> 0 distance 2 latency 5
  memory 0 -> 1
  possible 1 -> 1
kernel g.bb0
"""


def check_plugin():
    kernels = plugin.read_kernels(TEXT)
    assert kernels == [("f.x", [16, 20], [(1, 0, 2), (0, 1, 0)]), ("g", [], [])], kernels
    try:
        plugin.read_kernels("kernel f.bb1\n  memory a -> b\n")
        assert False, "read nonsense"
    except programs.Failure as failure:
        assert str(failure) == "cannot read 'memory a -> b' of the plugin", failure
    # Kernels that the plugin has with other instructions are left out.
    kernel = dict(KERNEL, instructions=[{"address": 0}, {"address": 4}])
    (own,) = plugin.replace_dependences([kernel, KERNEL], {(0, 4): ["mine"]})
    assert own["memoryDependences"] == ["mine"] and KERNEL["memoryDependences"] != ["mine"]


def check_ablation():
    def kernel(function, start, cycles, dependences=0):
        return {"function": function, "path": [{"start": start}], "cycles": cycles,
                "memoryDependences": [None] * dependences}

    # f: 10 * 10 + 10 * 2 cycles, 10 * 6 + 10 * 2 without. g: 10 * 5, 10 * 3.
    counts = ablation.ablate(
        [kernel("f", 0, 10, 2), kernel("f", 8, 2), kernel("g", 16, 5, 1)],
        [kernel("g", 16, 3), kernel("f", 0, 6), kernel("f", 8, 2)],
        {("f", 0): 10, ("f", 8): 10, ("g", 16): 10})
    assert counts == ablation.Ablation(3, 2, 2, 2, 1), counts


main()
check_plugin()
check_ablation()
