// A simple random sample of records, for measures that would take too long over all of them. The standard
// error says how far an estimate from it may be from the value of all records.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/rng.hpp"

namespace sfumato::stats {

struct RecordSample {
  std::size_t of = 0;             // records that could be drawn
  std::vector<std::size_t> rows;  // those that were, ascending

  bool all() const { return rows.size() == of; }
};

// `size` of 0 … of − 1 without replacement, all of them where there are no more. With the same stream, a
// larger sample has the records of a smaller one.
RecordSample drawn_records(std::size_t of, std::size_t size, Rng rng);

// The standard error of the mean of a sample of values from `of` of them: s·√((1 − size/of)/size), s² with
// divisor size − 1. 0 where all were drawn, NaN for one value of several.
double error_of_mean(std::span<const double> drawn, std::size_t of);

}  // namespace sfumato::stats
