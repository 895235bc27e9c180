// The text of a query in its one form, and how deep its brackets go: what the parser has to be able to read
// again.
#pragma once

#include <cstddef>
#include <string>

#include "queries/query.hpp"

namespace sfumato::queries {

struct WrittenQuery {
  std::string text;
  std::size_t brackets = 0;  // in each other
};

// Writing stops soon after `limit` bytes.
WrittenQuery written_query(const Query& query, const Catalogue& catalogue, std::size_t limit);

}  // namespace sfumato::queries
