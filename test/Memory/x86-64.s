# Which loads read what was stored: instructions are numbered from 0 at each
# loop's head; "3->0 d2" is stored by 3 and loaded by 0 two iterations later.
# Behind the bar are stores to bytes that were last written (waw) or, since then,
# last read (war) by another instruction or iteration.
# What is expected was worked out by hand from the addresses; how is said at each
# loop. An instruction that reads and writes the same operand is one access.

# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=skylake --json %s | %python %S/Inputs/triplets | FileCheck %s
# RUN: %takt --cpu=haswell --json %s | %python %S/Inputs/triplets | FileCheck %s
# RUN: %takt --cpu=skylake --json --no-memory-deps %s | %python %S/Inputs/triplets | FileCheck %s --check-prefix=NONE
# NONE-NOT: {{[0-9]->}}

# bastian-thesis, listing 2: "the last line always depends on the first". The
# address stays: the first also on itself.
# CHECK-LABEL: {{^}}listing2a: 0->0 d1, 0->1 d0 | waw 0->0 d1{{$}}
listing2a:
  addq %rax, (%rbx)
  addq (%rbx), %rcx
  jne listing2a
# The address moves on before the second, which looks back: still the same bytes,
# but nobody comes back to them.
# CHECK-LABEL: {{^}}listing2b: 0->2 d0 | none{{$}}
listing2b:
  addq %rax, (%rbx)
  addq $8, %rbx
  addq -8(%rbx), %rcx
  jne listing2b
# Another register, another displacement.
# CHECK-LABEL: {{^}}listing2c: 0->0 d1, 0->2 d0 | waw 0->0 d1{{$}}
listing2c:
  addq %rax, (%rbx)
  leaq 16(%rbx), %r10
  addq -16(%r10), %rcx
  jne listing2c
# Listing 3a loads only.
# CHECK-LABEL: {{^}}listing3a: none | none{{$}}
listing3a:
  addq (%rax), %r10
  addq $8, %rax
  jne listing3a
# Listing 3b, B[i] = A[i] + B[i-2] (its first line, which no x86 has, in two): "line
# 3 depends on line 2 of the same iteration; but line 2 also depends on line 3
# two iterations ago".
# CHECK-LABEL: {{^}}listing3b: 3->0 d2, 1->3 d0 | waw 1->3 d0{{$}}
listing3b:
  movq -16(%rbx,%r10), %rdx
  movq %rdx, (%rbx,%r10)
  movq (%rax,%r10), %rdx
  addq %rdx, (%rbx,%r10)
  addq $8, %r10
  jne listing3b

# durbin, *sum += r[k-i-1] * y[i], the sum in memory: rcx stays.
# CHECK-LABEL: {{^}}durbin_sum: 3->2 d1 | waw 3->3 d1, war 2->3 d0{{$}}
durbin_sum:
  vmovsd -8(%rsi,%rdi,8), %xmm1
  vmulsd (%rdx), %xmm1, %xmm1
  vaddsd (%rcx), %xmm1, %xmm0
  vmovsd %xmm0, (%rcx)
  addq $8, %rdx
  decq %rdi
  jne durbin_sum
# durbin, z[i] = y[i] + alpha * y[k-i-1]: y and z are unrelated.
# CHECK-LABEL: {{^}}durbin_step: none | none{{$}}
durbin_step:
  vmovsd (%rsi,%rdi,8), %xmm1
  vfmadd213sd (%rsi,%rax), %xmm0, %xmm1
  vmovsd %xmm1, (%rdx,%rax)
  addq $8, %rax
  addq $-1, %rdi
  jb durbin_step
# gemver, A[j] += u1 * v1[j] + u2 * v2[j]: each element once.
# CHECK-LABEL: {{^}}gemver_update: none | war 2->3 d0{{$}}
gemver_update:
  vmulsd (%rcx,%rax,8), %xmm1, %xmm2
  vfmadd231sd (%rdx,%rax,8), %xmm0, %xmm2
  vaddsd (%rsi,%rax,8), %xmm2, %xmm2
  vmovsd %xmm2, (%rsi,%rax,8)
  incq %rax
  cmpq %rax, %rdi
  jne gemver_update
# gemver, *x += beta * A[j] * y[j].
# CHECK-LABEL: {{^}}gemver_x: 3->2 d1 | waw 3->3 d1, war 2->3 d0{{$}}
gemver_x:
  vmulsd (%rsi,%rax,8), %xmm0, %xmm2
  vmulsd (%rcx,%rax,8), %xmm2, %xmm2
  vaddsd (%rdx), %xmm2, %xmm1
  vmovsd %xmm1, (%rdx)
  incq %rax
  cmpq %rax, %rdi
  jne gemver_x
