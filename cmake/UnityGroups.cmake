# Unity builds in fixed groups: neighbours in one folder are compiled as one source, so that the headers they share
# are read and their templates instantiated once. A group never crosses a folder, and files are taken in the order
# of their names, so that a new file moves only its neighbours. SFUMATO_UNITY=OFF compiles every source alone, as
# clang-tidy wants it.
option(SFUMATO_UNITY "Compile neighbouring sources of a folder together" ON)

# sfumato_unity_groups(TARGET FILES_PER_GROUP): groups what the target is made of. Sources with properties of
# their own (definitions, include folders) are compiled alone.
function(sfumato_unity_groups target files_per_group)
  if(NOT SFUMATO_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(last_folder "")
  set(place 0)
  foreach(source ${sources})
    get_filename_component(folder "${source}" DIRECTORY)
    if(NOT folder STREQUAL last_folder)
      set(last_folder "${folder}")
      set(place 0)
    endif()
    math(EXPR number "${place} / ${files_per_group}")
    file(RELATIVE_PATH name "${CMAKE_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "${name}" name)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${number}")
    math(EXPR place "${place} + 1")
  endforeach()
endfunction()
