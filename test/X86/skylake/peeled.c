// A loop whose first iteration was taken out says so, and how many in the
// record.
// RUN: %takt-clang -O2 -march=skylake -mllvm -unroll-runtime=false -c %s \
// RUN:   -o %t.o -Rpass-analysis=takt \
// RUN:   -fsave-optimization-record -foptimization-record-file=%t.yaml \
// RUN:   -foptimization-record-passes=takt 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

int first(const int *a, int n, int k) {
  int s = 0;
  // CHECK: :[[#@LINE+2]]:3: remark: peeled: {{.*}} cycles per iteration on skylake
  // RECORD: PeeledIterations: '1'
  for (int i = 0; i < n; i++) {
    if (i == 0)
      s += a[i] * k;
    else
      s = s * 3 + a[i];
  }
  return s;
}
