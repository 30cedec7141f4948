//===- TaktPlugin.cpp - Entry points of the LLVM pass plugin ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loaded by clang, opt, llc and lld. Two entries lead here: the static
/// constructor, for hosts that only dlopen the plugin (llc -load, clang
/// -fplugin), and llvmGetPassPluginInfo; with lld's -mllvm -load= the first one
/// runs before the targets are registered.
///
//===----------------------------------------------------------------------===//

#include "CodeGenHook.h"
#include "takt/passes/HostCheck.h"
#include "takt/passes/RecordedSteps.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

/// Tells once whether the program is one that the plugin can work in.
static bool hostIsRight() {
  static const bool Right = [] {
    static const char Self = 0;
    const std::optional<std::string> Problem =
        takt::checkHost(&Self, LLVM_VERSION_MAJOR);
    if (Problem)
      errs() << "takt: error: " << *Problem << "; the plugin does nothing\n";
    return !Problem;
  }();
  return Right;
}

static void install() {
  if (hostIsRight())
    takt::installCodeGenHook();
}

namespace {
struct InstallAtLoad {
  InstallAtLoad() { install(); }
};
} // namespace

static const InstallAtLoad InstallNow;

static void registerCallbacks(PassBuilder &PB) {
  install();
  if (!hostIsRight())
    return;
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(takt::RecordOrigin());
      });
  // The last point at which every loop is still the source's: the vectoriser
  // and the unroller follow.
  PB.registerVectorizerStartEPCallback(
      [&PB](FunctionPassManager &FPM, OptimizationLevel Level) {
        FPM.addPass(takt::RecordSteps());
        FPM.addPass(takt::GuideLoops(takt::guideContext(PB, Level)));
      });
  if (PassInstrumentationCallbacks *PIC = PB.getPassInstrumentationCallbacks())
    takt::leaveOutInRows(*PIC);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Takt", TAKT_VERSION, registerCallbacks};
}
