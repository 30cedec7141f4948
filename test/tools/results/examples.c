/* Calls the examples and prints a hash of what each computes. */

#include "comb.c"
#define multiply complex_multiply
#include "complex_multiply.c"
#undef multiply
#include "count_words.c"
#include "dot.c"
#include "gemm.c"
#include "hash.c"
#include "histogram.c"
#include "horner.c"
#include "length.c"
#include "list.c"
#include "matvec.c"
#include "normalize.c"
#include "points.c"
#include "prefix_sum.c"
#include "saxpy.c"
#include "sines.c"
#include "stencil.c"

#include <stdio.h>
#include <string.h>

enum { Size = 1000, Side = 30 }; /* Side² ≤ Size */

static void print(const char *Name, const void *Bytes, size_t Count) {
  uint64_t Hash = 14695981039346656037u; /* FNV-1a */
  for (size_t K = 0; K != Count; ++K)
    Hash = (Hash ^ ((const unsigned char *)Bytes)[K]) * 1099511628211u;
  printf("%s %016llx\n", Name, (unsigned long long)Hash);
}

#define PRINT(Name, Value) print(Name, &(Value), sizeof(Value))

/* Of n elements; nothing is read beyond them. */
static void callAll(int n) {
  static float f[Size], g[Size], pairs[Size][2];
  static double a[Size], b[Size], c[Size];
  static struct complex u[Size], v[Size], w[Size];
  static int in[Size], out[Size];
  static char text[Size + 1];
  static unsigned counts[256];
  static struct node nodes[Size];
  static struct point points[Size];
  const int side = n < Side ? n : Side;
  memset(counts, 0, sizeof(counts));
  memset(text, 0, sizeof(text));
  for (int i = 0; i < n; i++) {
    f[i] = 1 + i % 7;
    g[i] = 0.5f + i % 5;
    a[i] = b[i] = c[i] = 1.0 / (1 + i);
    u[i] = (struct complex){i % 3, 1.25f * (i % 4)};
    v[i] = (struct complex){0.3f, i % 11};
    in[i] = i * i - 17 * i;
    text[i] = i % 6 ? 'a' + i % 26 : ' ';
    nodes[i].next = i + 1 < n ? &nodes[i + 1] : NULL;
    nodes[i].value = i * 3;
    points[i] = (struct point){f[i], g[i], 0.5f * (i % 9), 3};
    pairs[i][0] = f[i];
    pairs[i][1] = g[i];
  }
  comb(g, f, 0.5f, n);
  PRINT("comb", g);
  complex_multiply(n, u, v, w);
  PRINT("complex_multiply", w);
  int longest, words = count_words(text, &longest);
  PRINT("count_words", words);
  PRINT("longest", longest);
  double sum = dot(a, b, n);
  PRINT("dot", sum);
  gemm(side, a, b, c);
  PRINT("gemm", c);
  uint32_t h = hash(text);
  PRINT("hash", h);
  histogram((const unsigned char *)text, n, counts);
  PRINT("histogram", counts);
  double value = horner(a, n - 1, 0.99);
  PRINT("horner", value);
  size_t characters = length(text);
  PRINT("length", characters);
  long total = list_sum(nodes);
  PRINT("list", total);
  matvec(side, a, b, c);
  PRINT("matvec", c);
  normalize(n, pairs);
  PRINT("normalize", pairs);
  scale_points(n, 0.75f, points);
  PRINT("points", points);
  prefix_sum(n, in, out);
  PRINT("prefix_sum", out);
  saxpy(n, 1.5f, f, g);
  PRINT("saxpy", g);
  sines(n, a, b);
  PRINT("sines", b);
  jacobi(side, f, g);
  PRINT("stencil", g);
}

int main(void) {
  callAll(Size);
  callAll(37);
  callAll(3);
  return 0;
}
