"""Sorts remarks of right and wrong form."""

from remarks import Remarks

found = Remarks(
    """\
a.c:1:1: remark: 4.00 cycles per iteration on skylake, bound by ports (4.00) [-Rpass-analysis=takt]
a.c:2:1: remark: vector body: 1.50 cycles per iteration (0.19 per source iteration, 8 at a time) on x86-64 (generic), bound by ports (1.50); front end alone 1.25 [-Rpass-analysis=takt]
a.c:3:1: remark: loop not modelled: call to printf [-Rpass-analysis=takt]
a.c:4:1: remark: 4 cycles per iteration on skylake, bound by ports [-Rpass-analysis=takt]
a.c:5: remark: loop not modelled: call to printf [-Rpass-analysis=takt]
a.c:6:1: remark: loop not modelled:  [-Rpass-analysis=takt]
a.c:7:1: warning: unused variable 'x' [-Wunused-variable]
"""
)
for line in found.malformed:
    print(f"malformed: {line}")
print(f"{len(found.modelled)} modelled, {len(found.not_modelled)} not modelled")
