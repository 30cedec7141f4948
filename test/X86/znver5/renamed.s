# Which loads get the register of a store on Zen 5 (docs/zen5.md), as
# takt-measure --cpu=znver5 --notion=loop says of this file.
# REQUIRES: takt, x86-registered-target
# RUN: %takt --cpu=znver5 --notion=loop --summary %s | FileCheck %s

# Measured 0.98: told by the instruction pointer, too.
# CHECK-LABEL: marked 'relative'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN relative
        movq 64(%rip), %rax
        addq $1, %rax
        movq %rax, 53(%rip)
# LLVM-MCA-END

# Measured 1.00 each.
# CHECK-LABEL: marked 'shrx'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN shrx
        shrxq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'shlx'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN shlx
        shlxq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'sarx'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN sarx
        sarxq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'rorx'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN rorx
        rorxq $3, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'andn'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN andn
        andnq (%rsi), %rcx, %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'blsr'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN blsr
        blsrq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'blsi'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN blsi
        blsiq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'blsmsk'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN blsmsk
        blsmskq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'bextr'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN bextr
        bextrq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'bzhi'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN bzhi
        bzhiq %rcx, (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'movbe'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN movbe
        movbeq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'adcx'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN adcx
        adcxq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'adox'
# CHECK-NEXT: {{^ *}}1.00 cycles per iteration
# LLVM-MCA-BEGIN adox
        adoxq (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END

# Measured 3.00, and 4.00 for two results.
# CHECK-LABEL: marked 'pdep'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN pdep
        pdepq (%rsi), %rcx, %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'pext'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN pext
        pextq (%rsi), %rcx, %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'crc32'
# CHECK-NEXT: {{^ *}}3.00 cycles per iteration
# LLVM-MCA-BEGIN crc32
        movl $0, %eax
        crc32q (%rsi), %rax
        movq %rax, (%rsi)
# LLVM-MCA-END
# CHECK-LABEL: marked 'mulx'
# CHECK-NEXT: {{^ *}}4.00 cycles per iteration
# LLVM-MCA-BEGIN mulx
        mulxq (%rsi), %rbx, %rax
        movq %rax, (%rsi)
# LLVM-MCA-END

# Measured 7.99: a byte is not.
# CHECK-LABEL: marked 'byte'
# CHECK-NEXT: {{^ *}}8.00 cycles per iteration
# LLVM-MCA-BEGIN byte
        movzbl (%rsi), %eax
        addl $1, %eax
        movl %eax, (%rsi)
# LLVM-MCA-END
