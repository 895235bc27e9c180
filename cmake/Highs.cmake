# Finds the HiGHS solver: the system's package where there is one, otherwise the header and library that the
# highsbox wheel in .venv carries. Only its C interface is used, so no C++ ABI is shared. Makes sfumato::highs.

find_package(HIGHS QUIET CONFIG)
if(HIGHS_FOUND)
  add_library(sfumato::highs INTERFACE IMPORTED)
  target_link_libraries(sfumato::highs INTERFACE highs::highs)
  message(STATUS "HiGHS ${HIGHS_VERSION} from the system")
  return()
endif()

file(GLOB highs_dir "${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/highsbox/highs_dist")
if(NOT highs_dir)
  message(FATAL_ERROR "No HiGHS: run scripts/setup, which fetches the highsbox wheel into .venv")
endif()
# A copy beside the program, as for Arrow.
file(COPY "${highs_dir}/lib/libhighs.so" DESTINATION "${CMAKE_BINARY_DIR}/lib")
add_library(sfumato::highs SHARED IMPORTED)
set_target_properties(sfumato::highs PROPERTIES IMPORTED_LOCATION "${CMAKE_BINARY_DIR}/lib/libhighs.so")
# One file alone sees the header, so that no other is compiled again because of it.
set_source_files_properties(src/optimize/highs_solver.cpp PROPERTIES
  INCLUDE_DIRECTORIES "${highs_dir}/include/highs;${highs_dir}/include")
