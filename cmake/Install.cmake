# What `cmake --install` puts where: the plugins, with LLVM's major version in
# their names because they fit no other, and a CMake package that hands its users
# the flags (see TaktConfig.cmake.in).

include(CMakePackageConfigHelpers)

set(TAKT_PLUGIN_INSTALL ${CMAKE_INSTALL_LIBDIR}/TaktPlugin-${LLVM_VERSION_MAJOR}.so)
set(TAKT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Takt)

install(PROGRAMS $<TARGET_FILE:TaktPlugin>
  DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RENAME TaktPlugin-${LLVM_VERSION_MAJOR}.so)
if(TARGET TaktMlirPlugin)
  install(PROGRAMS $<TARGET_FILE:TaktMlirPlugin>
    DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RENAME TaktMlirPlugin-${LLVM_VERSION_MAJOR}.so)
endif()

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/TaktConfig.cmake.in
  ${CMAKE_BINARY_DIR}/cmake/TaktConfig.cmake
  INSTALL_DESTINATION ${TAKT_PACKAGE_DIR}
  PATH_VARS TAKT_PLUGIN_INSTALL)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cmake/TaktConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/cmake/TaktConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/TaktConfigVersion.cmake
  DESTINATION ${TAKT_PACKAGE_DIR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
# What README refers to.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
