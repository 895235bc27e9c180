// What tests of generalization share: columns of texts with hierarchies, made-up residents, and one call.
#pragma once

#include <map>
#include <memory>

#include "core/hierarchy.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {

using Tree = std::vector<std::vector<std::string>>;

// An empty text is missing.
inline Column text_column(const std::vector<std::string>& texts) {
  Codes codes;
  std::map<std::string, std::int32_t> code_of;
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto [found, fresh] = code_of.try_emplace(text, static_cast<std::int32_t>(codes.labels.size()));
    if (fresh) codes.labels.push_back(text);
    codes.codes.push_back(found->second);
  }
  return codes;
}

inline ColumnInfo nominal(const std::string& name, const Tree& tree = {}) {
  ColumnInfo info;
  info.name = name;
  info.kind = Kind::nominal;
  if (!tree.empty()) info.tree = std::make_shared<const Hierarchy>(tree);
  return info;
}

// Ages by tens under a root, read as numbers; towns without a hierarchy.
inline Table residents() {
  Tree ages;
  for (int age = 20; age < 60; ++age)
    ages.push_back({std::to_string(age), std::to_string(age / 10) + "0s", "*"});
  ColumnInfo age = nominal("age", ages);
  age.kind = Kind::numeric;
  age.role = Role::quasi_identifier;
  age.domain = Domain{0, 120};
  return Table({age, nominal("town"), nominal("illness")},
               {Integers{{21, 22, 23, 35, 36, 37, 38, 51}, {}},
                text_column({"Reus", "Reus", "Reus", "Valls", "Valls", "Valls", "Valls", "Reus"}),
                text_column({"flu", "cold", "flu", "flu", "flu", "flu", "flu", "cold"})});
}

inline Masked generalized(const Table& table, const ParamValues& params, ColumnSet columns = {}) {
  if (columns.empty()) columns = all_columns(table);
  return masking::method("generalization").apply(table, columns, params, Run({.seed = 1, .threads = 2}));
}

inline std::string levels_text(const Masked& masked) { return to_text(masked.details.at("levels")); }

}  // namespace sfumato::testing
