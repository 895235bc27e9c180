// A specification of tables from a TOML file: columns to cross, columns to sum, and hierarchies. Unknown keys
// are errors, since a misspelt key would tabulate something else.
//
//   sum = ["turnover"]                 # or mean = [...]; counts = true adds counts; neither: only counts
//   weight = "w"
//   holding = "group"
//   shadow = "profit"
//   request = "asked"
//   request-codes = ["1", "2"]
//   record-key = "key"                 # random keys in [0, 1), for perturbation
//   record-key-range = 256             # if they are integers, here 0 to 255
//   cost = "value"                     # or "frequency", "unity", or a column
//   decimals = 0
//   keep = 10
//   [[table]]
//   by = ["disease", "town"]
//   [[table]]
//   by = ["disease", "gender"]
//   [dimension.town]
//   total = "All"
//   hierarchy = ["town.hrc", "zones.csv"]   # relative to the file
//   lead = "@"
//   labels = "town.cdl"                     # or { A = "Amsterdam" }
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/value.hpp"
#include "tables/code_tree.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

// Readers of the files that a specification names.
struct SpecificationReaders {
  std::function<CodeTree(const std::string& path, const std::string& lead)> tree;
  std::function<std::vector<std::pair<std::string, std::string>>(const std::string& path)> labels;
};

// Paths in the file are relative to its folder. Errors name the file, the section and the key.
Specification read_specification(const std::string& path, const SpecificationReaders& readers);

// The same from a document, of which `source` is the name.
Specification parse_specification(const Value& document, const std::string& source,
                                  const SpecificationReaders& readers);

}  // namespace sfumato::tables
