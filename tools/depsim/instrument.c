/*===- instrument.c - Memory accesses of translated code ---------*- C -*-===*\
|*
|* Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "instrument.h"
#include "depsim.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

/* The block that is being built. */
typedef struct {
  IRSB *Block;
  /* The instruction; NULL: it does not pass. */
  Site *At;
  /* Whether it is known in which loop control is, and in which. */
  Bool LoopKnown;
  Loop *In;
} Context;

/* === Called by the translated code ======================================= */

static void onLoad(Site *S, Addr Address, UWord Size) {
  recordLoad(S, Address, Size);
}

static void onStore(const Site *S, Addr Address, UWord Size) {
  setOrigin(S, Address, Size);
}

static void onLoop(Loop *L) { enterLoop(L); }
static void onHeader(Loop *L) { beginIteration(L); }

/* === Building ============================================================= */

static IRExpr *word(HWord Value) { return mkIRExpr_HWord(Value); }

static IRTemp assign(Context *C, IRType Type, IRExpr *E) {
  IRTemp T = newIRTemp(C->Block->tyenv, Type);
  addStmtToIRSB(C->Block, IRStmt_WrTmp(T, E));
  return T;
}

/* ++*Counter */
static void addIncrement(Context *C, ULong *Counter) {
  IRExpr *Place = word((HWord)Counter);
  IRTemp Old = assign(C, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, Place));
  IRTemp New = assign(
      C, Ity_I64,
      IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(Old), IRExpr_Const(IRConst_U64(1))));
  addStmtToIRSB(C->Block, IRStmt_Store(Iend_LE, Place, IRExpr_RdTmp(New)));
}

/* Guard: NULL for always. */
static void addCall(Context *C, const HChar *Name, void *Function,
                    IRExpr **Arguments, IRExpr *Guard) {
  IRDirty *Call =
      unsafeIRDirty_0_N(0, Name, VG_(fnptr_to_fnentry)(Function), Arguments);
  if (Guard)
    Call->guard = Guard;
  addStmtToIRSB(C->Block, IRStmt_Dirty(Call));
}

static void addLoad(Context *C, IRExpr *Address, UWord Size, IRExpr *Guard) {
  if (C->At)
    addCall(C, "onLoad", onLoad,
            mkIRExprVec_3(word((HWord)C->At), Address, word(Size)), Guard);
}

/* Stores that do not pass count too: what they overwrite is gone. */
static void addStore(Context *C, IRExpr *Address, UWord Size, IRExpr *Guard) {
  addCall(C, "onStore", onStore,
          mkIRExprVec_3(word((HWord)C->At), Address, word(Size)), Guard);
}

static UWord sizeOfExpr(const Context *C, const IRExpr *E) {
  return (UWord)sizeofIRType(typeOfIRExpr(C->Block->tyenv, E));
}

/* === Statements =========================================================== */

static void atLoop(Context *C) {
  if (!numLoops() || !C->At)
    return;
  if (C->At->IsHeader)
    addCall(C, "onHeader", onHeader, mkIRExprVec_1(word((HWord)C->At->In)),
            NULL);
  else if (!C->LoopKnown || C->In != C->At->In)
    addCall(C, "onLoop", onLoop, mkIRExprVec_1(word((HWord)C->At->In)), NULL);
  C->LoopKnown = True;
  C->In = C->At->In;
}

static void atInstruction(Context *C, const IRStmt *S) {
  C->At = siteAt(S->Ist.IMark.addr, S->Ist.IMark.len);
  addIncrement(C, &Clock);
  if (C->At)
    addIncrement(C, &C->At->Executions);
  atLoop(C);
}

static void atLoadG(Context *C, const IRLoadG *L) {
  IRType Result, Loaded;
  typeOfIRLoadGOp(L->cvt, &Result, &Loaded);
  addLoad(C, L->addr, (UWord)sizeofIRType(Loaded), L->guard);
}

/* The old value was the expected one. */
static IRExpr *isEqual(Context *C, IRTemp Old, IRExpr *Expected) {
  IRType Type = typeOfIRTemp(C->Block->tyenv, Old);
  IROp Op = Type == Ity_I8    ? Iop_CasCmpEQ8
            : Type == Ity_I16 ? Iop_CasCmpEQ16
            : Type == Ity_I32 ? Iop_CasCmpEQ32
                              : Iop_CasCmpEQ64;
  IRTemp T = assign(C, Ity_I1, IRExpr_Binop(Op, IRExpr_RdTmp(Old), Expected));
  return IRExpr_RdTmp(T);
}

