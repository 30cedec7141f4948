// A wrong option or value fails the compilation and is named, whether or not
// anybody asks for remarks.

// RUN: not env TAKT_OPTIONS=-takt-nothing %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: takt: in TAKT_OPTIONS: unknown option '-takt-nothing'

// RUN: not env TAKT_OPTIONS=remainders %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: takt: in TAKT_OPTIONS: 'remainders' is not an option

// RUN: not env TAKT_OPTIONS=-takt-cpu %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: takt: in TAKT_OPTIONS: option '-takt-cpu' needs a value

// RUN: not env TAKT_OPTIONS=-takt-time=maybe %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: error: takt: in TAKT_OPTIONS: 'maybe' is not a value of option '-takt-time': true or false

// RUN: not env TAKT_OPTIONS=-takt-alias=yes %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not %takt-clang-opts -mllvm -takt-alias=yes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALIAS-CLI
// ALIAS: error: takt: in TAKT_OPTIONS: 'yes' is not a value of option '-takt-alias': assume-none, compiler or assume-all
// ALIAS-CLI: for the --takt-alias option: Cannot find option named 'yes'!

// RUN: not env TAKT_OPTIONS=-takt-guide=size %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GUIDE
// RUN: not %takt-clang-opts -mllvm -takt-guide=size -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GUIDE
// GUIDE: error: takt: {{(in TAKT_OPTIONS: )?}}'size' is not a value of option '-takt-guide': unroll, interleave, wide, align, order, or several with commas

// RUN: not env TAKT_OPTIONS=-takt-guide-trips=0 %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TRIPS
// RUN: not %takt-clang-opts -mllvm -takt-guide-trips=0 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=TRIPS
// TRIPS: error: takt: {{(in TAKT_OPTIONS: )?}}'0' is not a value of option '-takt-guide-trips': a number from 1 to 4294967295

// RUN: not env TAKT_OPTIONS=-takt-guide-budget=4294967296 %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: takt: in TAKT_OPTIONS: '4294967296' is not a value of option '-takt-guide-budget': a number from 1 to 4294967295

// RUN: not env TAKT_OPTIONS=-takt-dump-facts=%t.no/such/file %takt-clang -O1 --target=x86_64-linux-gnu -march=skylake -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DUMP

// RUN: not env TAKT_OPTIONS=-takt-cpu=i386dx %takt-clang --target=x86_64-linux-gnu -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: takt: unknown CPU 'i386dx' for x86_64
// CPU-NOT: error: takt

// RUN: not env TAKT_OPTIONS=-takt-cpu=skylake %takt-clang --target=aarch64-linux-gnu -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ARCH
// ARCH: error: takt: unknown CPU 'skylake' for aarch64

// RUN: not env TAKT_OPTIONS=-takt-dump-layout=%t.no/such/file %takt-clang -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: error: takt: cannot write '{{.*}}.no/such/file': No such file or directory

int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
void h(int *a) {
  for (int i = 0; a[i]; i++)
    a[i] = i;
}
