# The reference pages beside the sources, compiled in: one C++ source that holds every page as a raw string literal
# and finds it by the name of its method or measure. It is written again when a page or a list of entries changes.

set(sfumato_page_folders masking risk utility compare)
set(sfumato_page_lists src/masking/masking.def src/risk/risk.def src/utility/utility.def src/compare/composite.def)
list(TRANSFORM sfumato_page_lists PREPEND "${CMAKE_SOURCE_DIR}/")

# sfumato_reference_pages(OUTPUT PAGE…): a rule that writes the source OUTPUT. Further pages beside those of the
# project may be named.
function(sfumato_reference_pages output)
  set(pages ${ARGN})
  foreach(folder ${sfumato_page_folders})
    file(GLOB found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${folder}/*.md")
    list(APPEND pages ${found})
  endforeach()
  list(FILTER pages EXCLUDE REGEX "/README\\.md$")
  set(script "${CMAKE_SOURCE_DIR}/cmake/WriteReferencePages.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DPAGES=${pages}" "-DLISTS=${sfumato_page_lists}" -P "${script}"
    DEPENDS ${pages} ${sfumato_page_lists} "${script}" VERBATIM)
endfunction()
