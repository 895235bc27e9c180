# The pages of the browser app, compiled in: one C++ source that holds every file of web/ as a string literal, and the
# pictures of the methods, which the reference pages show too. It is written again when one of them changes.

# sfumato_web_pages(OUTPUT): a rule that writes the source OUTPUT.
function(sfumato_web_pages output)
  set(pages "")
  foreach(ending html js mjs css svg png ico json txt woff2 webmanifest)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/*.${ending}")
    list(APPEND pages ${found})
  endforeach()
  # What tools need and pages do not.
  list(FILTER pages EXCLUDE REGEX "/web/(.*/)?(node_modules|tests|types|\\.[^/]*)/")
  list(FILTER pages EXCLUDE REGEX "/(package|package-lock|tsconfig|jsconfig)\\.json$")
  list(SORT pages)
  set(drawings "${CMAKE_SOURCE_DIR}/docs/reference/pictures/methods")
  file(GLOB pictures CONFIGURE_DEPENDS "${drawings}/*.svg")
  list(SORT pictures)
  set(script "${CMAKE_SOURCE_DIR}/cmake/WriteWebPages.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFOLDER=${CMAKE_SOURCE_DIR}/web" "-DPAGES=${pages}"
      "-DDRAWINGS=${drawings}" "-DPICTURES=${pictures}" -P "${script}"
    DEPENDS ${pages} ${pictures} "${script}" VERBATIM)
endfunction()
