/* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
   See LICENSE for license information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Times the same function of two libraries in turn, and compares what they
   compute:

       run a.so b.so

   prints ticks of one call of each, the least of many rounds, and how many of
   their results differ. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

enum { Elements = 16 * 128, Rounds = 1000 };

typedef void Kernel(double *, double *, double *);

static Kernel *load(const char *Path) {
  void *const Library = dlopen(Path, RTLD_NOW);
  Kernel *const K = Library ? (Kernel *)dlsym(Library, "kernel") : NULL;
  if (!K) {
    fprintf(stderr, "run: %s\n", dlerror());
    exit(1);
  }
  return K;
}

static double A[Elements] __attribute__((aligned(64)));
static double B[Elements] __attribute__((aligned(64)));
static double Start[Elements];
static double C[2][Elements] __attribute__((aligned(64)));

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    fprintf(stderr, "usage: run a.so b.so\n");
    return 2;
  }
  Kernel *const Kernels[2] = {load(Argv[1]), load(Argv[2])};
  srand(1);
  for (int I = 0; I != Elements; ++I) {
    A[I] = 0.5 + rand() / (1.0 + RAND_MAX);
    B[I] = (0.5 + rand() / (1.0 + RAND_MAX)) / 64;
    Start[I] = 0.5 + rand() / (1.0 + RAND_MAX);
  }
  unsigned long long Least[2] = {~0ull, ~0ull};
  for (int Round = 0; Round != Rounds; ++Round)
    for (int K = 0; K != 2; ++K) {
      memcpy(C[K], Start, sizeof(Start));
      _mm_lfence();
      const unsigned long long Begin = __rdtsc();
      Kernels[K](A, B, C[K]);
      _mm_lfence();
      const unsigned long long Ticks = __rdtsc() - Begin;
      if (Ticks < Least[K])
        Least[K] = Ticks;
    }
  int Different = 0;
  for (int I = 0; I != Elements; ++I)
    Different += C[0][I] != C[1][I] && !(isnan(C[0][I]) && isnan(C[1][I]));
  printf("%llu %llu %d\n", Least[0], Least[1], Different);
  return 0;
}
