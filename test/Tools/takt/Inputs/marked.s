	.text
# LLVM-MCA-BEGIN chain
	mulsd	%xmm1, %xmm0
	addsd	%xmm2, %xmm0
# LLVM-MCA-END
	ret
