// A jump table's dispatch is one machine instruction that becomes three.

// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O2 -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s
// At -O0 lowering it twice would break it: the object must stay the same.
// RUN: %takt-clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O0 -Rpass-analysis=takt -c %s -o %t.with.o
// RUN: %clang --target=aarch64-linux-gnu -mcpu=cortex-a72 -O0 -Rpass-analysis=takt -c %s -o %t.without.o
// RUN: cmp %t.with.o %t.without.o

// CHECK: remark: {{.*}} cycles per iteration on cortex-a72, {{.*}}; along the hottest path (
int interpret(const unsigned char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    switch (p[i]) {
    case 0: s += 3; break;
    case 1: s ^= 7; break;
    case 2: s *= 5; break;
    case 3: s -= i; break;
    case 4: s |= i; break;
    case 5: s = ~s; break;
    case 6: s <<= 1; break;
    case 7: return s;
    }
  return s;
}
