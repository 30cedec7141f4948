"""Random C programs that add up rows, for results.py --corpus rows.

What is left of an inner loop over a row, unrolled completely, as accesses marked as
apart meet it: rows of members of one struct, of one member, of one array at other
offsets, and of pointers of which nothing is known; factors that are loaded from where
the rows are, also from the row that is stored; several statements, conditions, and
rows that move while they are summed up.

Nothing is undefined, as in nests.py.
"""

import nests
import randomprograms

WIDTHS = [4, 5, 7, 8, 12, 16, 32]


class Row:
    def __init__(self, rng, number):
        self.rng, self.name = rng, f"f{number}"
        self.type = rng.choice(list(nests.TYPES))
        self.is_float = self.type in ("double", "float")
        self.width = rng.choice(WIDTHS)
        self.kind = rng.choice(["struct"] * 4 + ["array"] * 2 + ["pointers"])

    def row(self, member, counters="rk"):
        """A place in a row, in bounds of the member, or scalar evolution may rely on it."""
        r = self.rng
        n = r.choice([f"{c} % {m}" for c in counters for m in (4, 32)] + ["7", f"{counters[0]} * 3 % 32"])
        c = r.choice(["c"] * 5 + [f"c + {32 - self.width}", f"{self.width - 1} - c"])
        if self.kind == "struct":
            return f"m->{member}[{n}][{c}]"
        place = f"({n}) * 32 + {c}"
        if self.kind == "pointers":
            return f"{member}[{place}]"
        # Parts of one array that meet or not.
        start = {"a": 0, "b": r.choice([1024, 1024, 1000, 32, 1]), "f": r.choice([2048, 2048, 1020, 3])}[member]
        return f"m[{start} + {place}]"

    def factor(self):
        r = self.rng
        element = r.choice(["k", "k % 8", "r", "0"])
        if self.kind == "struct":
            place = f"m->{r.choice('ffba')}[{r.choice(['r % 32', 'k % 32', '5'])}][({element}) % 32]"
        elif self.kind == "pointers":
            place = f"{r.choice('ffba')}[32 * (r % 32) + ({element}) % 32]"
        else:
            place = f"m[{r.choice([2048, 1024, 0])} + 32 * (r % 32) + ({element}) % 32]"
        return r.choice([place] * 5 + [f"({self.type})(r + k)", f"({self.type})3"])

    def statement(self, factor):
        r, t = self.rng, self.type
        # The row that is kept moves with the outer loop alone, mostly.
        to = self.row("a", r.choice(["r", "r", "r", "rk"]))
        by = self.row(r.choice("bbba"), r.choice(["k", "k", "rk"]))
        if self.is_float:
            text = r.choice([f"{to} = {to} * ({t})0.5 + {factor} * ({t})0.01 * {by}",
                             f"{to} = ({to} + {factor} * {by}) * ({t})0.02",
                             f"{to} += {factor} * {by} * ({t})0.001",
                             f"{to} = {by} - {factor}"])
        else:
            text = r.choice([f"{to} = ({t})({to} + (u64){factor} * {by})", f"{to} ^= {by}",
                             f"{to} = ({t})({to} - {by} + {factor})", f"{to} = ({t})({by} + {factor})"])
        return (f"if (idx[c] & 1) {text};" if r.random() < 0.06 else f"{text};")

    def text(self):
        r, t = self.rng, self.type
        factor = self.factor()
        # Loaded once for a row, or for each element.
        before = ""
        if r.random() < 0.5:
            before, factor = f"{t} factor = {factor};", "factor"
        inner = f"for (long c = 0; c < {self.width}; c++) {{ "
        inner += " ".join(self.statement(factor) for _ in range(r.choice([1, 1, 1, 2]))) + " }"
        middle = f"for (long k = 0; k < {r.choice(['32', '32', 'n', '9'])}; k++) {{ {before} {inner} }}"
        if self.kind == "struct":
            lines = [f"struct S{self.name} {{ {t} f[32][64], b[32][64], a[32][64]; }};"]
            arguments = f"struct S{self.name} *m"
        else:
            lines, arguments = [], f"{t} *m" if self.kind == "array" else f"{t} *a, {t} *b, {t} *f"
        lines.append(f"__attribute__((noinline)) void {self.name}({arguments}, long rows, long n) {{\n"
                     f"  for (long r = 0; r < rows; r++)\n    {middle}\n}}")
        return "\n".join(lines)

    def call(self):
        t, f = self.type, self.name
        if self.kind == "struct":
            return (f"static struct S{f} m; {t} *p = &m.f[0][0]; FILL({t}, 6144); "
                    f"{f}(&m, rows, n); {t} s = 0; {nests.show(t, f, 's', 'p', 6144)}")
        pointers = "p"
        if self.kind == "pointers":
            start = self.rng.choice([2048, 2048, 32, 1, 0])
            pointers = f"p, p + {start}, p + {self.rng.choice([4096, 4096, start, 7])}"
        return (f"static {t} p[Room]; FILL({t}, Room); {f}({pointers}, rows, n); {t} s = 0; "
                f"{nests.show(t, f, 's', 'p', 'Room')}")


def program(rng, functions=10):
    rows = [Row(rng, n) for n in range(functions)]
    text = nests.PRELUDE + "\n".join(row.text() for row in rows) + nests.MAIN
    for row in rows:
        text += f"static void call_{row.name}(long rows, long n) {{ {row.call()} }}\n"
    text += "int main(void) {\n  for (int i = 0; i < Room; i++) idx[i] = next() >> 33;\n"
    text += "  static const long sizes[][2] = {{0, 3}, {1, 5}, {2, 16}, {5, 32}, {33, 31}};\n"
    text += "  for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++) {\n"
    for row in rows:
        text += f"    call_{row.name}(sizes[i][0], sizes[i][1]);\n"
    return text + "  }\n  return 0;\n}\n"


def write(count, seed, directory):
    """Paths of `count` programs of ten functions each."""
    return randomprograms.write("rows", count, seed, directory, program)
