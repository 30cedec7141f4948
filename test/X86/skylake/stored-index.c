// clang-format off
// Where an index is stored itself there are no vectors, whatever does not meet.

// REQUIRES: x86-registered-target
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O2 -g -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=vectors

struct state { unsigned char i, j, s[256]; };

// CHECK: :[[#@LINE+2]]:3: remark: {{.*}} may alias: {{.*}} → {{.*}} with `restrict`
void mix(struct state *r, unsigned char *out, long n) {
  for (long k = 0; k < n; k++) {
    r->i += 1;
    unsigned char a = r->s[r->i];
    r->j += a;
    unsigned char b = r->s[r->j];
    r->s[r->i] = b;
    r->s[r->j] = a;
    out[k] ^= r->s[(unsigned char)(a + b)];
  }
}
