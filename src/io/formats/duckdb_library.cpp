#include "io/formats/duckdb_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

#include "core/error.hpp"

namespace sfumato::io::duck {
namespace {

constexpr const char* variable = "SFUMATO_DUCKDB";

[[noreturn]] void cannot_load(const std::string& why) {
  bad_input(
      "DuckDB's library cannot be loaded: " + why,
      std::string("install libduckdb.so (libduckdb-linux-amd64.zip of DuckDB's releases, or the npm package "
                  "@duckdb/node-bindings-linux-x64), and set ") +
          variable + " to its path");
}

template <class Function>
void find(void* handle, const char* name, Function& function) {
  void* found = ::dlsym(handle, name);
  if (found == nullptr)
    cannot_load(std::string("it has no function ") + name + "; version 1.0 or later is needed");
  function = reinterpret_cast<Function>(found);
}

Library load() {
  const char* named = std::getenv(variable);
  const std::string path = named != nullptr && *named != '\0' ? named : "libduckdb.so";
  void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    cannot_load(why == nullptr ? path : why);
  }
  Library library{};
#define SFUMATO_DUCKDB_FIND(result, name, arguments) find(handle, "duckdb_" #name, library.name);
  SFUMATO_DUCKDB_FUNCTIONS(SFUMATO_DUCKDB_FIND)
#undef SFUMATO_DUCKDB_FIND
  return library;
}

}  // namespace

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

}  // namespace sfumato::io::duck
