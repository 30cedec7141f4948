"""Random loops over pointers that may or may not meet, as C.

Each function has one loop nest over a few pointers: arguments, with and without
`restrict`, pointers made of them, globals, local arrays; indexed by affine
expressions, narrow ones that wrap around, or values from memory; some walk along
a list. The other file calls each several times with pointers into the same memory, as far as C allows: with
`restrict` they are apart, and each type has memory of its own.
"""

import random

TYPES = ("long", "int", "short", "double", "float")
# Elements: of the memory of each type, of its globals and of local arrays.
POOL, GLOBAL, LOCAL = 8192, 2048, 512
MOST = 24  # iterations of a loop

PRELUDE = """
#define NOINLINE __attribute__((noinline))
struct node { struct node *next; int value, count; };
extern struct node nodes[64];
"""

# No C library, so that a trace has nothing but this.
START = """
void *memset(void *to, int c, unsigned long n) {
  for (unsigned long i = 0; i < n; i++) ((volatile char *)to)[i] = c;
  return to;
}
void *memcpy(void *to, const void *from, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}
void calls(void);
__attribute__((force_align_arg_pointer)) void _start(void) {
  calls();
  __asm__ volatile("syscall" : : "a"(231), "D"(0));
}
"""


class Function:
    """The text of one function, and of calls of it."""

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.type = rng.choice(TYPES)
        self.other = rng.choice(TYPES)
        self.restrict = rng.random() < 0.3
        self.helper = ""
        self.list = False
        self.declarations = []
        self.pointers = self.choose_pointers()

    def choose_pointers(self):
        rng, t = self.rng, self.type
        pointers = ["p", "q", "r"]
        volatile = "volatile " if rng.random() < 0.25 else ""
        for n in range(rng.randint(0, 3)):
            base = rng.choice(("p", "q"))
            by = rng.choice(("%d" % rng.randint(-9, 17), "n", "m", "2 * m", "-n"))
            name = f"s{n}"
            self.declarations.append(f"{volatile}{t} *{name} = {base} + {by};")
            pointers.append(name)
        if rng.random() < 0.3:
            pointers.append(f"(global_{t} + 1024)")
        if rng.random() < 0.2:
            pointers.append(f"(other_{t} + 1024)")
        if rng.random() < 0.25:
            self.declarations.append(f"{t} local[{LOCAL}]; fill_{t}(local);")
            pointers.append("(local + 200)")
        return pointers

    def index(self):
        rng = self.rng
        c = rng.randint(-3, 8)
        kinds = [f"i + {c}"] * 6 + [
            f"2 * i + {c}",
            f"3 * i - {c}",
            f"{MOST} - i + {c}",
            "k[i]",
            f"(unsigned char)(i * 16 + {c & 7})",
            f"i + {c} + m",
            f"i * o + {c}",
            str(c),
            "o",
        ]
        return rng.choice(kinds)

    def place(self):
        return f"{self.rng.choice(self.pointers)}[{self.index()}]"

    def statement(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.12:
            self.helper = (
                f"static inline void {self.name}_step({self.type} *restrict x,\n"
                f"    const {self.type} *restrict y) {{ *x += *y * 3; }}\n"
            )
            # What restrict says of one call must hold.
            p, c, d = rng.choice(("p", "q", "r")), *rng.sample(range(-3, 9), 2)
            if p == "r":
                p = "p"
            return f"{self.name}_step(&{p}[i + {c}], &{p}[i + {d}]);"
        value = " + ".join([self.place() for _ in range(rng.randint(1, 3))])
        statement = f"{self.place()} = {value} + 1;"
        if kind < 0.2:
            # A list in a ring, and fields of other elements of its memory.
            self.list = True
            statement = self.rng.choice(
                (
                    "node->value = node->count + 1; node = node->next;",
                    "node->count += 2; node = node->next;",
                    f"node->value += nodes[i + {rng.randint(0, 3)}].count;",
                    f"nodes[i + 1].value = nodes[i + {rng.randint(0, 3)}].value + 1;",
                    f"nodes[i].count = {self.place()}; node = node->next;",
                )
            )
        elif kind < 0.3:
            statement = f"if (k[i] & {rng.choice((1, 2, 4))}) {statement}"
        elif kind < 0.4:
            statement = f"{self.place()} += {rng.randint(1, 5)};"
        return statement

    def header(self):
        constant = self.rng.randint(2, MOST)
        return self.rng.choice(
            [
                "for (long i = 0; i < n; i++)",
                "for (long i = 0; i < n; i++)",
                "for (int i = 0; i < (int)n; i++)",
                "for (long i = n - 1; i >= 0; i--)",
                f"for (long i = 0; i < {constant}; i++)",
                "for (long i = 0; i < n; i += 2)",
                "for (unsigned j = (unsigned)m & 3; j != (unsigned)n + 3; j++)",
            ]
        )

    def pragma(self):
        return self.rng.choice(
            ["", "", "", "#pragma clang loop unroll(disable) vectorize(disable)\n",
             "#pragma clang loop unroll_count(3)\n",
             "#pragma clang loop vectorize(enable)\n"]
        )  # fmt: skip

    def guard(self):
        return self.rng.choice(
            [""] * 6 + ["if (q >= p + n) ", "if (p + n <= q || q + n <= p) ",
                        "if (m >= n) ", "if (p != q) "]
        )  # fmt: skip

    def text(self):
        body = " ".join(self.statement() for _ in range(self.rng.randint(1, 3)))
        header = self.header()
        if "unsigned" in header:
            body = "long i = j; " + body
        loop = f"{self.pragma()}{header} {{ {body} }}"
        if self.rng.random() < 0.3:
            loop = (
                "for (long o = 0; o < 3; o++) {\n"
                f"p += o * n;\n{loop}\n}}"
            )
        else:
            loop = f"long o = m & 3;\n{self.guard()}{{\n{loop}\n}}"
        restrict = " restrict" if self.restrict else ""
        # r is of another type and is read, and written, as that.
        signature = (
            f"NOINLINE void {self.name}({self.type} *{restrict} p, "
            f"{self.type} *{restrict} q,\n    {self.other} *{restrict} r, "
            "const int *k, long n, long m)"
        )
        if self.list:
            self.declarations.append("struct node *node = nodes + (m & 7);")
        declarations = "\n".join(self.declarations)
        self.signature = signature
        return f"{self.helper}{signature} {{\n{declarations}\n{loop}\n}}\n"

    def call(self):
        rng = self.rng
        n = rng.choice((0, 1, 2, 5, 8, 17, MOST))
        m = rng.randint(0, MOST + 6)
        if self.restrict:
            p, q, r = 1000, 3500, 6000
        else:
            p = rng.randint(2000, 2010)
            q = p + rng.choice((0, 1, -1, 4, n, n - 1, -n, MOST, rng.randint(-40, 40)))
            r = 2000 + rng.randint(-30, 30)
        return (
            f"  {self.name}(pool_{self.type} + {p}, pool_{self.type} + {q}, "
            f"pool_{self.other} + {r}, indices, {n}, {m});\n"
        )


def program(seed, count):
    """Two files: the loops, and what calls them."""
    rng = random.Random(seed)
    functions = [Function(f"f{n}", rng) for n in range(count)]
    loops = PRELUDE
    for t in TYPES:
        loops += f"extern {t} global_{t}[{GLOBAL}], other_{t}[{GLOBAL}];\n"
        loops += f"void fill_{t}({t} *);\n"
    loops += "\n".join(f.text() for f in functions)
    calls = PRELUDE + START
    for t in TYPES:
        calls += f"{t} pool_{t}[{POOL}], global_{t}[{GLOBAL}], other_{t}[{GLOBAL}];\n"
        calls += f"void fill_{t}({t} *to) {{ for (int i = 0; i < {LOCAL}; i++) "
        calls += "to[i] = i; }\n"
    calls += "int indices[64];\nstruct node nodes[64];\n"
    calls += "".join(f.signature + ";\n" for f in functions)
    calls += "void calls(void) {\n  for (int i = 0; i < 64; i++) "
    calls += "indices[i] = (i * 7 + 3) % 13, nodes[i].next = nodes + (i * 5 + 1) % 64;\n"
    for f in functions:
        calls += "".join(f.call() for _ in range(4))
    return loops, calls + "}\n"
