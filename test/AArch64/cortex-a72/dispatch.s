# Kernels of bastian-thesis, sections 3.2 and 3.3.2, where an A72 takes 2.01, 1.35 and at least 1.33
# cycles: what is dispatched together decides. Dispatch is linear in the thesis's first model (1.67).

# REQUIRES: takt
# RUN: %takt --cpu=cortex-a72 --notion=unrolled %s | FileCheck %s
# RUN: %takt --cpu=cortex-a72 --notion=unrolled --json %s | FileCheck %s --check-prefix=JSON
# RUN: %takt --cpu=cortex-a72 --notion=unrolled --predictor=combined --summary %s | FileCheck %s --check-prefix=COMBINED
# RUN: %takt --cpu=cortex-a72 --notion=unrolled --predictor=combined --json %s | FileCheck %s --check-prefix=BOTH

# CHECK: 2.00 cycles per iteration on cortex-a72 (unrolled), bound by dispatch (2.00); ports alone 1.50
# CHECK: bounds: front end 2.00 (dispatch 2.00, renamed results 1.67, issue width 1.67)
# COMBINED: 2.00 cycles per iteration on cortex-a72 (unrolled), bound by dispatch (2.00); ports alone 1.50
# JSON: "predictor": "simulation",
# JSON: "combined": {
# JSON-NEXT: "cycles": 2,
# JSON: "frontEndParts": {
# JSON-NEXT: "dispatch": 2,
# JSON-NEXT: "renamedResults": 1.66{{.*}},
# JSON-NEXT: "issueWidth": 1.66
# JSON: "boundBy": "dispatch"
# LLVM-MCA-BEGIN addv_3adc
        addv    h0, v1.8h
        adc     x0, x9, x10
        adc     x1, x9, x10
        adc     x2, x9, x10
# LLVM-MCA-END addv_3adc

# CHECK: 1.33 (4/3) cycles per iteration on cortex-a72 (unrolled), bound by the issue width (4 µops, 3 per cycle); ports alone 1.00
# COMBINED: 1.33 (4/3) cycles per iteration
# LLVM-MCA-BEGIN addv_2adc
        addv    h0, v1.8h
        adc     x0, x9, x10
        adc     x1, x9, x10
# LLVM-MCA-END addv_2adc

# Section 3.3.1 counts the µops of adc (1) and addv (2) by these: 1.01, 1.35, 1.68 cycles.
# CHECK: marked 'adc_k2' at
# CHECK-NEXT: 1.00 cycles per iteration
# COMBINED: marked 'adc_k2' at
# COMBINED-NEXT: 1.00 cycles per iteration
# LLVM-MCA-BEGIN adc_k2
        adc     x0, x9, x10
        fmin    d0, d16, d17
        fmin    d1, d16, d17
# LLVM-MCA-END adc_k2
# CHECK: marked 'adc_k3' at
# CHECK-NEXT: 1.33 (4/3) cycles per iteration
# COMBINED: marked 'adc_k3' at
# COMBINED-NEXT: 1.33 (4/3) cycles per iteration
# LLVM-MCA-BEGIN adc_k3
        adc     x0, x9, x10
        fmin    d0, d16, d17
        ldr     x1, [x11, x12]
        fmin    d1, d16, d17
# LLVM-MCA-END adc_k3
# CHECK: marked 'addv_k3' at
# CHECK-NEXT: 1.67 (5/3) cycles per iteration
# COMBINED: marked 'addv_k3' at
# COMBINED-NEXT: 1.67 (5/3) cycles per iteration
# LLVM-MCA-BEGIN addv_k3
        addv    h0, v1.8h
        adc     x0, x9, x10
        ldr     x1, [x11, x12]
        adc     x2, x9, x10
# LLVM-MCA-END addv_k3

# CHECK: marked 'polynomial' at
# CHECK-NEXT: 1.33 (4/3) cycles per iteration on cortex-a72 (unrolled), bound by the issue width (4 µops, 3 per cycle)
# 32 iterations in the reorder buffer of 128 hide a path of 19 cycles.
# COMBINED: 1.33 (4/3) cycles per iteration
# LLVM-MCA-BEGIN polynomial
        ldr     d0, [x0, x9]
        fmadd   d1, d0, d16, d17
        fmadd   d2, d1, d0, d18
        str     d2, [x2, x9]
# LLVM-MCA-END polynomial

# Three in two cycles: a result of 128 bits is renamed in two pieces.
# CHECK: 2.00 cycles per iteration on cortex-a72 (unrolled), bound by the renaming of results (2.00); ports alone 1.50
# COMBINED: 2.00 cycles per iteration
# LLVM-MCA-BEGIN vectors
        add     v0.4s, v16.4s, v17.4s
        add     v1.4s, v16.4s, v17.4s
        add     v2.4s, v16.4s, v17.4s
# LLVM-MCA-END vectors

# The chain of 128 iterations has 127 steps of 3 cycles.
# CHECK: 3.00 cycles per iteration on cortex-a72 (unrolled), bound by the dependency chain through d0 (fmadd, 3.00)
# COMBINED: 2.98 {{.*}}cycles per iteration on cortex-a72 (unrolled), bound by the critical path (381 cycles for 128 iterations in the reorder buffer)
# BOTH: "predictor": "combined",
# BOTH: "boundBy": "criticalPath"
# LLVM-MCA-BEGIN chain
        fmadd   d0, d16, d17, d0
# LLVM-MCA-END chain

# A fused pair writes one register, which is renamed once.
# CHECK: marked 'pair' at
# CHECK: bounds: front end 0.50 (dispatch 0.50, renamed results 0.33, issue width 0.33)
# LLVM-MCA-BEGIN pair
        mov     x0, #1
        movk    x0, #2, lsl #16
# LLVM-MCA-END pair

# The basic instructions of section 3.3.1: one µop each, of one port or of two.
# CHECK: marked 'basic' at
# CHECK: {{ 1 1 .*}}.50 .50 {{.*}}adc
# CHECK-NEXT: {{ 1 1 .*}}mul
# CHECK-NEXT: {{ 1 1 .*}}ldr
# CHECK-NEXT: {{ 1 1 .*}}str
# CHECK-NEXT: {{ 1 1 .*}}frinta
# CHECK-NEXT: {{ 1 1 .*}}fcmp
# CHECK-NEXT: {{ 1 1 .*}}fmin
# CHECK-NEXT: sum 7 7 .50 .50 1.00 1.00 1.00 1.50 1.50
# LLVM-MCA-BEGIN basic
        adc     x0, x9, x10
        mul     w1, w9, w10
        ldr     x2, [x9, x10]
        str     x3, [x9, x10]
        frinta  d0, d16
        fcmp    d16, d17
        fmin    d1, d16, d17
# LLVM-MCA-END basic

# The integer µop of a store of 128 bits has a result: eight of them. PMEvo: 2.72, and the loop 0.03.
# CHECK: marked 'str_q' at
# CHECK-NEXT: 2.67 (8/3) cycles per iteration on cortex-a72 (unrolled), bound by the renaming of results (2.67)
# COMBINED: marked 'str_q' at
# LLVM-MCA-BEGIN str_q
        add     x4, x1, w2, sxtw #2
        fcmlt   v4.4s, v0.4s, #0.0
        sshll   v5.2d, v1.2s, #0
        str     q2, [x19]
        usubl2  v6.4s, v3.8h, v0.8h
# LLVM-MCA-END str_q
