# Kernels of bastian-thesis, sections 3.2 and 3.3.2, where an A72 takes 2.01, 1.35 and at least 1.33
# cycles: what is dispatched together decides. Dispatch is linear in the thesis's first model (1.67).

# RUN: takt --cpu=cortex-a72 --notion=unrolled --function=addv_3adc %s | FileCheck %s --check-prefix=THREE
# RUN: takt --cpu=cortex-a72 --notion=unrolled --function=addv_2adc %s | FileCheck %s --check-prefix=TWO
# RUN: takt --cpu=cortex-a72 --notion=unrolled --function=polynomial %s | FileCheck %s --check-prefix=POLY
# RUN: takt --cpu=cortex-a72 --notion=unrolled --function=vectors %s | FileCheck %s --check-prefix=VECTORS
# RUN: takt --cpu=cortex-a72 --notion=unrolled --function=addv_3adc --json %s | FileCheck %s --check-prefix=JSON

# THREE: 2.00 cycles per iteration on cortex-a72 (unrolled), bound by dispatch (2.00); ports alone 1.50
# THREE: bounds: front end 2.00 (dispatch 2.00, renamed results 1.67, issue width 1.67)
# JSON: "frontEndParts": {
# JSON-NEXT: "dispatch": 2,
# JSON-NEXT: "renamedResults": 1.66{{.*}},
# JSON-NEXT: "issueWidth": 1.66{{.*}}
# JSON: "boundBy": "dispatch"
        .globl  addv_3adc
        .type   addv_3adc, @function
addv_3adc:
        addv    h0, v1.8h
        adc     x0, x9, x10
        adc     x1, x9, x10
        adc     x2, x9, x10
        .size   addv_3adc, .-addv_3adc

# TWO: 1.33 cycles per iteration on cortex-a72 (unrolled), bound by the issue width (4 µops, 3 per cycle); ports alone 1.00
        .globl  addv_2adc
        .type   addv_2adc, @function
addv_2adc:
        addv    h0, v1.8h
        adc     x0, x9, x10
        adc     x1, x9, x10
        .size   addv_2adc, .-addv_2adc

# POLY: 1.33 cycles per iteration on cortex-a72 (unrolled), bound by the issue width (4 µops, 3 per cycle)
        .globl  polynomial
        .type   polynomial, @function
polynomial:
        ldr     d0, [x0, x9]
        fmadd   d1, d0, d16, d17
        fmadd   d2, d1, d0, d18
        str     d2, [x2, x9]
        .size   polynomial, .-polynomial

# Three in two cycles: a result of 128 bits is renamed in two pieces.
# VECTORS: 2.00 cycles per iteration on cortex-a72 (unrolled), bound by the renaming of results (2.00); ports alone 1.50
        .globl  vectors
        .type   vectors, @function
vectors:
        add     v0.4s, v16.4s, v17.4s
        add     v1.4s, v16.4s, v17.4s
        add     v2.4s, v16.4s, v17.4s
        .size   vectors, .-vectors
