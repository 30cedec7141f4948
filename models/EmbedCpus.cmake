# Writes a C++ file with the texts of the machine descriptions:
#   cmake -DOUT=<file.cpp> -DFILES=<a.yaml|b.yaml> -P EmbedCpus.cmake
string(REPLACE "|" ";" FILES "${FILES}")
set(TEXTS "")
set(TABLE "")
foreach(FILE IN LISTS FILES)
  get_filename_component(NAME "${FILE}" NAME_WE)
  file(READ "${FILE}" TEXT)
  string(MAKE_C_IDENTIFIER "${NAME}" ID)
  string(APPEND TEXTS "static const char Text_${ID}[] = R\"takt(${TEXT})takt\";\n")
  string(APPEND TABLE "    {\"${NAME}\", {Text_${ID}, sizeof(Text_${ID}) - 1}},\n")
endforeach()
file(WRITE "${OUT}" "// Made from models/cpus by EmbedCpus.cmake.
#include \"CpuFile.h\"
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
${TEXTS}
static const std::pair<llvm::StringRef, llvm::StringRef> Files[] = {
${TABLE}};
llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> takt::embeddedCpuFiles() { return Files; }
")
