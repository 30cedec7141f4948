# Two loops in a loop. The first one has 10 iterations and 3 runs.
  .bss
  .balign 64
area: .zero 8192

  .text
  .globl main
main:
  movl $3, %r8d
outer:
  leaq area(%rip), %rdi
  movl $10, %ecx

# A[i + 2] = A[i]: two iterations back.
load: movq (%rdi), %rax
store: movq %rax, 16(%rdi)
  addq $8, %rdi
  decl %ecx
  jne load
tail:

# What an iteration stores, it loads in the next one; and what one run stores,
# the next one loads.
  leaq area+4096(%rip), %rdi
  movl $5, %ecx
load2: movq (%rdi), %rax
store2: movq %rax, (%rdi)
  testl $1, %ecx
  je even
odd: movq %rax, 8(%rdi)
even:
  decl %ecx
  jne load2
tail2:
  decl %r8d
  jne outer
  xorl %eax, %eax
  retq
  .size main, .-main
  .type main, @function
  .section .note.GNU-stack, "", @progbits