/* Behind the statement: it stores if it found what it expected. */
static void afterCas(Context *C, const IRCAS *A) {
  UWord Half = sizeOfExpr(C, A->dataLo);
  IRExpr *Guard = isEqual(C, A->oldLo, A->expdLo);
  if (A->dataHi) {
    IRExpr *High = isEqual(C, A->oldHi, A->expdHi);
    IRTemp Both = assign(
        C, Ity_I32,
        IRExpr_Binop(
            Iop_And32,
            IRExpr_RdTmp(assign(C, Ity_I32, IRExpr_Unop(Iop_1Uto32, Guard))),
            IRExpr_RdTmp(assign(C, Ity_I32, IRExpr_Unop(Iop_1Uto32, High)))));
    Guard = IRExpr_RdTmp(
        assign(C, Ity_I1, IRExpr_Unop(Iop_32to1, IRExpr_RdTmp(Both))));
  }
  addStore(C, A->addr, A->dataHi ? 2 * Half : Half, Guard);
}

/* A helper of valgrind's for one instruction, with its effects on memory. */
static void atDirty(Context *C, const IRDirty *D) {
  if (D->mFx == Ifx_Read || D->mFx == Ifx_Modify)
    addLoad(C, D->mAddr, (UWord)D->mSize, D->guard);
  if (D->mFx == Ifx_Write || D->mFx == Ifx_Modify)
    addStore(C, D->mAddr, (UWord)D->mSize, D->guard);
}

static void before(Context *C, const IRStmt *S) {
  switch (S->tag) {
  case Ist_IMark:
    return atInstruction(C, S);
  case Ist_WrTmp:
    if (S->Ist.WrTmp.data->tag == Iex_Load)
      addLoad(C, S->Ist.WrTmp.data->Iex.Load.addr,
              (UWord)sizeofIRType(S->Ist.WrTmp.data->Iex.Load.ty), NULL);
    return;
  case Ist_LoadG:
    return atLoadG(C, S->Ist.LoadG.details);
  case Ist_Store:
    return addStore(C, S->Ist.Store.addr, sizeOfExpr(C, S->Ist.Store.data),
                    NULL);
  case Ist_StoreG:
    return addStore(C, S->Ist.StoreG.details->addr,
                    sizeOfExpr(C, S->Ist.StoreG.details->data),
                    S->Ist.StoreG.details->guard);
  case Ist_CAS: {
    const IRCAS *A = S->Ist.CAS.details;
    return addLoad(C, A->addr, sizeOfExpr(C, A->dataLo) * (A->dataHi ? 2 : 1),
                   NULL);
  }
  case Ist_LLSC:
    if (!S->Ist.LLSC.storedata)
      addLoad(C, S->Ist.LLSC.addr,
              (UWord)sizeofIRType(
                  typeOfIRTemp(C->Block->tyenv, S->Ist.LLSC.result)),
              NULL);
    return;
  case Ist_Dirty:
    return atDirty(C, S->Ist.Dirty.details);
  default:
    return;
  }
}

static void after(Context *C, const IRStmt *S) {
  if (S->tag == Ist_CAS)
    afterCas(C, S->Ist.CAS.details);
  if (S->tag == Ist_LLSC && S->Ist.LLSC.storedata)
    addStore(C, S->Ist.LLSC.addr, sizeOfExpr(C, S->Ist.LLSC.storedata),
             IRExpr_RdTmp(S->Ist.LLSC.result));
}

IRSB *instrument(VgCallbackClosure *Closure, IRSB *In,
                 const VexGuestLayout *Layout, const VexGuestExtents *Extents,
                 const VexArchInfo *Arch, IRType GuestWord, IRType HostWord) {
  Context C = {deepCopyIRSBExceptStmts(In), NULL, False, NULL};
  tl_assert(GuestWord == HostWord);
  for (Int I = 0; I < In->stmts_used; ++I) {
    before(&C, In->stmts[I]);
    addStmtToIRSB(C.Block, In->stmts[I]);
    after(&C, In->stmts[I]);
  }
  return C.Block;
}
