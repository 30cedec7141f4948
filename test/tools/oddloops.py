"""Random C programs of odd loops, for results.py --corpus odd or distances.

What nests.py leaves out: accesses of 1 to 8 bytes anywhere in one array, members
of unions and of structs in arrays, pointers that are equal, overlap, come from a
table of rows or swap their roles, steps that are 0 or below at run time, counters
of 8, 16 and 32 bits that wrap, three loops deep, loops that are left from within,
pointers that walk, volatile and atomic accesses, values that go from one row to
the next, assembly. And loops in which iterations read or write what others wrote 1
to 40 iterations before, or a few hundred.

All numbers are unsigned, memory is read and written by memcpy where it is not
of the member's type, and no index leaves the array, so that nothing is undefined.
"""

import randomprograms

BITS = {1: "u8", 2: "u16", 4: "u32", 8: "u64"}
PRELUDE = """#include <stdio.h>
#include <string.h>
typedef unsigned long long u64; typedef unsigned u32;
typedef unsigned short u16; typedef unsigned char u8;
enum { Room = 1 << 16, Middle = 1 << 15, Rows = 64 };
#define ACCESS(T, N) \\
  static inline T ld##N(const u8 *p) { T x; memcpy(&x, p, sizeof x); return x; } \\
  static inline void st##N(u8 *p, T x) { memcpy(p, &x, sizeof x); }
ACCESS(u8, 1) ACCESS(u16, 2) ACCESS(u32, 4) ACCESS(u64, 8)
union U { u64 w; double d; u32 h[2]; u16 q[4]; u8 b[8]; };
struct P { u32 x; u16 y; u8 z[6]; u64 t; };
struct Q { u32 grid[16][24]; u32 line[24]; u32 other[16][24]; };
static u8 memory[3 * Room] __attribute__((aligned(64)));
static u8 before[sizeof memory];
static u32 idx[256];
static union U unions[512];
static struct P things[512];
static struct Q parts;
volatile u32 port;
_Atomic u32 flag;
"""
MAIN = """
static u64 state = 88172645463325252ull;
static u64 next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }
static u64 hash(u64 h, const void *p, size_t n) {
  const u8 *b = p;
  for (size_t i = 0; i < n; i++) h = (h ^ b[i]) * 1099511628211ull;
  return h;
}
static void fill(void) {
  memcpy(memory, before, sizeof memory);
  memset(unions, 7, sizeof unions); memset(things, 0, sizeof things); memset(&parts, 3, sizeof parts);
  for (int i = 0; i < 512; i++) { things[i].x = i * 77; things[i].t = i; unions[i].w += i; }
  port = 0; flag = 0;
}
static void show(const char *name, int way, u64 result) {
  u64 h = hash(14695981039346656037ull, memory, sizeof memory);
  h = hash(hash(hash(h, unions, sizeof unions), things, sizeof things), &parts, sizeof parts);
  printf("%s %d %llx %llx %u %u\\n", name, way, h, result, (u32)port, (u32)flag);
}
"""
# Where a, b and c lie, rows, length of a row, a step, a distance between rows.
WAYS = """
  static const struct { int a, b, c; long rows, n, step, row; } ways[] = {
    {0, Room, 2 * Room, 17, 40, 1, 48}, {0, 0, 0, 9, 33, 0, 0}, {0, 4, 1, 18, 21, 2, 7},
    {5, 0, 64, 4, 64, -1, 33}, {0, 8, 16, 33, 9, 3, 1}, {0, 40, Room, 7, 40, 0, 40},
    {0, 0, 0, 0, 3, 1, 1}, {3, 3, Room, 13, 1, 1, 2}, {0, 96, 200, 31, 24, 1, 24}};
"""


