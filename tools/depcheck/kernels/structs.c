// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters in structs: of a list of accounts, and of what they have in common.

#include "kernel.h"
#include <stddef.h>

enum { Count = 50000 };

struct Account {
  struct Account *Next;
  double Balance;
  int Changes;
  short Kind;
};

struct Summary {
  long Seen;
  double Total;
  int Kinds[4];
};

static struct Account Accounts[Count];
static struct Summary Result;

KERNEL void kernel_structs(struct Account *First, struct Summary *S) {
  for (struct Account *A = First; A; A = A->Next) {
    A->Changes += 1;
    A->Balance *= 1.01;
    S->Seen += A->Changes;
    S->Total += A->Balance;
  }
  for (struct Account *A = First; A; A = A->Next)
    ++S->Kinds[A->Kind];
}

double run_structs(void) {
  static int Kinds[Count];
  static double Balances[Count];
  fillInts(Kinds, Count, 1, 4);
  fill(Balances, Count, 2);
  for (int I = 0; I < Count; ++I) {
    // A list that jumps about: 7 and Count have no common factor.
    Accounts[I].Next = &Accounts[(I + 7) % Count];
    Accounts[I].Balance = Balances[I];
    Accounts[I].Kind = (short)Kinds[I];
  }
  Accounts[Count - 7].Next = NULL;
  kernel_structs(Accounts, &Result);
  return Result.Total + (double)Result.Seen + Result.Kinds[1];
}
