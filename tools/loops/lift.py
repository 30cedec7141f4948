# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From executed instructions to the parts of a kernel, and how often each ran.

CesASMe (Bastian et al., "CesASMe and Staticdeps", section 2.4) sums up, over basic
blocks, occurrences times prediction. Here a part is

  loop      one path through a loop, from its header back to it. The iteration that
            leaves the loop counts too if it ends in a block that also leads
            back.
  straight  the blocks between such iterations, in the order of execution.

Which loops these are: innermost ones, or, with a limit of more than 0 instructions,
the outermost ones whose iterations all execute at most so many. Iterations of
such an outer loop overlap on the processor, inner loops and all, which a sum over
inner loops cannot say.

A part is written as COUNT*KIND:START-END,START-ENDxTIMES,... with hexadecimal
addresses, and parts are separated by semicolons.
"""

import collections
import itertools
import math
import re
from dataclasses import dataclass

LOOP, STRAIGHT = "loop", "straight"


@dataclass(frozen=True)
class Part:
    kind: str
    # Pieces of code without a jump, (start, end) each, in order of execution.
    path: tuple

    def text(self):
        """As takt's --path takes it."""
        return ",".join(f"{start:x}-{end:x}" for start, end in self.path)

    def short_text(self):
        pieces = []
        for piece, times in itertools.groupby(self.path):
            times = len(list(times))
            pieces.append(f"{piece[0]:x}-{piece[1]:x}" + (f"x{times}" if times > 1 else ""))
        return ",".join(pieces)


def format_parts(counts):
    return ";".join(f"{n}*{p.kind}:{p.short_text()}" for p, n in counts.items())


def parse_parts(text):
    """{Part: count} of what format_parts wrote; ValueError if it is none."""
    counts = {}
    for word in filter(None, text.split(";")):
        found = re.fullmatch(r"(-?\d+)\*(loop|straight):(.*)", word)
        if not found:
            raise ValueError(f"'{word}' is no part of a kernel")
        path = []
        for piece in found[3].split(","):
            one = re.fullmatch(r"([0-9a-f]+)-([0-9a-f]+)(?:x(\d+))?", piece)
            if not one:
                raise ValueError(f"'{piece}' is no piece of code")
            path += [(int(one[1], 16), int(one[2], 16))] * int(one[3] or 1)
        counts[Part(found[2], tuple(path))] = int(found[1])
    return counts


# --- Blocks -------------------------------------------------------------------


def block_starts(runs, size):
    """Addresses at which a basic block starts, by what was executed."""
    starts, jumps = set(), set()
    for run in runs:
        starts.add(run[0])
        for address, following in zip(run, run[1:]):
            if following != address + size(address):
                starts.add(following)
                jumps.add(address)
    return starts | {address + size(address) for address in jumps}


def blocks_of(run, starts, size):
    """The run as a list of blocks (start, end)."""
    blocks, first = [], run[0]
    for address, following in zip(run, run[1:] + [None]):
        end = address + size(address)
        if following is None or following in starts or following != end:
            blocks.append((first, end))
            first = following
    return blocks


# --- Loops --------------------------------------------------------------------


def dominators(entry, nodes, before):
    """{node: nodes that are on every way from `entry` to it}; `nodes` in some
    order that begins with the entry."""
    found = {node: set(nodes) for node in nodes}
    found[entry] = {entry}
    changed = True
    while changed:
        changed = False
        for node in nodes:
            if node == entry:
                continue
            new = set.intersection(*(found[p] for p in before[node])) | {node}
            if new != found[node]:
                found[node], changed = new, True
    return found


def natural_loops(sequences):
    """{header: blocks} of the loops that ran, those with one header joined."""
    before = collections.defaultdict(set)
    nodes = dict.fromkeys(block for blocks in sequences for block in blocks)
    for blocks in sequences:
        for block, following in zip(blocks, blocks[1:]):
            before[following].add(block)
    over = dominators(sequences[0][0], list(nodes), before)
    loops = {}
    for header in nodes:
        for latch in before[header]:
            if header not in over[latch]:
                continue
            body, left = loops.setdefault(header, {header}), [latch]
            while left:
                block = left.pop()
                if block not in body:
                    body.add(block)
                    left += before[block]
    return loops


def longest_iteration(header, body, sequences, instructions):
    """Executed instructions of the longest iteration of a loop."""
    longest = current = 0
    for blocks in sequences:
        inside = False
        for block in blocks:
            inside = block in body and (inside or block == header)
            if not inside or block == header:
                longest, current = max(longest, current), 0
            if inside:
                current += instructions[block]
        longest, current = max(longest, current), 0
    return longest


def choose_loops(loops, sequences, instructions, limit):
    """Loops that do not overlap, as the head of this file says."""
    inner = {header for header, body in loops.items()
             if not any(other != header and other in body for other in loops)}
    good = {header: body for header, body in loops.items() if header in inner
            or longest_iteration(header, body, sequences, instructions) <= limit}
    return {header: body for header, body in good.items()
            if not any(header != other and header in good[other] for other in good)}


# --- Parts --------------------------------------------------------------------


def joined(blocks):
    """Blocks as pieces without jumps."""
    pieces = []
    for start, end in blocks:
        if pieces and pieces[-1][1] == start:
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return tuple(pieces)


def count_parts(blocks, loops):
    """{Part: count} of one run. `loops` do not overlap."""
    counts, straight, latches = collections.Counter(), [], collections.defaultdict(set)
    for block, following in zip(blocks, blocks[1:]):
        if following in loops and block in loops[following]:
            latches[following].add(block)

    def end_straight():
        if straight:
            counts[Part(STRAIGHT, joined(straight))] += 1
            straight.clear()

    at = 0
    while at < len(blocks):
        header, end = blocks[at], at + 1
        if header not in loops:
            straight.append(header)
            at = end
            continue
        while end < len(blocks) and blocks[end] in loops[header] and blocks[end] != header:
            end += 1
        if blocks[end - 1] in latches[header]:
            end_straight()
            counts[Part(LOOP, joined(blocks[at:end]))] += 1
        else:
            straight.extend(blocks[at:end])
        at = end
    end_straight()
    return counts


def lift(few, many, size, limit=0):
    """{Part: how much more often it is in run `many` than in `few`}, both lists of
    addresses; size(address) has the lengths of instructions, `limit` is that of the
    head of this file."""
    starts = block_starts((few, many), size)
    sequences = [blocks_of(run, starts, size) for run in (few, many)]
    instructions = {}
    for block in {block for blocks in sequences for block in blocks}:
        at, instructions[block] = block[0], 0
        while at < block[1]:
            at, instructions[block] = at + size(at), instructions[block] + 1
    loops = choose_loops(natural_loops(sequences), sequences, instructions, limit)
    first, second = (count_parts(blocks, loops) for blocks in sequences)
    second.subtract(first)
    return {part: n for part, n in second.items() if n}


def unlike(counts):
    """Bytes of code that ran less often in the longer run, over those that ran more
    often: 0 if that ran the same loops and only more of them."""
    less = more = 0
    for part, n in counts.items():
        size = sum(end - start for start, end in part.path)
        less, more = less + max(0, -n) * size, more + max(0, n) * size
    return less / more if more else math.inf
