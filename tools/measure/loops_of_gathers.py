# Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops of gathers with AVX2 and AVX-512, for `rates`: names and code."""

# Elements in words of their own: where they share a bank of the cache they wait for it.
INDICES = ("mov rax, 0x0706050403020100; vmovq xmm3, rax; mov rax, 0x0f0e0d0c0b0a0908; "
           "vpinsrq xmm3, xmm3, rax, 1; vpmovzxb{by} {vector}{to}, xmm3; ")

# Elements, of which bits, by indices of which, result, index.
FORMS = [(2, "pd", "d", "xmm", "xmm"), (2, "pd", "q", "xmm", "xmm"), (4, "ps", "d", "xmm", "xmm"),
         (4, "pd", "d", "ymm", "xmm"), (4, "pd", "q", "ymm", "ymm"), (4, "ps", "q", "xmm", "ymm"),
         (8, "ps", "d", "ymm", "ymm"), (8, "pd", "d", "zmm", "ymm"), (8, "pd", "q", "zmm", "zmm"),
         (8, "ps", "q", "ymm", "zmm"), (16, "ps", "d", "zmm", "zmm")]
COPIES = 4  # in an iteration, so that what makes the indices hardly counts


def _lines(code):
    return code.replace("; ", "\n")


class _Gather:
    """A form with one of the two kinds of masks: all elements, into register 5."""

    def __init__(self, elements, kind, by, result, index, masked):
        size = 4 if kind == "ps" else 8
        self.elements, self.result, self.index = elements, result, index
        self.name = f"vgather{by}{kind} {result}{'{k}' if masked else ''}"
        to = f"{result}5" + ("{{k1}}" if masked else "")
        self.code = f"vgather{by}{kind} {to}, [{{base}} + {index}2*{size}]"
        self.code += "" if masked else f", {result}1"
        self.code = self.code.format(base="rsi")
        self.mask = "kxnorw k1, k0, k0" if masked else f"vpcmpeqd {result}1, {result}1, {result}1"
        # All bits, by what came out, whatever it is; of equal registers `vpcmpeqd` would
        # not wait for it.
        self.again = (f"vpcmpleud k1, {result}5, {result}5" if masked else
                      f"vpor {result}1, {result}5, {result}11")
        self.by = by

    def indices(self, to):
        return INDICES.format(by=self.by, vector=self.index, to=to)

    def loop(self, others):
        one = "; ".join([self.mask, f"vpxor xmm5, xmm5, xmm5; {self.code}", *others])
        return _lines(self.indices(2) + "; ".join([one] * COPIES))


def _all():
    for masked in (True, False):
        for form in FORMS:
            # AVX2 has no vectors of 512 bits.
            if masked or "zmm" not in form:
                yield _Gather(*form, masked)


def gathers():
    """With moves, which take places, and with loads; chains by index, mask and old value."""
    for gather in _all():
        for count in (0, 4, 6, 9, 12, 18):
            yield (f"{gather.name} + {count} moves",
                   gather.loop(["mov ebx, ebp"] * count), COPIES)
        for count in (1, 3, 6):
            yield (f"{gather.name} + {count} loads",
                   gather.loop([f"mov rbx, [rdi + {8 * n}]" for n in range(count)]), COPIES)
        yield f"{gather.name}, index, vpand, vpaddd", _lines(
            gather.indices(3) + "vpxor xmm10, xmm10, xmm10; " + "; ".join(
                ["vpand ymm2, ymm5, ymm10", "vpaddd {0}2, {0}2, {0}3".format(gather.index),
                 gather.mask, gather.code] * COPIES)), COPIES
        yield f"{gather.name}, mask, {gather.again.split()[0]}", _lines(
            gather.indices(2) + "vpcmpeqd ymm11, ymm11, ymm11; " + "; ".join([gather.again, gather.code] * COPIES)), COPIES
        add = "vpaddd {0}5, {0}5, {0}5".format(gather.result)
        yield f"{gather.name}, old value, vpaddd", _lines(
            gather.indices(2) + "; ".join([gather.mask, add, gather.code] * COPIES)), COPIES


FAMILIES = (gathers,)