# atax, tmp[i] += A[i][j] * x[j]: i, in r8, stays.
# CHECK-LABEL: {{^}}atax: 3->2 d1 | waw 3->3 d1, war 2->3 d0{{$}}
atax:
  vmovsd (%rsi,%rax,8), %xmm1
  vmulsd (%rdx,%rax,8), %xmm1, %xmm0
  vaddsd (%rcx,%r8,8), %xmm0, %xmm0
  vmovsd %xmm0, (%rcx,%r8,8)
  incq %rax
  cmpq %rax, %rdi
  jne atax

# a[i] = a[i-1] + a[i-2].
# CHECK-LABEL: {{^}}fibonacci: 2->0 d1, 2->1 d2 | none{{$}}
fibonacci:
  movq -8(%rsi,%rcx,8), %rax
  addq -16(%rsi,%rcx,8), %rax
  movq %rax, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rcx, %rdi
  jne fibonacci
# a[i] = a[i-8] + b[i].
# CHECK-LABEL: {{^}}eight: 2->1 d8 | none{{$}}
eight:
  movq (%rdx,%rax,8), %rcx
  addq -64(%rsi,%rax,8), %rcx
  movq %rcx, (%rsi,%rax,8)
  incq %rax
  cmpq %rax, %rdi
  jne eight
# seidel in place, a[i] = a[i-1] + a[i] + a[i+1]: the left neighbour is new; a[i+1]
# was read an iteration ago too, but last a[i], by 1, in this one.
# CHECK-LABEL: {{^}}seidel: 3->0 d1 | war 1->3 d0{{$}}
seidel:
  vmovss -4(%rsi,%rax,4), %xmm1
  vaddss (%rsi,%rax,4), %xmm1, %xmm1
  vaddss 4(%rsi,%rax,4), %xmm1, %xmm1
  vmovss %xmm1, (%rsi,%rax,4)
  leaq 1(%rax), %rcx
  movq %rcx, %rax
  cmpq %rcx, %rdi
  jne seidel
# jacobi in place, a[i] = a[i+1] + a[i+2]: only what is not written yet is read;
# a[i] was read last by 0, an iteration ago.
# CHECK-LABEL: {{^}}jacobi: none | war 0->2 d1{{$}}
jacobi:
  vmovss 4(%rsi,%rax,4), %xmm1
  vaddss 8(%rsi,%rax,4), %xmm1, %xmm1
  vmovss %xmm1, (%rsi,%rax,4)
  incq %rax
  cmpq %rax, %rdi
  jne jacobi
# seidel of two rows of 256 floats: the row above is 256 iterations old, which is
# longer than anything is in flight.
# CHECK-LABEL: {{^}}far: none | none{{$}}
far:
  vmovss -1024(%rsi,%rax,4), %xmm1
  vmovss %xmm1, (%rsi,%rax,4)
  incq %rax
  jne far

# s->count++, s->total += v[i]: two fields, no byte in common.
# CHECK-LABEL: {{^}}counters: 0->0 d1, 2->2 d1 | waw 0->0 d1, waw 2->2 d1{{$}}
counters:
  incl 4(%rsi)
  movslq (%rdx,%r8,4), %r9
  addq %r9, 8(%rsi)
  incq %r8
  jne counters
# Both halves of what is loaded as a whole, {a, b} of 4 bytes each.
# CHECK-LABEL: {{^}}halves: 0->2 d0 partial, 1->2 d0 partial | waw 0->0 d1, war 2->0 d1, waw 1->1 d1, war 2->1 d1{{$}}
halves:
  movl %eax, (%rsi)
  movl %ecx, 4(%rsi)
  movq (%rsi), %rdx
  jne halves
# The upper half of what was stored as a whole: forwarded.
# CHECK-LABEL: {{^}}upper: 0->1 d0 | waw 0->0 d1, war 1->0 d1{{$}}
upper:
  movq %rax, (%rsi)
  movl 4(%rsi), %edx
  jne upper
# h[k] += v[i]: one counter.
# CHECK-LABEL: {{^}}histogram_one: 1->1 d1 | waw 1->1 d1{{$}}
histogram_one:
  movl (%rcx,%r8,4), %eax
  addl %eax, (%rsi,%rdx,4)
  incq %r8
  jne histogram_one
# h[v[i]]++: another one every time.
# CHECK-LABEL: {{^}}histogram_many: none | none{{$}}
histogram_many:
  movl (%rdx,%rax,4), %ecx
  incl (%rsi,%rcx,4)
  incq %rax
  jne histogram_many
