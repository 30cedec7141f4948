// Loops of a number of iterations that is known, whose vectors LLVM puts into a
// row: the loop that it leaves runs where accesses meet, or does the last few
// elements. What that one takes says nothing of the source loop, and a shape
// that is faster than it may be slower than the row.

// REQUIRES: x86-registered-target
// RUN: env TAKT_OPTIONS="-takt-guide=unroll,interleave -takt-guide-budget=1000 -takt-dump-guide=%t.txt" %takt-clang --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o %t.o -Rpass=takt -Rpass=loop-unroll 2>&1 | FileCheck %s --implicit-check-not="{{interleaved|jammed|bits}}"
// RUN: FileCheck %s --check-prefix=COST --input-file=%t.txt

// 160 elements stand in a row, and a loop does four at a time: the others, or
// all of them. An iteration of the loop around is a row and five of these.
// CHECK: :[[#@LINE+5]]:5: remark: completely unrolled loop with 5 iterations
// CHECK: :[[#@LINE+4]]:5: remark: unrolled loop by a factor of 4
// COST: shortest.0 0 0 0 180 {{[1-9][0-9.]*}} {{[0-9.]+}} 180
void shortest(int (*path)[180], long from, long rows) {
  for (long r = 0; r < rows; r++)
    for (int c = 0; c < 180; c++)
      path[r][c] = path[r][c] < path[r][from] + path[from][c]
                       ? path[r][c]
                       : path[r][from] + path[from][c];
}

// All 128 stand in a row, and an iteration of the loop around is one of it.
// CHECK: :[[#@LINE+5]]:5: remark: completely unrolled loop with 4 iterations
// CHECK: :[[#@LINE+4]]:5: remark: unrolled loop by a factor of 4
// COST: add.0 0 0 0 128 {{[1-9][0-9.]*}} {{[0-9.]+}} 128
void add(float (*to)[128], const float (*a)[128], long rows) {
  for (long r = 0; r < rows; r++)
    for (int c = 0; c < 128; c++)
      to[r][c] += a[r][c];
}

// By the type of its index it has 256 iterations at most, which stand in a row
// that ends somewhere. Nothing tells what the row takes.
// COST: repeats.0 0 0 0 1024 -{{$}}
void repeats(unsigned *restrict to, const unsigned *restrict from, long rows,
             long n) {
  for (long r = 0; r < rows; r++)
    for (long c = 0; c < n; c++)
      to[(unsigned char)c] = to[(unsigned char)c] * 3 + from[r * n + c];
}
