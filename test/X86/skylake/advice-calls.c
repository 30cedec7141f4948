// clang-format off
// Functions of which glibc has vectors are named where they alone, or beside the
// order of sums, keep LLVM from vectors; who does what is advised gets some.

// REQUIRES: x86-registered-target
// DEFINE: %{clang} = %takt-clang -march=skylake -O3 -Rpass-missed=takt -c %s -o %t.o
// RUN: %{clang} --target=x86_64-linux-gnu 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %{clang} --target=x86_64-linux-gnu -fno-math-errno 2>&1 | FileCheck %s --check-prefix=NOERRNO
// RUN: %{clang} --target=x86_64-linux-gnu -fno-math-errno -fveclib=libmvec \
// RUN:   -fassociative-math -fno-signed-zeros -fno-trapping-math -Rpass=loop-vectorize 2>&1 | FileCheck %s --check-prefix=DONE --implicit-check-not="no vectors of"
// RUN: %takt-clang --target=x86_64-linux-gnu -march=skylake -O1 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LESS
// Others have no such library, or no such option.
// RUN: %{clang} --target=x86_64-linux-musl 2>&1 | FileCheck %s --check-prefix=OTHER --allow-empty
// RUN: %{clang} --target=x86_64-apple-macosx14 2>&1 | FileCheck %s --check-prefix=OTHER --allow-empty
// OTHER-NOT: no vectors of
float expf(float);
double exp(double), pow(double, double), sqrt(double);

// CHECK: :[[#@LINE+5]]:3: remark: no vectors of expf on skylake; they need -fveclib=libmvec -fno-math-errno [-Rpass-missed=takt]
// NOERRNO: :[[#@LINE+4]]:3: remark: no vectors of exp on skylake; they need -fveclib=libmvec [-Rpass-missed=takt]
// DONE: :[[#@LINE+3]]:3: remark: vectorized loop
// LESS: :[[#@LINE+2]]:3: remark: no vectors of expf on skylake; they need -O2 and -fveclib=libmvec -fno-math-errno [-Rpass-missed=takt]
void single(float *restrict to, const float *of, int n) {
  for (int i = 0; i < n; i++)
    to[i] = expf(of[i]);
}

// CHECK: :[[#@LINE+4]]:3: remark: no vectors of pow on skylake; they need -fveclib=libmvec -fno-math-errno [-Rpass-missed=takt]
// NOERRNO: :[[#@LINE+3]]:3: remark: no vectors of pow on skylake
// DONE: :[[#@LINE+2]]:3: remark: vectorized loop
void several(double *restrict to, const double *of, int n) {
  for (int i = 0; i < n; i++)
    to[i] = pow(of[i], 1.3) + exp(of[i]) + sqrt(of[i]);
}

// CHECK: :[[#@LINE+5]]:3: remark: no vectors of exp on skylake; they need -fveclib=libmvec -fno-math-errno and -fassociative-math
// NOERRNO: :[[#@LINE+4]]:3: remark: no vectors of exp on skylake; they need -fveclib=libmvec and -fassociative-math
// DONE: :[[#@LINE+3]]:3: remark: vectorized loop
double sum(const double *of, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += exp(of[i]);
  return s;
}

// What is called besides has none; nor has a chain.
void print(double);
void printed(const double *of, int n) {
  for (int i = 0; i < n; i++)
    print(exp(of[i]));
}
double chain(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = exp(s + x[i]);
  return s;
}
