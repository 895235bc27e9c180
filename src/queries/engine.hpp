// Exact figures of a query: counts and sums in integers, so that neither the order of addition nor rounding
// reveals anything. They are confidential; mechanisms compute answers from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "queries/data_table.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

__extension__ using Wide = __int128;

// Sums and squares saturate here. This takes 2^19 records at the bounds of the widest domain.
inline constexpr Wide figure_limit = static_cast<Wide>(1) << 125;

// Of the records of one group that match and have a value in the column (all that match, for COUNT(*)).
struct Figures {
  std::int64_t rows = 0;
  Wide sum = 0;      // Σ (value − reference), in units; saturating, as are the squares
  Wide squares = 0;  // Σ (value − reference)²
  std::int64_t distinct = 0;
};

// One for each group, in the order of the codes of the first grouped column, then the next; NULL is the last
// group of a nullable column. Empty groups are included.
std::size_t group_count(const Query& query, const CatalogueTable& table);
// The code of each grouped column: of the value or band, from 0; none for NULL.
std::vector<std::optional<std::int64_t>> group_codes(const Query& query, const CatalogueTable& table,
                                                     std::size_t group);
std::vector<std::string> group_names(const Query& query, const CatalogueTable& table, std::size_t group);

// The work depends only on the query and the number of rows. Values outside the declared domain, which import
// excludes, count as its nearest bound.
std::vector<Figures> figures(const Query& query, const CatalogueTable& table, const DataTable& data,
                             std::int64_t reference, const Run& run);

// The matching values of each group, ascending, for order statistics.
std::vector<std::vector<std::int64_t>> ordered_values(const Query& query, const CatalogueTable& table,
                                                      const DataTable& data, const Run& run);

}  // namespace sfumato::queries
