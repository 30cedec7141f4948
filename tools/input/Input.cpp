//===- Input.cpp - Code from files, text and bytes --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"
#include "AsmCode.h"
#include "Block.h"
#include "ObjectCheck.h"
#include "ObjectCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::object;
using namespace takt;

//===----------------------------------------------------------------------===//
// Kinds of input
//===----------------------------------------------------------------------===//

static bool looksLikeHex(StringRef Text) {
  return !Text.trim().empty() && all_of(Text, [](char C) {
    return isHexDigit(C) || isSpace(C) || C == 'x' || C == 'X';
  });
}

Expected<std::unique_ptr<MemoryBuffer>> takt::openInput(StringRef Argument) {
  if (Argument != "-" && !sys::fs::exists(Argument) && looksLikeHex(Argument))
    return MemoryBuffer::getMemBufferCopy(Argument, "<hex>");
  ErrorOr<std::unique_ptr<MemoryBuffer>> File =
      MemoryBuffer::getFileOrSTDIN(Argument);
  if (!File)
    return createStringError(File.getError(),
                             Argument + ": " + File.getError().message());
  return std::move(*File);
}

/// Assembly is text: an assembler would complain about each line of anything
/// else, and print it. \p What: what else is known of the input.
static Error checkText(StringRef Input, StringRef What) {
  const size_t At = Input.find_if(
      [](unsigned char C) { return (C < 0x20 && !isSpace(C)) || C == 0x7f; });
  if (At == StringRef::npos)
    return Error::success();
  return createStringError("this is " + What + " assembly: byte 0x" +
                           toHex(Input.substr(At, 1), /*LowerCase=*/true) +
                           " at offset " + utostr(At) + " is not text");
}

Expected<InputKind> takt::inputKind(MemoryBufferRef Input, InputKind Asked) {
  const StringRef Text = Input.getBuffer();
  if (Text.trim().empty())
    return createStringError("the input is empty");
  if (Asked == InputKind::Assembly)
    if (Error E = checkText(Text, "not"))
      return std::move(E);
  if (Asked != InputKind::Auto)
    return Asked;
  switch (identify_magic(Text)) {
  case file_magic::unknown:
    break;
  case file_magic::bitcode:
    return createStringError("this is LLVM bitcode; compile it first");
  default:
    return InputKind::Object;
  }
  if (Error E = checkText(Text, "neither an object, hex nor"))
    return std::move(E);
  const StringRef Name = Input.getBufferIdentifier();
  if (Name.ends_with(".s") || Name.ends_with(".S") || Name.ends_with(".asm"))
    return InputKind::Assembly;
  return looksLikeHex(Text) ? InputKind::Hex : InputKind::Assembly;
}

//===----------------------------------------------------------------------===//
// Objects and archives
//===----------------------------------------------------------------------===//

/// Calls \p Each with every object file in \p Input and its name in an archive.
static Error
forEachObject(MemoryBufferRef Input,
              function_ref<Error(const ObjectFile &, StringRef Member)> Each,
              function_ref<void(Error)> Problem) {
  Expected<std::unique_ptr<Binary>> File = createBinary(Input);
  if (!File)
    return File.takeError();
  if (const auto *Object = dyn_cast<ObjectFile>(File->get()))
    return Each(*Object, "");
  const auto *Library = dyn_cast<Archive>(File->get());
  if (!Library)
    return createStringError("this is neither an object file nor an archive of "
                             "object files");
  Error Broken = Error::success();
  for (const Archive::Child &C : Library->children(Broken)) {
    Expected<StringRef> Name = C.getName();
    const std::string Member =
        Name ? Name->str() : (consumeError(Name.takeError()), "?");
    Expected<std::unique_ptr<Binary>> Inner = C.getAsBinary();
    if (!Inner) {
      Problem(createStringError(Member + ": " + toString(Inner.takeError())));
      continue;
    }
    if (const auto *Object = dyn_cast<ObjectFile>(Inner->get()))
      if (Error E = Each(*Object, Member))
        return joinErrors(std::move(E), std::move(Broken));
  }
  return Broken;
}

