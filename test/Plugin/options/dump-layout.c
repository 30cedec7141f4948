// The layout of every function, loops or not, without asking for remarks.

// RUN: env TAKT_OPTIONS=-takt-dump-layout=%t.txt %takt-clang --target=x86_64-linux-gnu -O1 -c %s -o %t.o 2>&1 | count 0
// RUN: FileCheck %s < %t.txt
// RUN: env TAKT_OPTIONS=-takt-dump-layout=- %takt-clang --target=x86_64-linux-gnu -O1 -c %s -o %t.o | FileCheck %s

// CHECK: function one
// CHECK-NEXT: 0x0000 5 - b801000000 MOV32ri
// CHECK-NEXT: 0x0005 1 - c3 RET64
// CHECK-NEXT: function count
// CHECK: (inline assembly)
// CHECK-NEXT: ~0x{{[0-9a-f]+}} {{[0-9]+}} L
int one(void) { return 1; }
int count(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    __asm__ volatile("nop");
    s += i * i;
  }
  return s;
}
