! Of a loop in another one nothing in front of the vectors tells the place any more:
! they are recognised by their accesses.

! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -Rpass-analysis=takt -Rpass-missed=takt -c %examples/five_points.f90 -o %t.o 2>&1 | FileCheck %s --implicit-check-not=remark:
! CHECK: five_points.f90:5:5: remark: unrolled: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 2 at a time) on skylake,
! CHECK: five_points.f90:5:5: remark: vectors never run:
! RUN: %takt-flang --target=x86_64-linux-gnu -march=skylake -O2 -fversion-loops-for-stride -Rpass-analysis=takt -Rpass-missed=takt -c %examples/five_points.f90 -o %t.o 2>&1 | FileCheck %s --check-prefix=VERSION --implicit-check-not=remark:
! VERSION: five_points.f90:5:5: remark: vector body: {{[0-9.]+}} cycles per iteration ({{[0-9.]+}} per source iteration, 16 at a time) on skylake,
