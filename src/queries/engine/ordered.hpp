// The values of each group in ascending order, by a radix sort whose passes depend only on the catalogue and
// the number of records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "queries/data_table.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// Values as distances from the first of the domain. The group after the last one holds the records that do
// not match, with any values: code that also processes this group does the same work for all data.
struct Ordered {
  std::vector<std::uint64_t> distances;
  std::vector<std::size_t> ends;  // of each group; it begins at the end of the previous one

  std::span<const std::uint64_t> group(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    return {distances.data() + begin, ends[index] - begin};
  }
};
Ordered ordered(const Query& query, const CatalogueTable& table, const DataTable& data, const Run& run);

}  // namespace sfumato::queries