class Loops:
    """A function of loops in each other."""

    def __init__(self, rng, number):
        self.rng, self.name = rng, f"f{number}"
        # Most functions hold to one size, or nothing could be jammed.
        self.size = rng.choice([1, 2, 4, 4, 8])
        self.is_calm = rng.random() < 0.5
        self.rows = rng.choice(["plain"] * 3 + ["table", "swap", "gather"])
        # Calm ones may promise that what they store is apart from what they load.
        self.restrict = self.is_calm and rng.random() < 0.8
        self.deep = rng.random() < 0.2
        self.c = "c"

    def index(self):
        r = self.rng
        d = r.choice([0, 0, 0, 1, 2, 3, -1, -2])
        c = self.c
        if self.is_calm:
            return r.choice([c, f"{c} + {abs(d)}", f"r * n + {c}", f"r * row + {c}", f"{c} * step",
                             f"(r + 1) * row + {c}", "r", "r * step"])
        return r.choice([c, c, f"{c} + {d}", f"2 * {c} + {d}", f"{c} * step + {d}", f"r + {c} + {d}",
                         f"r * row + {c} + {d}", f"(r + 1) * row + {c}", f"r * row - {c}", f"n - {c}",
                         f"(long)(u8)({c} * 37 + r)", f"(long)(u16)({c} * 4099) % 512",
                         f"(long)({c} * 0x40000001u % 64)", f"(long)((u32)r - 3u + (u32){c}) % 128",
                         f"(long)idx[({c} + r) & 255]", "r", f"r * step + {d}", f"{c} % 8 * 16 + r % 16"])

    def place(self, pointer):
        size = self.size if self.is_calm or self.rng.random() < 0.7 else self.rng.choice([1, 2, 4, 8])
        scale = size if self.is_calm else self.rng.choice([size, size, size, 1, 4])
        return size, f"{pointer} + ({self.index()}) * {scale}"

    def member(self):
        r = self.rng
        i = r.choice([f"({self.c} + r) & 511", f"({self.c} & 511)", "r & 511", f"(2 * {self.c} + 1) & 511"])
        row = r.choice(["r & 15", "3", f"{self.c} & 15", "(r + 1) & 15"])
        col = r.choice([f"(u64){self.c} % 24", "r & 7", f"(u64)({self.c} + 1) % 24"])
        return r.choice([f"unions[{i}].w", f"unions[{i}].h[{r.choice(['0', '1', 'r & 1'])}]",
                         f"unions[{i}].q[{r.choice(['2', 'r & 3'])}]", f"unions[{i}].b[5]",
                         f"things[{i}].x", f"things[{i}].y", f"things[{i}].z[{r.choice(['3', 'r % 6u'])}]",
                         f"things[{i}].t", f"parts.grid[{row}][{col}]", f"parts.line[{col}]",
                         f"parts.other[{row}][{col}]"])

    def value(self):
        r = self.rng
        terms = ["s", f"(u64){self.c}", "(u64)r", "t"]
        pointers = r.choice(["bc", "b", "ab", "bcp", "pp"])
        for pointer in pointers:
            size, where = self.place(pointer)
            terms += [f"ld{size}({where})"] * 3
        if not self.is_calm:
            terms += [self.member()] * 2
        x, y = r.choice(terms), r.choice(terms)
        return r.choice([f"(u64){x} * 3 + {y}", f"((u64){x} ^ (u64){y})", f"(u64){x} + {y}",
                         f"((u64){x} >> 3) + {y}", f"((u64){x} < (u64){y} ? (u64){x} : (u64){y} * 5)"])

    def statement(self):
        r = self.rng
        kind = r.random()
        if kind < 0.35:
            text = f"s = s * {r.choice([1, 3, 5])} + {self.value()};"
        elif kind < 0.8 or self.is_calm:
            size, where = self.place("a" if r.random() < 0.8 else "p")
            text = f"st{size}({where}, ({BITS[size]})({self.value()}));"
        elif kind < 0.95:
            text = f"{self.member()} = {self.value()};"
        else:
            text = r.choice(["port = port * 3 + 1;", "s += port;", "flag += 3;",
                             "s ^= __c11_atomic_load(&flag, __ATOMIC_RELAXED);",
                             "__c11_atomic_store(&flag, (u32)s, __ATOMIC_RELEASE);",
                             '__asm__ volatile("" ::: "memory");', '__asm__("" : "+r"(s));'])
        if r.random() < (0.08 if self.is_calm else 0.2):
            condition = r.choice(["s & 1", f"idx[{self.c} & 255] % 3", f"{self.c} & 1", "t > s", "r & 1"])
            text = f"if ({condition}) {text}"
        return text

    def inner(self):
        r = self.rng
        if self.is_calm:
            kind = r.choice([0, 0, 0, 1, 2])
        else:
            kind = r.randrange(10)
        head, tail = [
            ("for (long c = 0; c < n; c++) {", "}"),
            ("for (long c = n - 1; c >= 0; c--) {", "}"),
            ("for (long c = 0; c < n; c += 2) {", "}"),
            ("for (u32 w = -5u; w != (u32)n; w++) { long c = (long)(w & 63);", "}"),
            ("for (u8 w = 250; w != (u8)n; w++) { long c = w;", "}"),
            ("for (u16 w = 0; w < (u16)(n * 9); w = (u16)(w + 9)) { long c = w % 128;", "}"),
            ("{ long c = 0; do {", "} while (++c < n); }"),
            ("for (int i = 0; i < (int)n; i++) { long c = i;", "}"),
            ("{ const u8 *end = b + n * 4; long c = 0; for (const u8 *w = b; w != end; w += 4, c++) { s += ld4(w);",
             "} }"),
            ("for (u32 w = 0, c = 0; w < (u32)n * 3u; w += 3u, c = w / 2u) {", "}"),
        ][kind]
        self.c = "(long)c" if kind == 9 else "c"
        body = [self.statement() for _ in range(1 if self.is_calm else r.choice([1, 1, 2, 3]))]
        if not self.is_calm and r.random() < 0.1:
            body.append(r.choice([f"if (s % 61 == {r.randrange(61)}) break;",
                                  f"if (s % 211 == {r.randrange(61)}) goto out;",
                                  f"if (s % 7 == {r.randrange(7)}) continue;",
                                  f"if (s % 307 == {r.randrange(99)}) return s;"]))
        text = f"{head} {' '.join(body)} {tail}"
        self.c = "c"
        return text

    def text(self):
        r = self.rng
        outer = r.choice(["for (long r = 0; r < rows; r++)"] * 5 +
                         ["for (long r = rows - 1; r >= 0; r--)", "for (long r = 0; r < rows; r += 3)",
                          "for (long r = rows; r-- > 0;)", "for (u32 q = 0, r = -2u; q < (u32)rows; q++, r = (r + 1) & 63)"])
        is_word = "u32" in outer
        before = {"plain": "u8 *p = a;", "swap": "", "table": "u8 *p = table[r];",
                  "gather": "u8 *p = a + idx[(u64)r & 255] * 4;"}[self.rows]
        behind = "u8 *x = a; a = b; b = x;" if self.rows == "swap" else ""
        if self.rows == "swap":
            before = "u8 *p = a;"
        if r.random() < 0.7:
            before += " u64 s = (u64)r;"
            behind += r.choice([" t += s;", " t = t * 3 + s;", " if (s & 1) t++;"])
        else:
            before += " u64 s = t;"
            behind += " t = s;"
        if is_word:
            before = before.replace("table[r]", "table[r & 63]")
        # The counter as all places take it.
        shadow = "{ const long r0 = (long)r; { const long r = r0 % 64;" if is_word else "{ {"
        self.c = "(n / 2)"
        if r.random() < 0.5:
            size, where = self.place("a")
            before += f" s += ld{size}({where});"
        if r.random() < 0.5:
            size, where = self.place("a")
            behind = f" st{size}({where}, ({BITS[size]})s); " + behind
        self.c = "c"
        if not self.is_calm and r.random() < 0.15:
            before += r.choice([" if (t % 11 == 3) break;", " if (idx[r & 255] % 5 == 2) continue;"])
        body = self.inner()
        if r.random() < 0.15:
            body += " " + self.inner()
        nest = f"{outer} {shadow} {before} {body} {behind} }} }}"
        if self.deep:
            nest = f"for (long o = 0; o < 3; o++) {{ t += (u64)o; {nest} {'a += 4;' if r.random() < 0.5 else ''} }}"
        q = "restrict " if self.restrict else ""
        return (f"__attribute__((noinline)) u64 {self.name}(u8 *{q}a_, u8 *{q}b_, u8 *{q}c_, u8 **{q}table, "
                f"long rows, long n, long step, long row) {{\n  u8 *a = a_, *b = b_, *const c0 = c_; u64 t = 1, s = 0; (void)c0; (void)s;\n"
                f"  {nest}\n{'out:' if 'goto out' in nest else ''}  return t;\n}}".replace("(c + (", "(c0 + ("))

    def call(self):
        # What promises to be apart is so in the ways in which nothing overlaps.
        where = "0, Room, 2 * Room" if self.restrict else "ways[i].a, ways[i].b, ways[i].c"
        return (f"{{ const int at[] = {{{where}}}; fill(); u8 *a = memory + Middle / 2 + at[0], "
                f"*b = memory + Middle / 2 + at[1], *c = memory + Middle / 2 + at[2]; u8 *table[Rows]; "
                f"for (int k = 0; k < Rows; k++) table[k] = memory + {40000 if self.restrict else 'Middle / 2'} + k * (int)ways[i].row * 4 % 9000 + 300; "
                f'show("{self.name}", i, {self.name}(a, b, c, table, ways[i].rows, ways[i].n, ways[i].step, ways[i].row)); }}')


