// A loop that ends before a value comes round through memory has no such
// dependence.

// RUN: env TAKT_OPTIONS=-takt-dump-kernels=- %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -c %s -o %t.o | FileCheck %s

// CHECK-LABEL: kernel four.
// CHECK-NOT: memory
void four(volatile long *a) {
  for (long i = 0; i < 4; i++)
    a[i + 4] = a[i] + 1;
}

// CHECK-LABEL: kernel five.
// CHECK: memory [[#STORE:]] -> 0 distance 4
void five(volatile long *a) {
  for (long i = 0; i < 5; i++)
    a[i + 4] = a[i] + 1;
}

// CHECK-LABEL: kernel any.
// CHECK: memory [[#STORE:]] -> 0 distance 4
void any(volatile long *a, long n) {
  for (long i = 0; i < n; i++)
    a[i + 4] = a[i] + 1;
}

// Nor does it overwrite what it read so long ago.
// CHECK-LABEL: kernel four_ahead.
// CHECK-NOT: write-after
void four_ahead(volatile long *a) {
  for (long i = 0; i < 4; i++)
    a[i] = a[i + 4] + 1;
}

// CHECK-LABEL: kernel five_ahead.
// CHECK: write-after-read 0 -> {{[0-9]+}} distance 4
void five_ahead(volatile long *a) {
  for (long i = 0; i < 5; i++)
    a[i] = a[i + 4] + 1;
}
