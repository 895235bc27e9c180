// Collects the protections listed in protections.def.
#include "tables/protection.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/registry.hpp"

namespace sfumato::tables {

#define PROTECTION(function) Protection function();
#include "tables/protections.def"
#undef PROTECTION

const std::vector<Protection>& protections() {
  static const std::vector<Protection> all{
#define PROTECTION(function) function(),
#include "tables/protections.def"
#undef PROTECTION
  };
  return all;
}

const Protection& protection(std::string_view name) {
  if (const Protection* found = find_entry(protections(), name)) return *found;
  std::string names;
  for (const Protection& one : protections()) names += (names.empty() ? "" : ", ") + one.info.name;
  bad_input("there is no protection '" + std::string(name) + "'", "the protections are " + names);
}

std::vector<std::string> require_checked(const CellTable& table) {
  const bool sensitive = std::any_of(table.cells.begin(), table.cells.end(),
                                     [](const Cell& cell) { return cell.status == CellStatus::primary; });
  if (sensitive) return {};
  if (table.rules.empty() && !table.contributors.empty()) {
    bad_input("no cell of this table is marked as sensitive, because no rule was applied",
              "check the table with a rule first, and protect the table that the check returns");
  }
  return {"no cell of the table is marked as sensitive: the table is used as it is"};
}

}  // namespace sfumato::tables
