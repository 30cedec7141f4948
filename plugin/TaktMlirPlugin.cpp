//===- TaktMlirPlugin.cpp - Entry point of the MLIR pass plugin -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loaded by mlir-opt --load-pass-plugin and its like.
///
//===----------------------------------------------------------------------===//

#include "CodeGenHook.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "takt/passes/HostCheck.h"
#include "takt/passes/MlirPasses.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// The program need not compile for any target by itself.
static void prepareTargets() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  InitializeAllAsmParsers();
  takt::installCodeGenHook();
}

static void registerPasses() {
  static const char Self = 0;
  if (const std::optional<std::string> Problem =
          takt::checkHost(&Self, LLVM_VERSION_MAJOR))
    errs() << "takt: error: " << *Problem << "; the plugin does nothing\n";
  else
    takt::registerMlirPasses({prepareTargets, takt::isHooked});
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Takt", TAKT_VERSION, registerPasses};
}
