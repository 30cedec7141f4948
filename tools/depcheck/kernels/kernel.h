// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels have in common. Each file has a function kernel_<name>,
// whose loops are looked at, and run_<name>, which sets up its data, runs it
// once and returns a checksum, the same at all optimisation levels but for
// rounding. Innermost dimensions are long, so that what one run of a loop
// leaves behind is far away when the next one begins, even when it is
// vectorised.

#ifndef TAKT_DEPCHECK_KERNEL_H
#define TAKT_DEPCHECK_KERNEL_H

// Neither inlined nor made for the only call there is.
#define KERNEL __attribute__((noinline))

enum { Long = 1200, Short = 60 };

// Numbers between 1/2 and 3/2, always the same for a seed.
void fill(double *Values, long Count, unsigned Seed);
void fillFloats(float *Values, long Count, unsigned Seed);
// Numbers from 0 up to Below.
void fillInts(int *Values, long Count, unsigned Seed, int Below);
// Makes solving with it stable: the diagonal outweighs the rest of its row.
void makeDominant(double *Matrix, long Size);
double sum(const double *Values, long Count);

#endif
