/* Runs the kernels of tools/loops and prints a hash of what each leaves in
   memory. Data are numbers of a fixed sequence, in the ranges that kernel.h
   gives; nothing comes from the system, so that it is the same on a processor
   and under an emulator. */

#include "kernel.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Made by results.py. */
struct Entry {
  const char *Name;
  void (*Run)(long, struct Data *);
  const long *Size;
};
extern const struct Entry Kernels[];

static struct Data D;
static uint64_t State;

/* Knuth's linear congruential generator (MMIX). */
static uint32_t next(void) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return State >> 32;
}

static double fraction(void) { return 0.5 + next() / 4294967296.0; }

#define FILL(Type, Array, Value)                                               \
  for (Type *E = (Type *)D.Array,                                              \
            *End = (Type *)((char *)D.Array + sizeof(D.Array));                \
       E != End; ++E)                                                          \
  *E = (Type)(Value)

static void fill(void) {
  State = 1;
  memset(&D, 0, sizeof(D));
  FILL(double, x, fraction());
  FILL(double, y, fraction());
  FILL(double, z, fraction());
  FILL(float, u, fraction());
  FILL(float, v, fraction());
  FILL(float, w, fraction());
  FILL(uint64_t, p, (uint64_t)next() << 32 | next());
  FILL(uint64_t, q, (uint64_t)next() << 32 | next());
  FILL(uint32_t, i, next());
  FILL(uint32_t, j, next());
  FILL(int16_t, s, next());
  FILL(int16_t, t, next());
  FILL(uint8_t, a, next());
  FILL(uint8_t, b, next());
  for (int K = 0; K != Most8 / 2; ++K)
    D.order[K] = (K * 5 + 3) % (Most8 / 2);
  FILL(int32_t, sorted, E - D.sorted - Most4 / 2);
  FILL(uint8_t, text, 1 + next() % 127);
  memcpy(D.copy, D.text, sizeof(D.text));
  FILL(uint32_t, table, next());
  FILL(double, matrix, fraction());
  FILL(double, result, fraction());
  FILL(float, image, fraction());
  for (int K = 0; K != 512; ++K) {
    D.nodes[K].next = &D.nodes[(K + 21) % 512];
    D.nodes[K].value = next();
  }
  FILL(float, points, fraction());
  D.factor = fraction();
  D.factor4 = (float)fraction();
  D.divisor = 1 + next() % 1000;
  D.seed = next() | 1;
}

static uint64_t hashOf(const void *Bytes, size_t Size) {
  uint64_t Hash = 14695981039346656037u; /* FNV-1a */
  for (size_t K = 0; K != Size; ++K)
    Hash = (Hash ^ ((const unsigned char *)Bytes)[K]) * 1099511628211u;
  return Hash;
}

int main(void) {
  for (const struct Entry *E = Kernels; E->Name; ++E) {
    /* All of it, and lengths that leave remainders. */
    const long Lengths[] = {*E->Size, *E->Size - 1, *E->Size / 2 + 1, 3};
    for (int N = 0; N != 4; ++N) {
      fill();
      E->Run(Lengths[N], &D);
      /* Addresses differ from one program to the next. */
      for (int K = 0; K != 512; ++K)
        D.nodes[K].next = NULL;
      printf("%s %ld %016llx\n", E->Name, Lengths[N],
             (unsigned long long)hashOf(&D, sizeof(D)));
    }
  }
  return 0;
}
