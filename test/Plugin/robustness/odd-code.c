// REQUIRES: x86-registered-target, aarch64-registered-target
//
// Loops that hardly anybody writes: never a crash, never a remark of another
// form, and always the same object.
// RUN: %python %takt-source/test/tools/prove.py --plugin %takt-plugin \
// RUN:   --corpus %s --levels O0,O1,O3,Oz --variants sections,pic --min-remarks 1

typedef float vector __attribute__((vector_size(64)));
_Thread_local int counter;
_Atomic int shared;
extern _Thread_local long outside;
int callee(int);
void sink(void *);

void empty(void) {
  for (;;)
    ;
}
void atomic(int n) {
  for (int i = 0; i < n; i++)
    shared += i;
}
void thread_local_access(int n) {
  for (int i = 0; i < n; i++)
    counter += outside += i;
}
long jumps(const unsigned char *code, long x) {
  for (;;)
    switch (*code++) {
    case 0: return x;
    case 1: x += 3; break;
    case 2: x *= 5; break;
    case 3: x ^= 9; break;
    case 4: x = callee(x); break;
    case 5: x -= 7; break;
    case 6: x >>= 1; break;
    }
}
long computed_goto(const unsigned char *code, long x) {
  static void *labels[] = {&&stop, &&add, &&times};
  goto *labels[*code++];
add:
  x += 3;
  goto *labels[*code++];
times:
  x *= 3;
  goto *labels[*code++];
stop:
  return x;
}
int asm_goto(int n) {
  for (int i = 0; i < n; i++) {
    __asm__ goto("" ::::out);
    n ^= i;
  }
  return n;
out:
  return 1;
}
void wide(vector *a, const vector *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + a[i];
}
void big_frame(int n) {
  char local[100000];
  for (int i = 0; i < n; i++)
    sink(local);
}
void variable_frame(int n) {
  for (int i = 1; i < n; i++)
    sink(__builtin_alloca(i));
}
__int128 divisions(__int128 a, int n) {
  for (int i = 1; i < n; i++)
    a = a / i + a % 7;
  return a;
}
long double extended(const double *a, int n) {
  long double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
void copies(char *a, const char *b, long n) {
  for (long i = 0; i < n; i++)
    __builtin_memcpy(a + 100 * i, b + 70 * i, 64);
  for (long i = 0; i < n; i++)
    __builtin_trap();
}
