// A catalogue proposed from data and what is declared about them. A catalogue is public: what is taken from
// the data is rounded, marked, and listed, so that the controller of the data confirms or replaces it.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::queries {

struct ProposedCatalogue {
  std::string text;                   // TOML with comments; parse_catalogue reads it
  std::vector<std::string> confirm;   // "age: domain": taken from the data
  std::vector<std::string> left_out;  // "name: an identifier"
};

// Declared domains, decimals and categories are used as they are. Without them:
// - a domain is rounded outwards, so that it has no extreme of the data, except 0 where no value is negative;
// - categories are those of at least `common_records` records, and the comment asks for the others;
// - NULL is allowed where values are missing.
// Identifiers, dates, and texts with more than `most_categories` categories are left out, with a comment.
inline constexpr std::size_t common_records = 10;
inline constexpr std::size_t most_categories = 100;
ProposedCatalogue propose_catalogue(const Table& table, const std::string& name);

// A name for the table from the name of a file: "data/my-file.csv.gz" as "my_file".
std::string table_name_of(const std::string& path);

}  // namespace sfumato::queries
