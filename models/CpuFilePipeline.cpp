//===- CpuFilePipeline.cpp - The machine's keys of a description *- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keys of front end, renamer, scheduler, ports and the names of an
/// architecture. CpuFileMemory.cpp has those of memory.
///
//===----------------------------------------------------------------------===//

#include "CpuFileTraits.h"

using namespace takt;

namespace llvm {
namespace yaml {

template <> struct ScalarEnumerationTraits<FrontEndKind> {
  static void enumeration(IO &IO, FrontEndKind &K) {
    const Choice Is(IO, K);
    Is("linear", FrontEndKind::Linear);
    Is("no-cross", FrontEndKind::NoCross);
    Is("dispatch-queues", FrontEndKind::DispatchQueues);
    Is("intel", FrontEndKind::Intel);
    Is("op-cache", FrontEndKind::OpCache);
  }
};

template <> struct ScalarEnumerationTraits<PortChoice> {
  static void enumeration(IO &IO, PortChoice &C) {
    const Choice Is(IO, C);
    Is("at-dispatch", PortChoice::AtDispatch);
    Is("six-ports", PortChoice::SixPorts);
    Is("eight-ports", PortChoice::EightPorts);
    Is("ten-ports", PortChoice::TenPorts);
    Is("twelve-ports", PortChoice::TwelvePorts);
    Is("uniform", PortChoice::Uniform);
  }
};

template <> struct ScalarEnumerationTraits<MoveElimination> {
  static void enumeration(IO &IO, MoveElimination &M) {
    const Choice Is(IO, M);
    Is("never", MoveElimination::Never);
    Is("slots", MoveElimination::Slots);
    Is("always", MoveElimination::Always);
  }
};

template <> struct MappingTraits<FilePredecoder> {
  static void mapping(IO &IO, FilePredecoder &P) {
    IO.mapOptional("block", P.Block);
    IO.mapOptional("width", P.Width);
    IO.mapOptional("prefix-penalty", P.PrefixPenalty);
    IO.mapOptional("delay", P.Delay);
    IO.mapOptional("waiting-blocks", P.WaitingBlocks);
  }
};

template <> struct MappingTraits<FileDecoders> {
  static void mapping(IO &IO, FileDecoders &D) {
    IO.mapOptional("count", D.Count);
    IO.mapOptional("beside-complex", D.BesideComplex);
    IO.mapOptional("fusible-on-last", D.FusibleOnLast);
  }
};

template <> struct MappingTraits<FileMicrocode> {
  static void mapping(IO &IO, FileMicrocode &M) {
    IO.mapOptional("width", M.Width);
    IO.mapOptional("enter-delay", M.EnterDelay);
    IO.mapOptional("leave-delay", M.LeaveDelay);
    IO.mapOptional("enter-delay-from-cache", M.EnterDelayFromCache);
  }
};

template <> struct MappingTraits<FileUopCache> {
  static void mapping(IO &IO, FileUopCache &C) {
    IO.mapOptional("width", C.Width);
    IO.mapOptional("window", C.Window);
    IO.mapOptional("lines", C.Lines);
    IO.mapOptional("line-uops", C.LineUops);
    IO.mapOptional("waiting-lines", C.WaitingLines);
    IO.mapOptional("jump-erratum", C.JumpErratum);
    IO.mapOptional("rejects-odd-prefixes", C.RejectsOddPrefixes);
    IO.mapOptional("whole-lines", C.WholeLines);
    IO.mapOptional("extra-slots", C.ExtraSlots);
    IO.mapOptional("ends-apart", C.EndsApart);
    IO.mapOptional("window-a-cycle", C.WindowACycle);
    IO.mapOptional("pairs-windows", C.PairsWindows);
  }
};

template <> struct MappingTraits<FileFit> {
  static void mapping(IO &IO, FileFit &F) {
    locate(IO.getContext(), F.Where);
    IO.mapRequired("ops", F.Ops);
    IO.mapOptional("evex", F.Evex);
    IO.mapOptional("wide-fields", F.WideFields);
    IO.mapOptional("fields", F.Fields);
  }
};

template <> struct MappingTraits<FileOpCache> {
  static void mapping(IO &IO, FileOpCache &C) {
    IO.mapOptional("width", C.Width);
    IO.mapOptional("entries-per-cycle", C.EntriesPerCycle);
    IO.mapOptional("entry-ops", C.EntryOps);
    IO.mapOptional("line", C.Line);
    IO.mapOptional("ops", C.Ops);
    IO.mapOptional("copies", C.Copies);
    IO.mapOptional("fuses-nops", C.FusesNops);
    IO.mapOptional("lines-ahead", C.LinesAhead);
    IO.mapOptional("counts-instructions", C.CountsInstrs);
    IO.mapOptional("line-again", C.LineAgain);
    IO.mapOptional("branches-by-end", C.BranchesByEnd);
    IO.mapOptional("second-behind", C.SecondBehind);
    IO.mapOptional("starts-full", C.StartsFull);
    IO.mapOptional("fits", C.Fits);
  }
};

template <> struct MappingTraits<FileUnrolling> {
  static void mapping(IO &IO, FileUnrolling &U) {
    locate(IO.getContext(), U.Where);
    IO.mapRequired("up-to", U.UpTo);
    IO.mapRequired("times", U.Times);
  }
};

template <> struct MappingTraits<FileLoopStream> {
  static void mapping(IO &IO, FileLoopStream &L) {
    IO.mapOptional("enabled", L.Enabled);
    IO.mapOptional("unrolling", L.Unrolling);
  }
};

void MappingTraits<FileFrontEnd>::mapping(IO &IO, FileFrontEnd &F) {
  locate(IO.getContext(), F.Where);
  IO.mapRequired("source", F.Source);
  IO.mapOptional("kind", F.Kind);
  IO.mapOptional("width", F.Width);
  IO.mapOptional("results", F.Results);
  IO.mapOptional("result-bits", F.ResultBits);
  IO.mapOptional("macro-fusion", F.MacroFusion);
  IO.mapOptional("fusion-line", F.FusionLine);
  IO.mapOptional("predecoder", F.Predecoder);
  IO.mapOptional("instruction-queue", F.InstructionQueue);
  IO.mapOptional("decoders", F.Decoders);
  IO.mapOptional("microcode", F.Microcode);
  IO.mapOptional("uop-cache", F.UopCache);
  IO.mapOptional("op-cache", F.OpCache);
  IO.mapOptional("uop-queue", F.UopQueue);
  IO.mapOptional("loop-stream", F.LoopStream);
}

template <> struct MappingTraits<FileRegisters> {
  static void mapping(IO &IO, FileRegisters &R) {
    IO.mapOptional("general", R.General);
    IO.mapOptional("vector", R.Vector);
    IO.mapOptional("mask", R.Mask);
    IO.mapOptional("mask-register", R.MaskRegister);
  }
};

template <> struct MappingTraits<FileLoadWait> {
  static void mapping(IO &IO, FileLoadWait &W) {
    IO.mapRequired("entries", W.Entries);
    IO.mapRequired("after", W.After);
  }
};

template <> struct MappingTraits<FileCodeInFlight> {
  static void mapping(IO &IO, FileCodeInFlight &C) {
    IO.mapOptional("blocks", C.Blocks);
    IO.mapOptional("lines", C.Lines);
    locate(IO.getContext(), C.Where);
  }
};

void MappingTraits<FileBuffers>::mapping(IO &IO, FileBuffers &B) {
  IO.mapRequired("source", B.Source);
  IO.mapOptional("reorder", B.Reorder);
  IO.mapOptional("scheduler", B.Scheduler);
  IO.mapOptional("load", B.Load);
  IO.mapOptional("store", B.Store);
  IO.mapOptional("waiting-loads", B.WaitingLoads);
  IO.mapOptional("retire-width", B.RetireWidth);
  IO.mapOptional("registers", B.Registers);
  IO.mapOptional("code-in-flight", B.Code);
}

void MappingTraits<FileBranches>::mapping(IO &IO, FileBranches &B) {
  IO.mapRequired("source", B.Source);
  IO.mapRequired("ports", B.Ports);
  IO.mapOptional("taken-ports", B.TakenPorts);
  IO.mapOptional("also", B.Also);
}

void MappingTraits<FileClock>::mapping(IO &IO, FileClock &C) {
  locate(IO.getContext(), C.Where);
  IO.mapRequired("source", C.Source);
  IO.mapOptional("bits", C.Bits);
  IO.mapOptional("percent", C.Percent);
  IO.mapOptional("match", C.Match);
}

template <> struct MappingTraits<FileMoveSlots> {
  static void mapping(IO &IO, FileMoveSlots &S) {
    IO.mapOptional("general", S.General);
    IO.mapOptional("vector", S.Vector);
    IO.mapOptional("pipeline", S.Pipeline);
    IO.mapOptional("until-overwritten", S.UntilOverwritten);
  }
};

template <> struct MappingTraits<FileHighBytes> {
  static void mapping(IO &IO, FileHighBytes &H) {
    IO.mapOptional("apart", H.Apart);
    IO.mapOptional("merge-ports", H.MergePorts);
  }
};

template <> struct MappingTraits<FileStackEngine> {
  static void mapping(IO &IO, FileStackEngine &S) {
    IO.mapOptional("enabled", S.Enabled);
    IO.mapOptional("sync-ports", S.SyncPorts);
    IO.mapOptional("reach", S.Reach);
    IO.mapOptional("in-addresses", S.InAddresses);
    IO.mapOptional("every-use", S.EveryUse);
  }
};

template <> struct MappingTraits<FileUnlamination> {
  static void mapping(IO &IO, FileUnlamination &U) {
    IO.mapOptional("places", U.Places);
    IO.mapOptional("per-cycle", U.PerCycle);
  }
};

template <> struct MappingTraits<FileWideVectors> {
  static void mapping(IO &IO, FileWideVectors &V) {
    IO.mapOptional("bits", V.Bits);
    IO.mapOptional("blocked-ports", V.BlockedPorts);
  }
};

void MappingTraits<FileRenamer>::mapping(IO &IO, FileRenamer &R) {
  locate(IO.getContext(), R.Where);
  IO.mapRequired("source", R.Source);
  IO.mapOptional("micro-fusion", R.MicroFusion);
  IO.mapOptional("fused-uops-from-model", R.FusedUopsFromModel);
  IO.mapOptional("partial-writes-merge", R.PartialWritesMerge);
  IO.mapOptional("port-choice", R.Choice);
  IO.mapOptional("port-imbalance", R.PortImbalance);
  IO.mapOptional("port-order", R.PortOrder);
  IO.mapOptional("alternating-ports", R.AlternatingPorts);
  IO.mapOptional("move-elimination", R.Moves);
  IO.mapOptional("moves-per-cycle", R.MovesPerCycle);
  IO.mapOptional("move-slots", R.MoveSlots);
  IO.mapOptional("high-bytes", R.HighBytes);
  IO.mapOptional("stack-engine", R.StackEngine);
  IO.mapOptional("wide-vectors", R.WideVectors);
  IO.mapOptional("unlamination", R.Unlamination);
  IO.mapOptional("whole-uops", R.WholeUops);
  IO.mapOptional("microcode-apart", R.MicrocodeApart);
  IO.mapOptional("short-constants", R.ShortConstants);
}

template <> struct MappingTraits<FileSharedReads> {
  static void mapping(IO &IO, FileSharedReads &R) {
    locate(IO.getContext(), R.Where);
    IO.mapRequired("sides", R.Sides);
    IO.mapOptional("always", R.Always);
    IO.mapOptional("first", R.First);
    IO.mapOptional("handed-on", R.HandedOn);
    IO.mapOptional("turns-after", R.TurnsAfter);
    IO.mapOptional("asks-after", R.AsksAfter);
  }
};

void MappingTraits<FileScheduler>::mapping(IO &IO, FileScheduler &S) {
  locate(IO.getContext(), S.Where);
  IO.mapRequired("source", S.Source);
  IO.mapOptional("issue-to-dispatch", S.IssueToDispatch);
  IO.mapOptional("late-window", S.LateWindow);
  IO.mapOptional("execute-delay", S.ExecuteDelay);
  IO.mapOptional("result-ports", S.ResultPorts);
  IO.mapOptional("port-results", S.PortResults);
  IO.mapOptional("integer-results", S.IntegerResults);
  IO.mapOptional("results-pass", S.ResultsPass);
  IO.mapOptional("result-patience", S.ResultPatience);
  IO.mapOptional("late-results", S.LateResults);
  IO.mapOptional("early-tries", S.EarlyTries);
  IO.mapOptional("shared-reads", S.SharedReads);
}

void MappingTraits<FileResource>::mapping(IO &IO, FileResource &R) {
  IO.mapRequired("name", R.Name);
  IO.mapRequired("llvm", R.LLVM);
}

void MappingTraits<FileFlags>::mapping(IO &IO, FileFlags &F) {
  IO.mapRequired("source", F.Source);
  IO.mapRequired("register", F.Register);
  IO.mapRequired("groups", F.Groups);
}

template <> struct MappingTraits<FileConditionOperand> {
  static void mapping(IO &IO, FileConditionOperand &C) {
    IO.mapRequired("match", C.Match);
    IO.mapOptional("operand", C.Operand, -1);
  }
};

void MappingTraits<FileConditions>::mapping(IO &IO, FileConditions &C) {
  IO.mapRequired("source", C.Source);
  IO.mapRequired("names", C.Names);
  IO.mapRequired("operands", C.Operands);
}

} // namespace yaml
} // namespace llvm
