//===- cpu-tables.cpp - Compiles machine descriptions in ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     takt-cpu-tables <file.cpp> <models/cpus/*.yaml>
///
/// Run when Takt is built: reads the descriptions as the program would, tries
/// their patterns on all opcodes of LLVM's, and writes all that as tables in
/// C++. A mistake in a description ends the build with its file and line.
///
//===----------------------------------------------------------------------===//

#include "CpuArchive.h"
#include "CpuFile.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace takt;
using llvm::StringRef;

/// Where the files are.
static std::string Directory;

/// The files, for parents; the program has its own, which this tool makes.
static std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
static std::vector<std::pair<StringRef, StringRef>> Files;
llvm::ArrayRef<std::pair<StringRef, StringRef>> takt::embeddedCpuFiles() {
  return Files;
}

/// Ends the build. Files are called as they will be in the program's messages,
/// but who builds it looks for them where they are.
[[noreturn]] static void fail(const llvm::Twine &Reason) {
  std::string Text = Reason.str();
  StringRef Rest = Text;
  if (Rest.consume_front("<built-in>/"))
    llvm::errs() << Directory << '/' << Rest << '\n';
  else
    llvm::errs() << "takt-cpu-tables: " << Rest << '\n';
  std::exit(1);
}

template <typename T> static T must(llvm::Expected<T> V) {
  if (!V)
    fail(llvm::toString(V.takeError()));
  return std::move(*V);
}

namespace {

/// A description to write.
struct Entry {
  std::shared_ptr<const Cpu> C;
  std::string Bytes;
};

/// What the descriptions of an architecture share.
struct Architecture {
  OpcodePatterns Patterns;
  std::vector<Entry> Entries;
};

/// Writes the C++ file.
class Tables {
public:
  explicit Tables(llvm::raw_ostream &OS) : OS(OS) {}

  void texts(const TextPool &Pool);
  void files();
  /// Names of LLVM's CPUs and an OpcodeTable.
  void architecture(StringRef Name, const Architecture &A,
                    const llvm::MCInstrInfo &MII);
  void cpus(const std::map<std::string, Architecture> &All);

private:
  /// \p Bytes as an array of characters.
  void bytes(const llvm::Twine &Name, StringRef Bytes);
  template <typename T>
  void numbers(StringRef Type, const llvm::Twine &Name,
               llvm::ArrayRef<T> Numbers);

  llvm::raw_ostream &OS;
};

} // namespace

/// A name of C++'s for "skylake-avx512".
static std::string identifier(StringRef Name) {
  std::string Id = Name.str();
  for (char &Ch : Id)
    if (!llvm::isAlnum(Ch))
      Ch = '_';
  return Id;
}

void Tables::bytes(const llvm::Twine &Name, StringRef Bytes) {
  OS << "static const char " << Name << "[] =";
  for (; !Bytes.empty();
       Bytes = Bytes.drop_front(std::min<size_t>(Bytes.size(), 64))) {
    OS << "\n    \"";
    for (unsigned char Ch : Bytes.take_front(64))
      if (llvm::isAlnum(Ch) || Ch == ' ')
        OS << Ch;
      else // Three digits, so that a digit may follow.
        OS << '\\' << char('0' + (Ch >> 6)) << char('0' + (Ch >> 3 & 7))
           << char('0' + (Ch & 7));
    OS << '"';
  }
  OS << " \"\";\n";
}

template <typename T>
void Tables::numbers(StringRef Type, const llvm::Twine &Name,
                     llvm::ArrayRef<T> Numbers) {
  OS << "static const " << Type << ' ' << Name << "[] = {";
  for (auto [I, N] : llvm::enumerate(Numbers))
    OS << (I % 16 ? "" : "\n    ") << uint64_t(N) << "u,";
  OS << "};\n";
}

void Tables::texts(const TextPool &Pool) {
  ArchivedTexts Texts = Pool.texts();
  bytes("Texts", Texts.All);
  numbers("uint32_t", "TextEnds", Texts.Ends);
  OS << "const ArchivedTexts &takt::archivedTexts() {\n"
        "  static const ArchivedTexts T{{Texts, sizeof(Texts) - 1}, "
        "TextEnds};\n"
        "  return T;\n}\n";
}

void Tables::files() {
  for (auto [Name, Text] : Files)
    bytes("File_" + identifier(Name), Text);
  OS << "llvm::ArrayRef<std::pair<StringRef, StringRef>> "
        "takt::embeddedCpuFiles() {\n"
        "  static const std::pair<StringRef, StringRef> Files[] = {\n";
  for (auto [Name, Text] : Files)
    OS << "      {\"" << Name << "\", {File_" << identifier(Name) << ", "
       << Text.size() << "}},\n";
  OS << "  };\n  return Files;\n}\n";
}

