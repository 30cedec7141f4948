"""Random C programs of loop nests, for results.py --corpus nests.

Nests as unroll and jam meets them, legal and illegal to jam: bounds that are constants,
arguments, or the outer counter (triangles); steps up and down; elements of six
types; accesses that other rows meet, ahead or behind; pointers with and without
`restrict`, members of one struct, one of them modulo its length, and `restrict`
arguments of functions that are inlined into an outer loop; conditions, early exits,
sums in front of, in and behind the inner loop.

Integers are unsigned and floating-point values stay small, so that nothing is
undefined; whether to go on depends on integers only, so that results under
-ffast-math differ by rounding alone.
"""

import randomprograms

TYPES = {"double": 8, "float": 4, "u64": 8, "u32": 4, "u16": 2, "u8": 1}
PRELUDE = """#include <stdio.h>
#include <string.h>
typedef unsigned long long u64; typedef unsigned u32;
typedef unsigned short u16; typedef unsigned char u8;
enum { Room = 8192, Middle = 3000 };
static u32 idx[Room];
"""
MAIN = """
static u64 state = 88172645463325252ull;
static u64 next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }
#define FILL(T, N) for (int i = 0; i < (N); i++) p[i] = (T)((next() >> 40) % 64) / (T)(sizeof(T) > 3 ? 4 : 1);
"""
SIZES = "{{0, 0}, {1, 5}, {3, 1}, {4, 4}, {5, 9}, {8, 3}, {9, 17}, {17, 8}, {18, 33}, {33, 18}}"


class Nest:
    def __init__(self, rng, number):
        self.rng, self.name = rng, f"f{number}"
        self.type = rng.choice(list(TYPES))
        self.is_float = self.type in ("double", "float")
        self.inside = True  # of the inner loop
        # Most nests at random are not legal to jam: of these each element is stored
        # by one statement, in an order that does not matter.
        self.is_calm = rng.random() < 0.65
        # They add up rows, or for each row what they store behind it.
        self.adds_up = rng.random() < 0.5
        self.own = rng.choice(["c", "c", "c + 2", "2 * c", "r * 40 + c", "r % 8 * 32 + c"])
        # How the function comes to its memory.
        self.kind = rng.choice(["restrict"] * 4 + ["may-alias", "struct", "inlined", "inlined"])

    def address(self):
        r = self.rng
        d = r.choice([0, 0, 0, 1, 2, -1, -2])
        if not self.inside:
            return r.choice(["r", f"r + {d}", f"r * n + {d}", "r % 32"])
        if self.kind == "inlined":
            return f"c + {abs(d)}"
        return r.choice([
            "c", f"c + {d}", f"{r.choice([2, 3])} * c + {abs(d)}", "r", f"r + c + {d}",
            f"r - c + {d}", f"r * n + c + {d}", f"(r + {d}) * n + c", "c * n + r",
            f"r % 8 * 32 + c % 32 + {abs(d)}", f"(r + {d}) * 40 + c", f"rows - r + c + {d}"])

    def place(self, array):
        if self.is_calm and array == "a" and self.kind != "struct":
            if not self.inside:
                return "a[r + 2000]"
            return f"a[{'c' if self.kind == 'inlined' else self.own}]"
        if self.is_calm and array == "a":
            return "m->a[r % 32][c % 32]" if self.inside else "m->a[r % 32][31]"
        if self.kind == "struct":
            # In bounds of the member, or scalar evolution may rely on it.
            row = self.rng.choice(["r % 32", "(r + 1) % 32", "r % 4"] + ["c % 32"] * self.inside)
            column = self.rng.choice(["r % 32", "3"] + ["c % 32", "(c + 1) % 32"] * 2 * self.inside)
            return f"m->{array}[{row}][{column}]"
        return f"{array}[{self.address()}]"

    def value(self):
        r = self.rng
        first = "bc" if self.is_calm and self.adds_up else "abc"
        terms = [self.place(r.choice(first)), self.place(r.choice("bc")), "s",
                 f"({self.type})(c & 7)"]
        x, y = r.choice(terms), r.choice(terms)
        if self.is_float:
            return r.choice([f"{x} * ({self.type})0.25 + {y} * ({self.type})0.5",
                             f"({x} + {y}) * ({self.type})0.25",
                             f"{x} * ({self.type})0.5 + ({self.type})1"])
        return r.choice([f"(u64){x} * 3 + {y}", f"(u64){x} ^ (u64){y}", f"(u64){x} + {y}",
                         f"(u64){x} - {y}", f"((u64){x} >> 1) + {y}"])

    def statement(self):
        r = self.rng
        if self.adds_up if self.is_calm else r.random() < 0.4:
            text = f"s = ({self.type})(s{' * (' + self.type + ')0.5' if self.is_float else ''} + {self.value()});"
        else:
            text = f"{self.place('a' if self.is_calm or r.random() < 0.8 else 'b')} = ({self.type})({self.value()});"
        if r.random() < (0.05 if self.is_calm else 0.15):
            text = f"if (idx[c + {r.randrange(4)}] % {r.choice([2, 3, 7])}) {text}"
        return text

    def inner(self):
        """The inner loop."""
        r = self.rng
        low, high = r.choice([("0", "n")] * (30 if self.is_calm else 5) + [("0", "r"), ("r", "n"), ("1", "n - 1"),
                                               ("0", "r + 1"), ("0", "8"), ("0", "32"), ("2", "19")])
        head = r.choice([f"for (long c = {low}; c < {high}; c++)"] * 6
                        + [f"for (long c = {low}; c < {high}; c += {r.choice([2, 3])})",
                           f"for (long c = {high} - 1; c >= {low}; c--)"])
        body = [self.statement() for _ in range(1 if self.is_calm else r.choice([1, 1, 2, 3]))]
        if r.random() < (0.02 if self.is_calm else 0.08):
            body.insert(0, f"if (idx[c] % 61 == {r.randrange(61)}) break;")
        return f"{head} {{ {' '.join(body)} }}"

    def text(self):
        r = self.rng
        t = self.type
        before = f"{t} s = 0;" if self.is_calm or r.random() < 0.5 else ""
        outside = "" if before else f"{t} s = 1;"
        self.inside = False
        stores = self.adds_up if self.is_calm else r.random() < 0.5
        behind = f"{self.place('a')} = s;" if stores else ""
        self.inside = True
        if r.random() < 0.06:
            before += f" if (idx[r] % 37 == {r.randrange(37)}) break;"
        if r.random() < 0.08:
            before += f" if (idx[r] % 5 == {r.randrange(5)}) continue;"
        rows = r.choice(["rows"] * (20 if self.is_calm else 5) + ["16", "9", "n"])
        outer = r.choice([f"for (long r = 0; r < {rows}; r++)"] * 6
                         + [f"for (long r = 0; r < {rows}; r += 2)",
                            f"for (long r = {rows} - 1; r >= 0; r--)"])
        outer_body = f"{{ {before} {self.inner()} {behind} }}"
        beside = self.inner().replace("long c", "long r = 1, c") if r.random() < 0.15 else ""
        lines = []
        if self.kind == "struct":
            lines.append(f"struct S{self.name} {{ {t} a[32][32], b[32][32], c[32][32]; }};")
            arguments = f"struct S{self.name} *m"
        else:
            qualifier = "" if self.kind == "may-alias" else "restrict "
            arguments = f"{t} *{qualifier}a, {t} *{qualifier}b, {t} *{qualifier}c_"
        if self.kind == "inlined":
            # A row at a time, each call with promises of its own: other rows may
            # well be the same.
            lines.append(f"static inline {t} g{self.name}({t} *restrict a, {t} *restrict b, "
                         f"{t} *restrict c_, long r, long rows, long n, {t} s) {{ "
                         f"{self.inner()} return s; }}")
            other = r.choice(["a + (r + 1) * 40", "a + (r - 1) * 40", "a + (r + 3) * 40",
                              "b + r * 40", "b"])
            outer_body = (f"{{ {before} s = g{self.name}(a + r * 40, {other}, c_, r, rows, n, s); "
                          f"{behind} }}")
            arguments = arguments.replace("restrict ", "")
        if before and not self.is_calm:
            outer_body = outer_body[:-1] + "all += s; }"
        lines.append(f"__attribute__((noinline)) {t} {self.name}({arguments}, long rows, long n) {{\n"
                     f"  {outside} {t} all = 0;\n  {outer} {outer_body}\n"
                     f"  {'{ ' + t + ' s = 2; ' + beside + ' all += s; }' if beside else ''}\n"
                     f"  return all{'' if before else ' + s'};\n}}")
        return "\n".join(lines).replace("c[", "c_[") if self.kind != "struct" else "\n".join(lines)

    def call(self):
        t, f = self.type, self.name
        if self.kind == "struct":
            return (f"static struct S{f} m; {t} *p = &m.a[0][0]; FILL({t}, 3072); "
                    f"{t} s = {f}(&m, rows, n); {show(t, f, 's', 'p', 3072)}")
        # Without promises all three may be one.
        b, c = "Room + Middle", "2 * Room + Middle"
        if self.kind == "may-alias" and self.rng.random() < 0.7:
            b = f"Middle + {self.rng.choice([0, 1, 3, 8, 40])}"
            if self.rng.random() < 0.5:
                c = f"Middle + {self.rng.choice([0, 2, 5])}"
        return (f"static {t} p[3 * Room]; FILL({t}, 3 * Room); {t} s = "
                f"{f}(p + Middle, p + {b}, p + {c}, rows, n); {show(t, f, 's', 'p', '3 * Room')}")


