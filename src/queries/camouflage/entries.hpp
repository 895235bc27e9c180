// The entries of the vectors for some records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queries/camouflage/vectors.hpp"

namespace sfumato::queries {

// Record by record, times `sign`.
std::vector<std::int64_t> entries_of(std::span<const std::size_t> records, const VectorSet& vectors,
                                     std::int64_t sign);

struct Boxes {
  std::vector<std::int64_t> lower, upper;  // the least and the greatest entry of each record
};
Boxes boxes_of(std::span<const std::size_t> records, const VectorSet& vectors);

}  // namespace sfumato::queries