# As -O0 leaves it: index and sum on the stack. The sum is stored by 4 and loaded
# by 3, the index stored by 7 and loaded by 1 and 5; the pointer is only loaded.
# CHECK-LABEL: {{^}}spilled: 7->1 d1, 4->3 d1, 7->5 d1 | waw 4->4 d1, war 3->4 d0, waw 7->7 d1, war 5->7 d0{{$}}
spilled:
  movq -8(%rbp), %rax
  movslq -12(%rbp), %rcx
  movl (%rax,%rcx,4), %edx
  addl -16(%rbp), %edx
  movl %edx, -16(%rbp)
  movl -12(%rbp), %edx
  incl %edx
  movl %edx, -12(%rbp)
  jne spilled
# a[i-1] = a[i+2] + 1, downwards: element i+2 was written three iterations ago.
# CHECK-LABEL: {{^}}reversed: 2->0 d3 | none{{$}}
reversed:
  movq 16(%rsi,%rdi,8), %rax
  incq %rax
  movq %rax, -8(%rsi,%rdi,8)
  leaq -1(%rdi), %rax
  cmpq $1, %rdi
  movq %rax, %rdi
  jg reversed
# Unrolled four times, i goes on by 4: a[i-1] is a[i+3] of the previous iteration,
# stored by 6; a[i-2] is its a[i+2], stored by 5.
# CHECK-LABEL: {{^}}unrolled: 6->0 d1, 5->3 d1 | none{{$}}
unrolled:
  movq -8(%rsi,%rax,8), %rcx
  leaq (%rcx,%rcx,2), %rcx
  movq %rcx, (%rsi,%rax,8)
  addq -16(%rsi,%rax,8), %rcx
  movq %rcx, 8(%rsi,%rax,8)
  movq $1, 16(%rsi,%rax,8)
  movq %rcx, 24(%rsi,%rax,8)
  addq $4, %rax
  cmpq %rdi, %rax
  jl unrolled
# a[i-1u] with an index of 32 bits: both sides are extended from 32 bits, and
# differ by 1 but where the index wraps.
# CHECK-LABEL: {{^}}wrap32: 4->1 d1 | none{{$}}
wrap32:
  leal -1(%rdx), %eax
  movq (%rsi,%rax,8), %rax
  addq $5, %rax
  movl %edx, %ecx
  movq %rax, (%rsi,%rcx,8)
  incl %edx
  cmpl %edx, %edi
  jne wrap32
# The same of 8 bits: it wraps after 256 iterations, of which 255 are regular.
# CHECK-LABEL: {{^}}wrap8: 4->2 d1 | none{{$}}
wrap8:
  leal -1(%rdx), %eax
  movzbl %al, %eax
  movq (%rsi,%rax,8), %rax
  movzbl %dl, %ecx
  movq %rax, (%rsi,%rcx,8)
  incl %edx
  cmpl %edx, %edi
  jne wrap8
# The pointer is in memory itself, which nobody writes to.
# CHECK-LABEL: {{^}}pointer: 1->1 d1 | waw 1->1 d1{{$}}
pointer:
  movq (%rdi), %rax
  incl (%rax)
  jne pointer
# A list: another node every time, of which the count is read back.
# CHECK-LABEL: {{^}}list: 1->2 d0 | none{{$}}
list:
  movq (%rdi), %rdi
  movl %eax, 8(%rdi)
  movl 8(%rdi), %ecx
  jne list
# Vectors of 32 bytes from 16 bytes back, 8 bytes a step: the first 8 bytes were
# stored two iterations ago, the others overwritten since. The store's first half
# was just read, its first three quarters are the last one's.
# CHECK-LABEL: {{^}}vectors: 1->0 d1 partial, 1->0 d2 partial | waw 1->1 d1, war 0->1 d0{{$}}
vectors:
  vmovups -16(%rsi), %ymm0
  vmovups %ymm0, (%rsi)
  addq $8, %rsi
  jne vectors
# Push and pop.
# CHECK-LABEL: {{^}}stack: 0->1 d0 | waw 0->0 d1, war 1->0 d1{{$}}
stack:
  pushq %rax
  popq %rbx
  jne stack
# Variables of the file and of others, which only relocations name: count, 4 bytes
# into .bss, is read and written; total is another one.
# CHECK-LABEL: {{^}}variables: 2->0 d1 | waw 2->2 d1, war 0->2 d0{{$}}
variables:
  movl count(%rip), %eax
  addl total(%rip), %eax
  movl %eax, .bss+4(%rip)
  decl %ecx
  jne variables
.bss
  .zero 4
count:
  .zero 4
.text
