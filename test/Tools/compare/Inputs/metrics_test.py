"""Figures of takt-compare against cases worked out by hand."""

import argparse
import importlib.machinery
import importlib.util
import itertools
import math
import random
import sys
import unittest

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("compare", sys.argv.pop())
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
loader.exec_module(compare)


def slow_tau(xs, ys):
    """Tau-b straight from its definition."""
    sign = lambda a, b: (a > b) - (a < b)
    pairs = list(itertools.combinations(range(len(xs)), 2))
    sx = [sign(xs[i], xs[j]) for i, j in pairs]
    sy = [sign(ys[i], ys[j]) for i, j in pairs]
    norm = sum(map(abs, sx)) * sum(map(abs, sy))
    return sum(a * b for a, b in zip(sx, sy)) / math.sqrt(norm) if norm else None


class Tau(unittest.TestCase):
    def test_order(self):
        self.assertEqual(compare.kendall_tau([1, 2, 3], [4, 5, 9]), 1)
        self.assertEqual(compare.kendall_tau([1, 2, 3], [9, 5, 4]), -1)

    def test_one_swap(self):
        # 5 pairs agree, 1 does not.
        self.assertAlmostEqual(compare.kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]), 4 / 6)

    def test_ties(self):
        # Of 6 pairs 3 agree, 1 does not, 1 is tied in x, 1 in y: 2/sqrt(5*5).
        self.assertAlmostEqual(compare.kendall_tau([1, 2, 2, 3], [1, 3, 2, 2]), 0.4)

    def test_ties_in_both(self):
        # (1,1) twice, (2,3): 3 pairs, one tied in both: 2/sqrt(2*2).
        self.assertAlmostEqual(compare.kendall_tau([1, 2, 1], [1, 3, 1]), 1.0)

    def test_undefined(self):
        self.assertIsNone(compare.kendall_tau([1, 1], [1, 2]))
        self.assertIsNone(compare.kendall_tau([1, 2], [3, 3]))
        self.assertIsNone(compare.kendall_tau([1], [3]))

    def test_definition(self):
        rng = random.Random(19)
        for n in list(range(2, 40)) * 5:
            xs = [rng.randrange(1 + n // 2) for _ in range(n)]
            ys = [rng.randrange(1 + n // 3) for _ in range(n)]
            expected, found = slow_tau(xs, ys), compare.kendall_tau(xs, ys)
            if expected is None:
                self.assertIsNone(found)
            else:
                self.assertAlmostEqual(found, expected)


class Errors(unittest.TestCase):
    def test_figures(self):
        # Errors 0, 2, 5, 50, 100 %.
        figures = compare.statistics([1, 1, 2, 2, 4], [1, 0.98, 2.1, 3, 8])
        self.assertAlmostEqual(figures["MAPE"], 1.57 / 5)
        self.assertAlmostEqual(figures["median"], 0.05)
        # 0.9 * 4 = 3.6: between 50 and 100 %.
        self.assertAlmostEqual(figures["p90"], 0.8)
        self.assertEqual(figures["<=2%"], 2 / 5)
        self.assertEqual(figures["<=5%"], 3 / 5)
        self.assertEqual(figures["<=10%"], 3 / 5)

    def test_even_median(self):
        self.assertEqual(compare.percentile([1, 2, 4, 8], 0.5), 3)
        self.assertEqual(compare.percentile([7], 0.9), 7)


class Baseline(unittest.TestCase):
    def check(self, notion, counts, expected):
        machine = argparse.Namespace(
            notion=notion, width=4, loads_per_cycle=2, stores_per_cycle=1
        )
        self.assertEqual(compare.baseline(counts, machine), expected)

    def test_loop(self):
        self.check("loop", (3, 0, 0), 1)
        self.check("loop", (11, 0, 0), 10 / 4)
        self.check("loop", (4, 5, 1), 5 / 2)
        self.check("loop", (4, 2, 3), 3)

    def test_unrolled(self):
        self.check("unrolled", (3, 0, 0), 3 / 4)
        self.check("unrolled", (3, 2, 0), 1)


unittest.main()
