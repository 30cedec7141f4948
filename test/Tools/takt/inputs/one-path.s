# A loop of four branches without a profile has 16 paths, none of which is likelier
# than the others; of two the first is taken.

# RUN: %takt --cpu=skylake --summary %s | FileCheck %s
# CHECK: path of {{[0-9]+}} of {{[0-9]+}} blocks: one path of many (6 % of iterations) if all branches within the loop go either way alike (no profile)
# CHECK: path of {{[0-9]+}} of {{[0-9]+}} blocks: the likeliest path if all branches within the loop go either way alike (no profile)

        .globl many
        .type many, @function
many:
.rept 4
        testl %esi, %esi
        je 1f
        addl $1, %eax
1:
.endr
        decl %edi
        jne many
        retq

        .globl two
        .type two, @function
two:
        testl %esi, %esi
        je 1f
        addl $1, %eax
1:
        decl %edi
        jne two
        retq
