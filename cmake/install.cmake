# What `cmake --install` and the Debian package put where: the program, the libraries with their
# headers, and the files that find_package(reprise) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/reprise)
set(REPRISE_LIBRARIES reprise_sim reprise_storage reprise_record reprise_replay)

install(TARGETS reprise RUNTIME)
install(TARGETS ${REPRISE_LIBRARIES} EXPORT reprise_targets ARCHIVE)
install(EXPORT reprise_targets FILE reprise-targets.cmake NAMESPACE reprise:: DESTINATION ${package_dir})
foreach(folder sim storage record replay)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/reprise FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/scenario.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/reprise)

configure_package_config_file(cmake/reprise-config.cmake.in reprise-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(reprise-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/reprise-config.cmake ${CMAKE_BINARY_DIR}/reprise-config-version.cmake
        DESTINATION ${package_dir})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The reprise authors")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_STRIP_FILES ON)
include(CPack)