static Expected<Triple> objectTriple(MemoryBufferRef Input) {
  std::optional<Triple> Found;
  Error E = forEachObject(
      Input,
      [&](const ObjectFile &Object, StringRef) {
        if (!Found)
          Found = Object.makeTriple();
        return Error::success();
      },
      [](Error E) { consumeError(std::move(E)); });
  if (E)
    return std::move(E);
  if (!Found)
    return createStringError("the archive holds no object files");
  if (Found->getArch() == Triple::UnknownArch)
    return createStringError("the object is for a machine that LLVM does not "
                             "know");
  return *Found;
}

static Error readChecked(const ObjectFile &Object, CodeTarget &T,
                         const ReadOptions &Options, const CodeSink &Sink,
                         StringRef Member) {
  if (Error E = checkObject(Object))
    return E;
  return readObject(Object, T, Options, Sink, Member);
}

static Error readObjects(MemoryBufferRef Input, CodeTarget &T,
                         const ReadOptions &Options, CodeSink Sink) {
  unsigned Read = 0;
  std::string LastReason;
  Error E = forEachObject(
      Input,
      [&](const ObjectFile &Object, StringRef Member) -> Error {
        auto Problem = [&](Error E) {
          Sink.Problem(
              Member.empty()
                  ? std::move(E)
                  : createStringError(Member + ": " + toString(std::move(E))));
        };
        const CodeSink Inner{Sink.Region, Problem};
        if (Object.getArch() != T.triple().getArch()) {
          Problem(createStringError("the object is for " +
                                    Triple::getArchTypeName(Object.getArch()) +
                                    ", not for " + T.triple().getArchName()));
          return Error::success();
        }
        Error Failed = readChecked(Object, T, Options, Inner, Member);
        if (Member.empty() || !Failed) {
          ++Read;
          return Failed;
        }
        // A member without a loop is nothing special.
        LastReason = toString(std::move(Failed));
        return Error::success();
      },
      Sink.Problem);
  if (E || Read)
    return E;
  return createStringError(LastReason.empty() ? "nothing could be read"
                                              : LastReason);
}

//===----------------------------------------------------------------------===//
// All inputs
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<CodeTarget>>
takt::targetFor(MemoryBufferRef Input, const ReadOptions &Options) {
  initializeTargets();
  Expected<InputKind> Kind = inputKind(Input, Options.Kind);
  if (!Kind)
    return Kind.takeError();
  if (*Kind != InputKind::Object)
    return CodeTarget::create(Options.Target);
  Expected<Triple> TT = objectTriple(Input);
  if (!TT)
    return TT.takeError();
  return CodeTarget::create(Options.Target, &*TT);
}

static Error readAssembly(MemoryBufferRef Input, CodeTarget &T,
                          const ReadOptions &Options, CodeSink Sink) {
  Expected<AsmCode> Code = assemble(T, Input);
  if (!Code)
    return Code.takeError();
  Expected<std::unique_ptr<ObjectFile>> Object = ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(Code->Object.data(), Code->Object.size()),
                      Input.getBufferIdentifier()));
  if (!Object)
    return Object.takeError();
  return readObject(**Object, T, Options, Sink, "", &*Code,
                    Input.getBufferIdentifier());
}

Error takt::readCode(MemoryBufferRef Input, CodeTarget &T,
                     const ReadOptions &Options, CodeSink Sink) {
  Expected<InputKind> Kind = inputKind(Input, Options.Kind);
  if (!Kind)
    return Kind.takeError();
  switch (*Kind) {
  case InputKind::Auto:
  case InputKind::Object:
    return readObjects(Input, T, Options, Sink);
  case InputKind::Assembly:
    return readAssembly(Input, T, Options, Sink);
  case InputKind::Hex: {
    if (!Options.Select.paths().empty())
      return createStringError("--path: hex has no addresses");
    CodeRegion R;
    if (Error E = readHexBlock(T, Input.getBuffer(), Options.Repeats, R,
                               Options.HexAddress))
      return E;
    Sink.Region(std::move(R));
    return Error::success();
  }
  }
  llvm_unreachable("unknown input kind");
}
