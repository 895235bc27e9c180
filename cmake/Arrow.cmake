# Finds Apache Arrow C++: the system's package where there is one, otherwise the headers and
# libraries that the pyarrow wheel in .venv carries. Makes the target sfumato::arrow.

find_package(Arrow QUIET CONFIG)
find_package(Parquet QUIET CONFIG)
if(Arrow_FOUND AND Parquet_FOUND)
  add_library(sfumato::arrow INTERFACE IMPORTED)
  target_link_libraries(sfumato::arrow INTERFACE Arrow::arrow_shared Parquet::parquet_shared)
  message(STATUS "Arrow ${Arrow_VERSION} from the system")
  return()
endif()

file(GLOB pyarrow_dir "${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/pyarrow")
if(NOT pyarrow_dir)
  message(FATAL_ERROR "No Apache Arrow: run scripts/setup, which fetches the pyarrow wheel into .venv")
endif()
foreach(name arrow parquet)
  file(GLOB ${name}_library "${pyarrow_dir}/lib${name}.so.*")
  list(LENGTH ${name}_library found)
  if(NOT found EQUAL 1)
    message(FATAL_ERROR "Expected one lib${name}.so in ${pyarrow_dir}, found ${found}: delete .venv and run scripts/setup")
  endif()
  # A copy beside the program: with $ORIGIN/lib as its search path, build/release can be moved.
  file(COPY "${${name}_library}" DESTINATION "${CMAKE_BINARY_DIR}/lib")
  get_filename_component(file_name "${${name}_library}" NAME)
  add_library(sfumato::wheel_${name} SHARED IMPORTED)
  set_target_properties(sfumato::wheel_${name} PROPERTIES
    IMPORTED_LOCATION "${CMAKE_BINARY_DIR}/lib/${file_name}"
    INTERFACE_INCLUDE_DIRECTORIES "${pyarrow_dir}/include")
endforeach()
add_library(sfumato::arrow INTERFACE IMPORTED)
target_link_libraries(sfumato::arrow INTERFACE sfumato::wheel_arrow sfumato::wheel_parquet)

# std::string crosses the library's border, so both sides must use one C++ ABI.
set(CMAKE_TRY_COMPILE_CONFIGURATION Release)
try_compile(SFUMATO_ARROW_ABI_FITS "${CMAKE_BINARY_DIR}/probe-arrow"
  SOURCES "${CMAKE_SOURCE_DIR}/cmake/probe_arrow.cpp"
  LINK_LIBRARIES sfumato::wheel_arrow
  CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
  OUTPUT_VARIABLE probe_output)
if(NOT SFUMATO_ARROW_ABI_FITS)
  message(FATAL_ERROR "The Arrow in ${pyarrow_dir} does not link with this compiler:\n${probe_output}")
endif()