void Tables::architecture(StringRef Name, const Architecture &A,
                          const llvm::MCInstrInfo &MII) {
  // Class 0 has what matches everything, and so names that LLVM does not have.
  std::map<PatternIds, uint16_t> Classes;
  std::vector<const PatternIds *> InOrder;
  auto ClassOf = [&](PatternIds Ids) {
    auto [It, IsNew] = Classes.try_emplace(std::move(Ids), Classes.size());
    if (IsNew)
      InOrder.push_back(&It->first);
    return It->second;
  };
  ClassOf(A.Patterns.matching(" "));
  std::map<uint64_t, uint16_t> ByHash;
  std::set<uint64_t> Seen;
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode) {
    StringRef OpcodeName = MII.getName(Opcode);
    if (!Seen.insert(OpcodeTable::hash(OpcodeName)).second)
      llvm::report_fatal_error("two opcodes of LLVM's have the same hash: " +
                               OpcodeName);
    if (uint16_t Class = ClassOf(A.Patterns.matching(OpcodeName)))
      ByHash[OpcodeTable::hash(OpcodeName)] = Class;
  }
  std::vector<uint64_t> Hashes;
  std::vector<uint16_t> ClassOfHash;
  for (auto [Hash, Class] : ByHash) {
    Hashes.push_back(Hash);
    ClassOfHash.push_back(Class);
  }
  std::vector<uint32_t> Starts = {0};
  std::vector<PatternId> Ids;
  for (const PatternIds *List : InOrder) {
    llvm::append_range(Ids, *List);
    Starts.push_back(Ids.size());
  }
  const std::string Id = identifier(Name);
  numbers<uint64_t>("uint64_t", "Hashes_" + Id, Hashes);
  numbers<uint16_t>("uint16_t", "Classes_" + Id, ClassOfHash);
  numbers<uint32_t>("uint32_t", "Starts_" + Id, Starts);
  // C++ knows no empty array.
  Ids.push_back(0);
  numbers<PatternId>("uint16_t", "Ids_" + Id, Ids);
  OS << "static const OpcodeTable Opcodes_" << Id << "{Hashes_" << Id
     << ", Classes_" << Id << ", Starts_" << Id << ", Ids_" << Id << "};\n";
}

void Tables::cpus(const std::map<std::string, Architecture> &All) {
  std::string List;
  llvm::raw_string_ostream Entries(List);
  for (const auto &[Name, A] : All)
    for (const Entry &E : A.Entries) {
      std::string Id = identifier(E.C->Name) + (E.C->Generic ? "_all" : "");
      bytes("Bytes_" + Id, E.Bytes);
      OS << "static const StringRef Serves_" << Id << "[] = {";
      for (const std::string &Served : E.C->LLVMCpus)
        OS << '"' << Served << "\", ";
      OS << "};\n";
      Entries << "      {\"" << E.C->Name << "\", \"" << Name << "\", Serves_"
              << Id << ", " << (E.C->Generic ? "true" : "false") << ", {Bytes_"
              << Id << ", " << E.Bytes.size() << "}, &Opcodes_"
              << identifier(Name) << "},\n";
    }
  OS << "llvm::ArrayRef<ArchivedCpu> takt::archivedCpus() {\n"
        "  static const ArchivedCpu Cpus[] = {\n"
     << List << "  };\n  return Cpus;\n}\n";
}

/// LLVM's opcodes of an architecture.
static std::unique_ptr<llvm::MCInstrInfo> opcodes(StringRef Architecture) {
  std::string Triple =
      (Architecture == "x86" ? "x86_64" : Architecture).str() + "-linux-gnu";
  std::string Error;
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(Triple, Error);
  if (!T)
    fail(Error);
  return std::unique_ptr<llvm::MCInstrInfo>(T->createMCInstrInfo());
}

int main(int Argc, char **Argv) {
  if (Argc < 3)
    fail("usage: takt-cpu-tables <file.cpp> <description.yaml>...");
  Directory = llvm::sys::path::parent_path(Argv[2]);
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  for (const char *Path : llvm::ArrayRef(Argv, Argc).drop_front(2)) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Buffer)
      fail(llvm::Twine(Path) + ": " + Buffer.getError().message());
    Files.emplace_back(llvm::sys::path::stem(Path), (*Buffer)->getBuffer());
    Buffers.push_back(std::move(*Buffer));
  }

  TextPool Texts;
  std::map<std::string, Architecture> All;
  auto Add = [&](const std::shared_ptr<const Cpu> &C) {
    Architecture &A = All[C->Architecture];
    A.Entries.push_back({C, writeCpu(*C, A.Patterns, Texts)});
  };
  for (auto [Name, Text] : Files) {
    CpuFile F = must(readCpuFile({Text, embeddedPath(Name)}));
    if (F.Name.Text != Name)
      fail(llvm::toString(fileError(F.Path, F.Name.Line, F.Name.Column,
                                    "a file is called as its description")));
    if (!F.Abstract.value_or(false))
      Add(must(parseCpu({Text, embeddedPath(Name)})));
    else if (F.Architecture == Name)
      Add(must(resolveGeneric(Name)));
  }

  std::error_code EC;
  llvm::raw_fd_ostream OS(Argv[1], EC);
  if (EC)
    fail(llvm::Twine(Argv[1]) + ": " + EC.message());
  OS << "// Made from models/cpus by takt-cpu-tables.\n"
        "#include \"CpuArchive.h\"\n#include \"CpuFile.h\"\n"
        "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
        "using namespace takt;\nusing llvm::StringRef;\n";
  Tables T(OS);
  T.texts(Texts);
  T.files();
  for (const auto &[Name, A] : All)
    T.architecture(Name, A, *opcodes(Name));
  T.cpus(All);
}
