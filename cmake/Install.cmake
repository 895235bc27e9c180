# What `cmake --install` writes. Component program: bin/sfumato, its private libraries in lib/sfumato, and documents in share.
# Component library: libsfumato.so with the private library that it needs, headers, and what find_package and pkg-config
# read. Libraries are found relative to what needs them, so that an installed tree can be moved.

include(GNUInstallDirs)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(private_dir "${CMAKE_INSTALL_LIBDIR}/sfumato")

file(RELATIVE_PATH to_private "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/sfumato")
# One search path serves the build folder, where the libraries are in lib beside the program, and the installed tree. If
# CMake changed it at installation, it would leave an empty entry in the one of the build: the current folder.
set_target_properties(sfumato PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/${to_private};$ORIGIN/lib")
# Addresses of functions are resolved at the start and are read-only from then on.
target_link_options(sfumato PRIVATE LINKER:-z,relro,-z,now)
install(TARGETS sfumato RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)

# Arrow and HiGHS, when they come from the wheels and not from the system.
foreach(library sfumato::wheel_arrow sfumato::wheel_parquet sfumato::highs)
  if(TARGET ${library})
    get_target_property(location ${library} IMPORTED_LOCATION)
    if(location)
      install(IMPORTED_RUNTIME_ARTIFACTS ${library} LIBRARY DESTINATION "${private_dir}" COMPONENT program
        PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endif()
endforeach()
file(GLOB arrow_texts "${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/pyarrow-*.dist-info/*.txt")
list(FILTER arrow_texts INCLUDE REGEX "(LICENSE|NOTICE)\\.txt$")
foreach(text ${arrow_texts})
  get_filename_component(name "${text}" NAME_WE)
  string(TOLOWER "arrow-${name}.txt" name)
  install(FILES "${text}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/third-party" RENAME "${name}" COMPONENT program)
endforeach()
install(FILES packaging/debian/copyright NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)

# The manual page and the completions are what the installed program says about itself.
install(CODE "execute_process(
  COMMAND \"${Python3_EXECUTABLE}\" \"${CMAKE_SOURCE_DIR}/packaging/write-documents\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" \"${PROJECT_VERSION}\"
  COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)

# The library. Of the private libraries it needs the solver alone.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sfumato")
install(TARGETS sfumato_shared EXPORT sfumatoTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
get_target_property(highs_location sfumato::highs IMPORTED_LOCATION)
if(highs_location)
  install(IMPORTED_RUNTIME_ARTIFACTS sfumato::highs LIBRARY DESTINATION "${private_dir}" COMPONENT library
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endif()
install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(EXPORT sfumatoTargets NAMESPACE sfumato:: DESTINATION "${package_dir}" COMPONENT library)
configure_package_config_file(cmake/sfumatoConfig.cmake.in "${CMAKE_BINARY_DIR}/package/sfumatoConfig.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/package/sfumatoConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/package/sfumatoConfig.cmake" "${CMAKE_BINARY_DIR}/package/sfumatoConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT library)
# pkg-config finds the prefix from where its file lies.
file(RELATIVE_PATH pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(pc_prefix "\${pcfiledir}/${pc_prefix}")
configure_file(cmake/sfumato.pc.in "${CMAKE_BINARY_DIR}/package/sfumato.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/package/sfumato.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
