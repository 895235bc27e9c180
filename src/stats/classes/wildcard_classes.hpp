// How many records match each record when a missing value matches every value: the frequencies for risks of
// suppressed categorical data. This relation is not an equivalence, so there are counts but no classes.
#pragma once

#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

struct WildcardCounts {
  std::vector<double> records;  // that match each record, itself included
  std::vector<double> weights;  // of these records; empty without weights
};

// Two records match where, in every column, their values are equal or one is missing. A pair with a column
// that is missing on both sides counts `alpha`; a record matches itself and counts 1. Columns of `keys` all
// take part. `weights` has one per row, or none at all: those of all records of the row together, or of each
// of `times` records where these are given. Sums of weights do not depend on the order of records. A record
// that misses every column matches all records, and its count is their number, whatever `alpha` is; it does
// not count for others, since it protects none of them.
WildcardCounts wildcard_counts(const KeyTable& keys, std::span<const double> weights, double alpha,
                               const Run& run, std::span<const std::uint32_t> times = {});

}  // namespace sfumato::stats
