// clang-format off
// Of copies of a loop that take the same the log has three; the record has all.
// A call is named as in the source.

// DEFINE: %{flags} = -O2 -march=skylake -Rpass-analysis=takt -Rpass-missed=takt -c %s -o /dev/null
// RUN: %takt-clang %{flags} 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: env TAKT_OPTIONS=-takt-copies=1 %takt-clang %{flags} -fsave-optimization-record -foptimization-record-file=%t.yaml 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RUN: env TAKT_OPTIONS=-takt-copies=5 %takt-clang %{flags} 2>&1 | grep -c 'bound by the dependency chain' | FileCheck %s --check-prefix=FIVE
// RUN: not env TAKT_OPTIONS=-takt-copies=0 %takt-clang %{flags} 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: takt: in TAKT_OPTIONS: '0' is not a value of option '-takt-copies': a number from 1 to 4294967295
// clang-format on

struct Node {
  Node *Next;
  int Value;
};

namespace list {
static inline __attribute__((always_inline)) int last(Node *N, int V = 0) {
  for (; N; N = N->Next)
    V = N->Value;
  return V;
}

template <typename T> struct Queue {
  __attribute__((noinline)) void push(T) { asm volatile(""); }
};
} // namespace list

// CHECK: remark: {{.*}}4.00 cycles per iteration {{.*}}inlined into a at
// CHECK: remark: {{.*}}4.00 cycles per iteration {{.*}}inlined into b at
// CHECK: remark: {{.*}}4.00 cycles per iteration {{.*}}inlined into c at
// ONE: remark: {{.*}}4.00 cycles per iteration {{.*}}inlined into a at
// RECORD-COUNT-5: InlinedInto:
// FIVE: {{^}}5{{$}}
int a(Node *N) { return list::last(N); }
int b(Node *N, int *P) { return list::last(N, *P = 1); }
int c(Node *N, long *P) { return list::last(N, *P = 2); }
int d(Node *N, char *P) { return list::last(N, *P = 3); }
int e(Node *N, short *P) { return list::last(N, *P = 4); }

// Other copies of the same line, which are not the same.
// CHECK: remark: {{.*}}loop not modelled: call to list::Queue<int>::push
// CHECK: remark: {{.*}}loop not modelled: call to list::Queue<long>::push
// ONE: remark: {{.*}}call to list::Queue<int>::push
// ONE: remark: {{.*}}call to list::Queue<long>::push
template <typename T> void fill(list::Queue<T> *Q, int N) {
  for (int I = 0; I < N; I++)
    Q->push(I);
}
template void fill(list::Queue<int> *, int);
template void fill(list::Queue<long> *, int);