def show(type_name, name, result, array, count):
    """Prints a hash of all bytes, or sums that rounding changes a little only."""
    exact = (f'u64 h = 0; for (int i = 0; i < {count}; i++) {{ u64 x = 0; memcpy(&x, &{array}[i], sizeof({type_name})); '
             f'h = h * 31 + x; }} u64 y = 0; memcpy(&y, &{result}, sizeof {result}); '
             f'printf("{name} %ld %ld %llx %llx\\n", rows, n, h, y);')
    if type_name not in ("double", "float"):
        return exact
    rough = (f'double h = 0; for (int i = 0; i < {count}; i++) h += (double){array}[i] * (1 + i % 7); '
             f'printf("{name} %ld %ld %.9g %.9g\\n", rows, n, h, (double){result});')
    return f"\n#ifdef __FAST_MATH__\n{rough}\n#else\n{exact}\n#endif\n"


def program(rng, functions=10):
    nests = [Nest(rng, n) for n in range(functions)]
    text = PRELUDE + "\n".join(nest.text() for nest in nests) + MAIN
    for nest in nests:
        text += f"static void call_{nest.name}(long rows, long n) {{ {nest.call()} }}\n"
    text += "int main(void) {\n  for (int i = 0; i < Room; i++) idx[i] = next() >> 33;\n"
    text += f"  static const long sizes[][2] = {SIZES};\n"
    text += "  for (int i = 0; i < (int)(sizeof sizes / sizeof sizes[0]); i++) {\n"
    for nest in nests:
        text += f"    call_{nest.name}(sizes[i][0], sizes[i][1]);\n"
    text += "  }\n  return 0;\n}\n"
    return text


def write(count, seed, directory):
    """Paths of `count` programs of ten functions each."""
    return randomprograms.write("nests", count, seed, directory, program)
