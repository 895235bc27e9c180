// The checks that all database systems share.
#include "io/database_table.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {

const DatabaseSystem& database_system(const DatabaseAddress& address) {
  const std::span<const DatabaseSystem> systems = database_systems();
  const auto found = std::find_if(systems.begin(), systems.end(), [&](const DatabaseSystem& system) {
    return system.name == address.system;
  });
  if (found == systems.end()) {
    bad_input("'" + shown(address.text) + "': databases are read and written by the program only",
              "read the table with the tools of your language and pass its records");
  }
  return *found;
}

void refuse_existing_table(const DatabaseAddress& address) {
  bad_param("output", "the table '" + shown(address.name()) + "' is in the database already",
            "choose another name, or drop it there; `mask` and `sample` replace it where ‹force› is set");
}

void check_database_output(const std::string& path, const std::vector<std::string>& inputs, bool replace) {
  const DatabaseAddress address = database_address(path);
  for (const std::string& input : inputs) {
    if (is_same_table(path, input)) {
      bad_param("output", "the output '" + shown(path) + "' is the table that is read",
                "choose another table; the one that is read is never overwritten");
    }
  }
  if (address.is_file()) {
    std::vector<std::string> files;
    for (const std::string& input : inputs) {
      if (!is_database(input)) files.push_back(input);
    }
    check_output_place(address.location, files);
  }
  const Run run;
  if (!replace && database_system(address).has_table(address, run)) refuse_existing_table(address);
}

void require_distinct_names(const Table& table, const std::string& system) {
  std::map<std::string, std::string> seen;
  for (const ColumnInfo& info : table.schema()) {
    std::string lower = info.name;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto [entry, fresh] = seen.try_emplace(lower, info.name);
    if (fresh) continue;
    bad_input("the columns '" + shown(entry->second) + "' and '" + shown(info.name) + "' have one name in " +
                  system + ", which does not tell capital letters apart",
              "rename one of them, or write another format");
  }
}

}  // namespace sfumato::io
