// More values than registers: some live in slots of the frame, which no pointer
// can point to.

// RUN: env TAKT_OPTIONS=-takt-dump-facts=- %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -g -c %s -o %t.o | FileCheck %s

// CHECK: facts spills.
// CHECK: access 2 {{.*}} load movq base 2 +0 stride 0{{$}}
// CHECK-NEXT: access 3 {{.*}} store movq base 2 +0 stride 0{{$}}
// CHECK-NEXT: access 4 {{.*}} store movq base 3 +0 stride 0{{$}}
// CHECK: access 6 {{.*}} store movq base 5 +0 stride 8 object out{{$}}
// CHECK: apart 2: 4 6{{$}}
void spills(long *out, const long *in, long n, long x) {
  long a = x, b = x + 1, c = x + 2, d = x + 3, e = x + 4, f = x + 5, g = x + 6,
       h = x + 7, j = x + 8, k = x + 9, l = x + 10, m = x + 11, o = x + 12,
       p = x + 13;
  for (long i = 0; i < n; i++) {
    a ^= in[i], b += a, c ^= b, d += c, e ^= d, f += e, g ^= f, h += g, j ^= h;
    k += j, l ^= k, m += l, o ^= m, p += o, a += p;
    out[i] = a;
  }
  out[0] = a + b + c + d + e + f + g + h + j + k + l + m + o + p;
}
