# Comparing a register with itself for equality makes all ones whatever was in
# it: nothing waits for it, but it takes a port (uops.info: latency 0 from
# equal registers, ports 0 and 1). The mask of a gather is made that way, so
# gathers follow each other as fast as the load ports allow.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=skylake %s | FileCheck %s

# CHECK: 4.00 cycles per iteration on skylake
# CHECK-SAME: bound by ports p2 and p3 (4.00 each)
        vpcmpeqd %ymm1, %ymm1, %ymm1
        vpxor    %xmm3, %xmm3, %xmm3
        vgatherdps %ymm1, (%rax,%ymm2,4), %ymm3
