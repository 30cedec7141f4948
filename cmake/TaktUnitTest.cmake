# takt_add_unittest(<Subject>Tests sources... [LIBS libraries...])
#
# Adds a GoogleTest program that check-takt builds and runs. LIBS defaults to
# TaktModels; LLVM's shared library and GoogleTest are always linked. Sources
# find the repository under the macro TAKT_SOURCE_DIR.

find_package(GTest REQUIRED)
add_custom_target(TaktUnitTests)

function(takt_add_unittest Name)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  if(NOT Name MATCHES "Tests$")
    message(FATAL_ERROR "lit only runs unit tests whose name ends in Tests: ${Name}")
  endif()
  if(NOT ARG_LIBS)
    set(ARG_LIBS TaktModels)
  endif()
  add_executable(${Name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${Name} PRIVATE ${ARG_LIBS} LLVM GTest::gtest GTest::gtest_main)
  target_compile_definitions(${Name} PRIVATE TAKT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  set_target_properties(${Name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit)
  add_dependencies(TaktUnitTests ${Name})
endfunction()
