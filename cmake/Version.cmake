# The version is compiled into one source, the commit into another. Neither is a definition for all sources: then every
# commit would recompile them, and ccache could not share them.

set_source_files_properties(src/core/version.cpp PROPERTIES COMPILE_DEFINITIONS SFUMATO_VERSION="${PROJECT_VERSION}")

# Makes the header commit.hpp available to a program. Each build looks for a new commit; the header is written only when
# it differs.
function(sfumato_name_commit program)
  set(folder "${CMAKE_BINARY_DIR}/commit")
  set(write ${CMAKE_COMMAND} -D "SOURCE=${CMAKE_SOURCE_DIR}" -D "HEADER=${folder}/commit.hpp"
    -P "${CMAKE_SOURCE_DIR}/cmake/WriteCommit.cmake")
  execute_process(COMMAND ${write} COMMAND_ERROR_IS_FATAL ANY)  # lint reads the header without a build
  add_custom_target(sfumato_commit COMMAND ${write} BYPRODUCTS "${folder}/commit.hpp"
    COMMENT "Looking up the commit" VERBATIM)
  add_dependencies(${program} sfumato_commit)
  target_include_directories(${program} PRIVATE "${folder}")
endfunction()
