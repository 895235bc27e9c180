// The text of a query in normal form, and the depth of its brackets: the parser must be able to read it
// again.
#pragma once

#include <cstddef>
#include <string>

#include "queries/query.hpp"

namespace sfumato::queries {

struct WrittenQuery {
  std::string text;
  std::size_t brackets = 0;  // levels
};

// Writing stops soon after `limit` bytes.
std::string aggregate_text(const Query& query, const CatalogueTable& table);  // "AVG(age)"
// A grouped column with its bands: "age / 10", "YEAR(born)".
std::string grouping_text(const Query& query, std::size_t level, const CatalogueTable& table);
WrittenQuery written_query(const Query& query, const Catalogue& catalogue, std::size_t limit);

}  // namespace sfumato::queries
