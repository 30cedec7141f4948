# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dependences that takt finds against those that occurred.

The figures are those of Bastian's thesis, section 5.5.1. A dependence is a pair
of a storing and a loading instruction of one loop:

    cov_u  of all pairs that occurred, how many were found
    cov_w  the same, weighted with how often they occurred
    cov_p  of those in at least 80 % of the iterations, how many were found

and beyond the thesis, which has no distances in its runs:

    cov_r  as cov_w, without what another run of the loop left behind
    right distance  of what cov_p found in one run of the loop, how many have the
                    iterations between store and load that most often are
                    between them
    false           of the triplets (store, load, iterations) that takt finds,
                    how many occurred in less than 80 % of the iterations that
                    have as many before them in the same run of the loop
"""

from dataclasses import dataclass, field

from programs import LIFETIME

# Section 5.4.2, 5.5.1: what is periodic, and which blocks are too rare to be
# the loops that matter.
PERIODIC = 0.8
RARE = 0.1


@dataclass
class Loop:
    """A loop that takt modelled and that ran often enough."""

    kernel: dict
    iterations: int
    runs: list
    # Executions by address.
    executions: dict
    # What occurred, takt-depsim's pairs.
    pairs: list = field(default_factory=list)

    @property
    def addresses(self):
        return [i["address"] for i in self.kernel["instructions"]]

    @property
    def found(self):
        """takt's triplets, by addresses."""
        at = self.addresses
        return {(at[d["store"]], at[d["load"]], d["distance"])
                for d in self.kernel["memoryDependences"]}

    def text(self, address):
        instruction = self.kernel["instructions"][self.addresses.index(address)]
        return f"{address:#x} {instruction['text']}"

    def instructions_between(self, store, load, distance):
        at = self.addresses
        return distance * len(at) + at.index(load) - at.index(store)

    def chances(self, store, load, distance):
        """Iterations with so many before them in the same run; of a path through the
        loop, those in which store and load execute."""
        deep = sum(max(0, r["iterations"] - distance) * r["count"] for r in self.runs)
        if not self.iterations:
            return 0
        return min(self.executions[store], self.executions[load]) * deep / self.iterations


def is_periodic(loop, pair):
    return pair["count"] >= PERIODIC * loop.executions[pair["destination"]]


def usual_distance(pair):
    """Iterations most often seen in one run of the loop; None: only between runs."""
    best = max(pair["distances"], key=lambda d: d["count"], default=None)
    return best and best["distance"]


def count_at(pair, distance):
    return next((d["count"] for d in pair["distances"] if d["distance"] == distance), 0)


def loops_of(kernels, report):
    """The loops that count, with what occurred in them."""
    executions = {s["address"]: s["executions"] for s in report["sites"]}
    seen = {loop["header"]: loop for loop in report["loops"]}
    most, loops = {}, []
    for kernel in kernels:
        ran = seen[kernel["path"][0]["start"]]
        loops.append(Loop(kernel, ran["iterations"], ran["runs"], executions))
        name = kernel["function"]
        most[name] = max(most.get(name, 0), ran["iterations"])
    loops = [l for l in loops if l.iterations and l.iterations >= RARE * most[l.kernel["function"]]]
    for loop in loops:
        inside = set(loop.addresses)
        loop.pairs = [p for p in report["dependences"]
                      if p["source"] in inside and p["destination"] in inside]
    return loops


@dataclass
class Figures:
    """Sums over loops; add() two of them for the whole."""

    loops: int = 0
    pairs: int = 0
    pairs_found: int = 0
    weight: int = 0
    weight_found: int = 0
    run_weight: int = 0
    run_weight_found: int = 0
    periodic: int = 0
    periodic_found: int = 0
    measured: int = 0
    right: int = 0
    static: int = 0
    false: int = 0

    def add(self, other):
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @staticmethod
    def share(part, whole):
        return None if not whole else part / whole

    cov_p = property(lambda self: self.share(self.periodic_found, self.periodic))
    cov_u = property(lambda self: self.share(self.pairs_found, self.pairs))
    cov_w = property(lambda self: self.share(self.weight_found, self.weight))
    cov_r = property(lambda self: self.share(self.run_weight_found, self.run_weight))
    right_distance = property(lambda self: self.share(self.right, self.measured))
    false_share = property(lambda self: self.share(self.false, self.static))


@dataclass
class Finding:
    """One disagreement."""

    kind: str  # missed, wrong distance, false
    loop: Loop
    store: int
    load: int
    # Iterations that takt says; None if it says nothing.
    distance: object
    # takt-depsim's pair; None if nothing occurred.
    pair: object
    periodic: bool = False


def compare_pair(loop, pair, distances, figures):
    """Counts a pair that occurred; \p distances: those that takt says, if any.
    Returns a Finding or None."""
    hit, periodic = bool(distances), is_periodic(loop, pair)
    in_run = pair["count"] - pair["otherRuns"]
    figures.pairs += 1
    figures.pairs_found += hit
    figures.weight += pair["count"]
    figures.weight_found += hit * pair["count"]
    figures.run_weight += in_run
    figures.run_weight_found += hit * in_run
    figures.periodic += periodic
    figures.periodic_found += hit and periodic
    if not hit:
        return Finding("missed", loop, pair["source"], pair["destination"], None, pair, periodic)
    usual = usual_distance(pair)
    if not periodic or usual is None:
        return None
    figures.measured += 1
    figures.right += usual in distances
    if usual in distances:
        return None
    return Finding("wrong distance", loop, pair["source"], pair["destination"], min(distances),
                   pair, True)


def compare_triplet(loop, triplet, pair, figures):
    """Counts what takt found, if it could occur at all. Returns a Finding or None."""
    store, load, distance = triplet
    chances = loop.chances(*triplet)
    if loop.instructions_between(*triplet) > LIFETIME or not chances:
        return None
    figures.static += 1
    if pair and count_at(pair, distance) >= PERIODIC * chances:
        return None
    figures.false += 1
    return Finding("false", loop, store, load, distance, pair)


def compare(loop):
    """(Figures, list of Finding)"""
    figures, found = Figures(loops=1), {}
    for store, load, distance in loop.found:
        found.setdefault((store, load), set()).add(distance)
    occurred = {(p["source"], p["destination"]): p for p in loop.pairs}
    findings = [compare_pair(loop, p, found.get(key), figures) for key, p in occurred.items()]
    findings += [compare_triplet(loop, t, occurred.get(t[:2]), figures) for t in sorted(loop.found)]
    return figures, [f for f in findings if f]


def reason(finding):
    """Why, as far as the run tells."""
    pair = finding.pair
    if finding.kind == "false":
        chances = finding.loop.chances(finding.store, finding.load, finding.distance)
        share = count_at(pair, finding.distance) / chances if pair else 0
        return f"in {100 * share:.0f} % of the iterations" if share else "never"
    if finding.kind == "wrong distance":
        return f"mostly {usual_distance(pair)}"
    in_run = pair["count"] - pair["otherRuns"]
    if in_run < pair["count"] / 2:
        return "another run of the loop stored it"
    if max(d["count"] for d in pair["distances"]) < PERIODIC * in_run:
        return "the distance varies"
    if not finding.periodic:
        return "not in 80 % of the iterations"
    return "not seen"
