# Writes a C++ file with the parts of the trace's page:
#   cmake -DOUT=<file.cpp> -DDIR=<tools/takt/trace> -P EmbedTrace.cmake
set(TEXT "// Made from tools/takt/trace by EmbedTrace.cmake.\n#include \"TracePage.h\"\n")
string(APPEND TEXT "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n")
foreach(PART IN ITEMS "traceTemplate page.html" "traceStyle trace.css" "traceScript trace.js")
  string(REPLACE " " ";" PART "${PART}")
  list(GET PART 0 FUNCTION)
  list(GET PART 1 FILE)
  file(READ "${DIR}/${FILE}" CONTENT)
  string(APPEND TEXT "llvm::StringRef takt::${FUNCTION}() {\n  return R\"takt(${CONTENT})takt\";\n}\n")
endforeach()
file(WRITE "${OUT}" "${TEXT}")