class Distances(Loops):
    """A function of a long loop whose iterations meet in memory at some distance."""

    def __init__(self, rng, number):
        super().__init__(rng, number)
        r = rng
        self.restrict = r.random() < 0.6
        size = r.choice([1, 2, 4, 4, 8])
        self.sizes = {p: size if r.random() < 0.75 else r.choice([1, 2, 4, 8]) for p in "abc"}
        self.stride = r.choice([1, 1, 1, 2])
        # One that wraps is no evenly moving address to LLVM without a check.
        self.counter = r.choice(["i", "i", "i", "i", "(u64)(u32)i"])

    def at(self, pointer):
        r = self.rng
        distance = r.choice([0, 0, 0, r.randrange(41), 8 * r.randrange(6), r.randrange(41), 100 + r.randrange(300)])
        apart = f" + {r.randrange(1, 8)}" if r.random() < 0.05 else ""
        return f"{pointer} + ({self.counter} * {self.stride} + {distance}) * {self.sizes[pointer]}{apart}"

    def load(self):
        pointer = self.rng.choice("aaaabbc")
        return f"ld{self.sizes[pointer]}({self.at(pointer)})"

    def statement(self):
        r = self.rng
        value = r.choice(["{0} + {1}", "{0} * 3 + {1}", "({0} ^ {1}) + (u64)i", "{0} + {1} * 5 + {2}", "{0} + 7"])
        value = value.format(self.load(), self.load(), self.load())
        if r.random() < 0.1:
            return f"s += {value};"
        pointer = r.choice("aaab")
        size = self.sizes[pointer]
        condition = f"if ({self.load()} & 1) " if r.random() < 0.08 else ""
        return f"{condition}st{size}({self.at(pointer)}, ({BITS[size]})({value}));"

    def text(self):
        r = self.rng
        head = r.choice(["for (long i = 0; i < many; i++)"] * 4 + ["for (long i = many - 1; i >= 0; i--)"] * 2 +
                        ["for (int i = 0; i < (int)many; i++)", "for (long i = 1; i <= many; i += 2)"])
        loop = f"{head} {{ {' '.join(self.statement() for _ in range(r.choice([1, 1, 1, 2, 3])))} }}"
        if r.random() < 0.2:
            loop = f"for (long r = 0; r < 3; r++) {{ {loop} a += 4; }}"
        q = "restrict " if self.restrict else ""
        return (f"__attribute__((noinline)) u64 {self.name}(u8 *{q}a, u8 *{q}b, u8 *{q}c, u8 **{q}table, "
                f"long rows, long n, long step, long row) {{\n  u64 s = 0; const long many = n * 13;\n  {loop}\n  return s;\n}}")


def program(rng, functions=10, distances=6):
    loops = [Loops(rng, n) for n in range(functions)]
    text = PRELUDE + "\n".join(one.text() for one in loops) + "\n"
    # Behind the others, which stay as they were by these.
    far = [Distances(rng, functions + n) for n in range(distances)]
    text += "\n".join(one.text() for one in far) + MAIN
    loops += far
    text += "int main(void) {\n" + WAYS
    text += "  for (int i = 0; i < 256; i++) idx[i] = next() >> 33 & 1023;\n"
    text += "  for (size_t i = 0; i < sizeof before; i++) before[i] = next() >> 40;\n"
    text += "  for (int i = 0; i < (int)(sizeof ways / sizeof ways[0]); i++) {\n    "
    text += "\n    ".join(one.call() for one in loops) + "\n  }\n  return 0;\n}\n"
    return text


def write_distances(count, seed, directory):
    """Paths of `count` programs of 24 functions each, all with distances."""
    return randomprograms.write("distances", count, seed, directory, lambda rng: program(rng, 0, 24))


def write(count, seed, directory):
    """Paths of `count` programs of 16 functions each."""
    return randomprograms.write("odd", count, seed, directory, program)
