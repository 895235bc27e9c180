# libsfumato.so: the C interface over every job but those of queryable databases. It has file formats
# of its own, so that it needs neither Arrow nor a database; a linker script keeps everything but sfumato.h inside.

sfumato_library(sfumato_c library)
target_link_libraries(sfumato_c PUBLIC sfumato_report PRIVATE Boost::headers)

add_library(sfumato_shared SHARED src/library/formats.cpp)
target_link_libraries(sfumato_shared PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,sfumato_c>")
target_include_directories(sfumato_shared INTERFACE "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>"
  "$<INSTALL_INTERFACE:include>")
target_link_options(sfumato_shared PRIVATE LINKER:-z,relro,-z,now
  "LINKER:--version-script=${CMAKE_SOURCE_DIR}/src/library/exports.map")
if(NOT SFUMATO_SANITIZE)  # a sanitizer's functions are in the program that loads the library
  target_link_options(sfumato_shared PRIVATE LINKER:--no-undefined)
endif()
set_target_properties(sfumato_shared PROPERTIES
  OUTPUT_NAME sfumato EXPORT_NAME sfumato VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}" LINK_DEPENDS "${CMAKE_SOURCE_DIR}/src/library/exports.map"
  BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/sfumato;$ORIGIN/lib")
add_library(sfumato::sfumato ALIAS sfumato_shared)
add_custom_target(library DEPENDS sfumato_shared)
