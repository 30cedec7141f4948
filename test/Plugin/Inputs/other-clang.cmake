# As if a project were configured with clang 14.
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_ID Clang)
set(CMAKE_C_COMPILER_VERSION 14.0.6)
find_package(Takt REQUIRED PATHS ${PREFIX} NO_DEFAULT_PATH)
