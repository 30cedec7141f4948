# Accesses whose dependences are known; the labels are what tests look for.
  .bss
  .balign 64
area:
  .zero 8192

  .text
  .globl main
main:
  leaq area(%rip), %rdi

# Eight bytes that two stores wrote, four each.
low: movl $1, (%rdi)
high: movl $2, 4(%rdi)
both: movq (%rdi), %rax

# The second byte of a word, overwritten.
word: movw $3, 8(%rdi)
byte: movb $4, 9(%rdi)
first: movzbl 8(%rdi), %eax
second: movzbl 9(%rdi), %ecx

# Compare and swap: the first fails and stores nothing, the second stores.
seed: movq $5, 16(%rdi)
  movq $6, %rax
  movq $7, %rdx
failing: lock cmpxchgq %rdx, 16(%rdi)
unchanged: movq 16(%rdi), %rcx
  movq $5, %rax
swapping: lock cmpxchgq %rdx, 16(%rdi)
changed: movq 16(%rdi), %rcx

# 16 bytes at once: this one fails, too.
pair: movups %xmm0, 32(%rdi)
  movq $-1, %rax
  movq $-1, %rdx
wide: lock cmpxchg16b 32(%rdi)
kept: movq 40(%rdi), %rcx

# A masked store of the second element of four, a masked load of the third.
base: vmovups %ymm0, 64(%rdi)
  vmovups mask1(%rip), %ymm1
maskedstore: vmaskmovps %ymm0, %ymm1, 64(%rdi)
element1: movl 68(%rdi), %eax
element2: movl 72(%rdi), %eax
  vmovups mask2(%rip), %ymm2
maskedload: vmaskmovps 64(%rdi), %ymm2, %ymm3

# An instruction that valgrind leaves to a helper.
save: fxsave 128(%rdi)
saved: movq 288(%rdi), %rax

# Read and write of one instruction.
start: movq $0, 1024(%rdi)
  movl $100, %ecx
counter: addq $1, 1024(%rdi)
  decl %ecx
  jne counter

# Across a page.
across: movq $1, 4093(%rdi)
behind: movzbl 4096(%rdi), %eax

# What the system writes is nobody's.
zero: movq $0, 2048(%rdi)
  leaq 2048(%rdi), %rsi
push: pushq %rdi
  movl $228, %eax # clock_gettime
  movl $1, %edi
  syscall
pop: popq %rdi
time: movq 2048(%rdi), %rax

# A store that does not pass the filter of the function's name.
mine: movq $1, 3072(%rdi)
  callq other
theirs: movq 3072(%rdi), %rax

  xorl %eax, %eax
  retq
.size main, .-main
  .type main, @function

  .type other, @function
other:
  movq $1, 3072(%rdi)
  retq
  .size other, .-other

  .section .rodata
  .balign 32
mask1: .long 0, -1, 0, 0, 0, 0, 0, 0
mask2: .long 0, 0, -1, 0, 0, 0, 0, 0
  .section .note.GNU-stack, "", @progbits
