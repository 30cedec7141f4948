# Code laid out for what it mostly does (profile-guided optimization, clang's
# users manual): which way branches go, and how often functions are called, is
# known from models/blocks.proftext. scripts/record-profile makes that file.
#
# A profile never changes results. Functions that have changed since it was
# recorded are compiled as without one, and so is everything by other compilers
# than Clang, with sanitizers, or where llvm-profdata is not at hand. So it is by
# a Clang older than LLVM, whose llvm-profdata writes what that cannot read.

set(TAKT_PROFILE ${CMAKE_SOURCE_DIR}/models/blocks.proftext CACHE FILEPATH
  "Profile that the models are optimized with; empty: none")
option(TAKT_RECORD_PROFILE
  "Build programs that write a profile of the models when they end" OFF)

# Names of functions say in which file they are, but not in which folder.
set(TAKT_PROFILE_NAMES "SHELL:-mllvm -static-func-full-module-prefix=false")

# Optimizes target with the profile, or lets it record one.
function(takt_use_profile target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR TAKT_SANITIZE OR
     NOT CMAKE_BUILD_TYPE MATCHES "^Rel")
    return()
  endif()
  if(TAKT_RECORD_PROFILE)
    target_compile_options(${target} PRIVATE -fprofile-generate
      ${TAKT_PROFILE_NAMES})
    target_link_options(${target} PUBLIC -fprofile-generate)
    return()
  endif()
  find_program(TAKT_PROFDATA NAMES llvm-profdata llvm-profdata-${LLVM_VERSION_MAJOR}
    HINTS ${LLVM_TOOLS_BINARY_DIR})
  if(NOT TAKT_PROFDATA OR NOT EXISTS "${TAKT_PROFILE}" OR
     CMAKE_CXX_COMPILER_VERSION VERSION_LESS LLVM_VERSION_MAJOR)
    message(STATUS "Without profile of the models")
    return()
  endif()
  # Its hash in the name: another one compiles anew what it is for.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TAKT_PROFILE})
  file(SHA1 ${TAKT_PROFILE} hash)
  string(SUBSTRING ${hash} 0 12 hash)
  set(data ${CMAKE_BINARY_DIR}/blocks-${hash}.profdata)
  execute_process(COMMAND ${TAKT_PROFDATA} merge -o ${data} ${TAKT_PROFILE}
    RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed)
    message(FATAL_ERROR "The profile of the models cannot be read: ${why}")
  endif()
  target_compile_options(${target} PRIVATE -fprofile-use=${data}
    ${TAKT_PROFILE_NAMES}
    # Functions without profile, or that have changed since.
    -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date
    -Wno-backend-plugin)
endfunction()
