// clang-format off
// What NaNs and errno forbid is said where they alone, or beside the order of
// sums, keep LLVM from vectors; who does what is advised gets some.

// REQUIRES: x86-registered-target
// DEFINE: %{clang} = %takt-clang --target=x86_64-linux-gnu -march=skylake -O3
// RUN: %{clang} -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %{clang} -fno-honor-nans -fno-signed-zeros -fno-math-errno -fassociative-math -fno-trapping-math \
// RUN:   -Rpass-analysis=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DONE
// On Silvermont a vector of doubles takes as long as both roots one by one.
// RUN: %takt-clang --target=x86_64-linux-gnu -march=silvermont -O3 -Rpass-missed=takt -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEAR
double sqrt(double);
float sqrtf(float);

// CHECK: :[[#@LINE+4]]:3: remark: NaNs have to be ruled out: 4.00 → 0.56 cycles per source iteration on skylake with -fno-honor-nans -fno-signed-zeros [-Rpass-missed=takt]
// DONE: :[[#@LINE+3]]:3: remark: vector body:
float largest(const float *x, int n) {
  float most = x[0];
  for (int i = 1; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return most;
}

// CHECK: :[[#@LINE+5]]:3: remark: NaNs have to be ruled out: 4.00 → 1.25 cycles per source iteration
// DONE: :[[#@LINE+4]]:3: remark: vector body:
double span(const double *x, int n) {
  double most = x[0], least = x[0];
#pragma clang loop unroll_count(4)
  for (int i = 1; i < n; i++) {
    if (x[i] > most)
      most = x[i];
    least = least < x[i] ? least : x[i];
  }
  return most - least;
}

// CHECK: :[[#@LINE+4]]:3: remark: NaNs have to be ruled out: {{.*}} → {{.*}}
// DONE: :[[#@LINE+3]]:3: remark: vector body:
double library(const double *x, int n) {
  double least = x[0];
  for (int i = 1; i < n; i++)
    least = __builtin_fmin(least, x[i]);
  return least;
}

// One after the other it goes up and down.
float clamped(const float *x, const float *y, int n) {
  float value = x[0];
  for (int i = 1; i < n; i++) {
    value = value > x[i] ? value : x[i];
    value = value < y[i] ? value : y[i];
  }
  return value;
}

// Where all of them are asked for, their order matters.
void running(const float *restrict x, float *restrict all, int n) {
  float most = x[0];
  for (int i = 1; i < n; i++) {
    most = x[i] > most ? x[i] : most;
    all[i] = most;
  }
}

void each(const float *restrict x, float *restrict all, int n) {
  float most = x[0];
#pragma clang loop unroll(disable)
  for (int i = 1; i < n; i++)
    all[i] = most = x[i] > most ? x[i] : most;
}

void before(const float *restrict x, float *restrict all, int n) {
  float most = x[0];
#pragma clang loop unroll(disable)
  for (int i = 1; i < n; i++) {
    all[i] = most;
    most = x[i] > most ? x[i] : most;
  }
  all[0] = most;
}

// Or where there is something else to wait for.
float smoothed(const float *restrict x, float *restrict y, int n) {
  float most = x[0];
#pragma clang loop unroll(disable)
  for (int i = 3; i < n; i++) {
    most = x[i] > most ? x[i] : most;
    y[i] = y[i - 3] * 0.5f + x[i];
  }
  return most;
}

// CHECK: :[[#@LINE+5]]:3: remark: no vectors while square roots set errno: {{[0-9.]+}} cycles per source iteration on skylake; they need -fno-math-errno [-Rpass-missed=takt]
// DONE: :[[#@LINE+4]]:3: remark: vector body:
// DEAR-NOT: square roots set errno
// DEAR: :[[#@LINE+10]]:3: remark: no vectors while square roots set errno
void roots(double *restrict to, const double *of, int n) {
  for (int i = 0; i < n; i++)
    to[i] = sqrt(of[i]);
}

// CHECK: :[[#@LINE+4]]:3: remark: no vectors while square roots set errno: {{.*}}; they need -fno-math-errno and -fassociative-math -fno-signed-zeros -fno-trapping-math, or '#pragma
// DONE: :[[#@LINE+3]]:3: remark: vector body:
float sum(const float *of, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += sqrtf(of[i]);
  return s;
}

// CHECK: :[[#@LINE+4]]:3: remark: no vectors while square roots set errno: {{.*}}; they need -fno-math-errno -fno-honor-nans -fno-signed-zeros [-Rpass-missed=takt]
// DONE: :[[#@LINE+3]]:3: remark: vector body:
float farthest(const float *x, int n) {
  float most = 0;
  for (int i = 0; i < n; i++) {
    float root = sqrtf(x[i]);
    most = root > most ? root : most;
  }
  return most;
}

// Nothing is said where it may be that vectors come or not, of what an iteration
// needs of an earlier one and of scattered elements, nor of a root of a root.
void later(float *x, int n) {
  for (int i = 4; i < n; i++)
    x[i] = sqrtf(x[i - 4]);
}
void scattered(float *restrict to, const float *of, const int *at, int n) {
  for (int i = 0; i < n; i++)
    to[i] = sqrtf(of[at[i]]);
}
double chain(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = sqrt(s + x[i]);
  return s;
}
