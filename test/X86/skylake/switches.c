// Late in code generation the branch of a switch is copied in front of the loop
// that it is in, which then is entered at each case. LLVM still calls a loop the
// way through the one case that has no code of its own; each of the others leads
// out of that loop and back to its header.

// REQUIRES: x86-registered-target
// DEFINE: %{flags} = --target=x86_64-linux-gnu -march=skylake -Rpass-analysis=takt -c %s -o %t.o
// RUN: %takt-clang -O2 %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang -O2 %{flags} -g 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %takt-clang -O2 %{flags} -foptimization-record-passes=takt -foptimization-record-file=%t.yaml 2> %t.txt
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

// One case of eight.
// CHECK: :[[#@LINE+5]]:3: remark: {{[0-9.]+}} cycles per iteration on skylake, {{.*}} along the hottest path (13 % of iterations)
// RECORD: Name:{{ +}}Cycles
// RECORD: Function:{{ +}}cases
// RECORD: PathProbability:{{ +}}'13'
int cases(const unsigned char *p, int n, int s) {
  for (int i = 0; i < n; i++)
    switch (p[i] & 7) {
    case 0: break;
    case 1: s = s * 3 + 1; break;
    case 2: s ^= s >> 3; break;
    case 3: s = s / 7; break;
    case 4: s = s * s; break;
    case 5: s = s % 1001; break;
    case 6: s = ~s * 5; break;
    case 7: s += i; break;
    }
  return s;
}

// A loop around does not make it another one.
// CHECK: :[[#@LINE+4]]:5: remark: {{[0-9.]+}} cycles per iteration on skylake, {{.*}} along the hottest path (13 % of iterations)
int nested(const unsigned char *p, int rows, int n, int s) {
  for (int r = 0; r < rows; r++, s ^= r)
#pragma clang loop unroll(disable)
    for (int i = 0; i < n; i++)
      switch (p[i] & 7) {
      case 0: break;
      case 1: s = s * 3 + 1; break;
      case 2: s ^= s >> 3; break;
      case 3: s = s / 7; break;
      case 4: s = s * s; break;
      case 5: s = s % 1001; break;
      case 6: s = ~s * 5; break;
      case 7: s += i; break;
      }
  return s;
}

// Duff's device is entered anywhere: there is no loop for LLVM.
// CHECK: remark: loop not modelled: irreducible control flow [-Rpass-analysis=takt]
// RECORD: Name:{{ +}}NotModelled
// RECORD: Function:{{ +}}duff
// RECORD: Reason:{{ +}}irreducible control flow
void duff(char *restrict to, const char *restrict from, int n) {
  int k = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      *to++ = *from++ + 1;
  case 3:
      *to++ = *from++ * 3;
  case 2:
      *to++ = *from++ ^ 7;
  case 1:
      *to++ = *from++ - 2;
    } while (--k > 0);
  }
}

// A loop in a cycle that is entered anywhere is left and entered again, too, but
// by iterations of that one.
// CHECK: :[[#@LINE+9]]:5: remark: unrolled: 32.00 cycles per iteration (4.00 per source iteration, 8 at a time) on skylake, bound by the dependency chain {{.*}}front end {{[0-9.]+}} [-Rpass-analysis=takt]
int opaque(int);
int inner(const int *a, long n, int s, int k) {
  if (k)
    goto middle;
  do {
    s += opaque(s);
  middle:
#pragma clang loop vectorize(disable) unroll_count(8)
    for (long i = 0; i < n; i++)
      s = (s ^ a[i]) * 77;
  } while (s > 5);
  return s;
}
