// The query set of each group, and the sums of the vectors over it. Query sets depend on public columns only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/data_table.hpp"
#include "queries/engine.hpp"

namespace sfumato::queries {

// The matching records of each group, in the order of the data.
struct QuerySets {
  std::vector<std::size_t> records;
  std::vector<std::size_t> ends;  // of each group; it begins at the end of the previous one

  std::size_t groups() const { return ends.size(); }
  std::span<const std::size_t> group(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    return {records.data() + begin, ends[index] - begin};
  }
};
QuerySets query_sets(const Query& query, const CatalogueTable& table, const DataTable& data, const Run& run);

struct VectorSums {
  std::vector<std::int64_t> records;  // by group
  std::vector<Wide> sums;             // by group, then vector
};
VectorSums vector_sums(const Query& query, const CatalogueTable& table, const DataTable& data,
                       const VectorSet& vectors, const Run& run);

}  // namespace sfumato::queries
