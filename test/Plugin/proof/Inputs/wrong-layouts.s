	.globl	f
	.type	f,@function
f:
	xorl	%eax, %eax
.Lloop:
	incl	%eax
	jmp	.Lloop
	retq
	.size	f, .-f
