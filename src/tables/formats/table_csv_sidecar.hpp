// What the TOML file beside a CSV table says of it. It may say everything, as ours do, or only the name of a
// total.
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
  std::vector<Response> responses;  // empty: not said
  // Names of dimensions and of a response; empty: all dimensions for each response.
  std::vector<std::pair<std::vector<std::string>, std::string>> views;

  const CsvDimension* find(const std::string& dimension) const;
};

// Of a document without [table], an empty description. Mistakes are errors that name `source` and the key.
CsvDescription describe_csv(const Value& document, const std::string& source);

}  // namespace sfumato::tables
