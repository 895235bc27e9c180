// The TOML file beside a CSV table, which describes it. It may be complete, as those that sfumato writes, or
// only name a total.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct CsvDimension {
  std::string name;
  std::optional<std::string> total;
  std::optional<Dimension> whole;  // with all codes and sums
};

struct CsvDescription {
  std::string title;
  std::vector<std::string> rules;
  std::vector<CsvDimension> dimensions;
  std::vector<Response> responses;  // empty: not given
  // Names of dimensions and of a response; empty: all dimensions for each response.
  std::vector<std::pair<std::vector<std::string>, std::string>> views;

  const CsvDimension* find(const std::string& dimension) const;
};

// Of a document without [table], an empty description. Errors name `source` and the key.
CsvDescription describe_csv(const Value& document, const std::string& source);

}  // namespace sfumato::tables
