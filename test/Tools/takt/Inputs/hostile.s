# Names that would do harm in HTML, in JSON or in a script.
	.text
	.globl	"</script><script>document.title='harmed'</script>"
	.type	"</script><script>document.title='harmed'</script>",@function
"</script><script>document.title='harmed'</script>":
.Lmixed:
	vmovaps	(%rdi), %ymm0
	vaddps	(%rsi), %ymm0, %ymm1
	vmovaps	%ymm1, (%rdi)
	imulq	%r8, %r8
	addq	%r8, %r9
	pushq	%r9
	popq	%rbx
	movq	%rbx, %r10
	addq	$32, %rdi
	decq	%rcx
	jne	.Lmixed
	ret
	.size	"</script><script>document.title='harmed'</script>", .-"</script><script>document.title='harmed'</script>"

	.globl	"'><img src=x onerror=alert(2)>&amp;<!--"
	.type	"'><img src=x onerror=alert(2)>&amp;<!--",@function
"'><img src=x onerror=alert(2)>&amp;<!--":
.Lchain:
	mulsd	%xmm1, %xmm0
	addsd	(%rdi), %xmm0
	decq	%rcx
	jne	.Lchain
	ret
	.size	"'><img src=x onerror=alert(2)>&amp;<!--", .-"'><img src=x onerror=alert(2)>&amp;<!--"
