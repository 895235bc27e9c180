// Which records a linkage searches for. In a large file a random sample of them is enough, searched for among
// all records of the other side: the share that is found estimates the share of all without bias.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/measure.hpp"
#include "stats/samples/record_sample.hpp"

namespace sfumato::risk {

// How many records are searched for where no number is given.
struct SearchLimits {
  std::size_t exact;    // all of them in files of up to as many
  std::size_t of_more;  // of a larger file
};
inline constexpr SearchLimits search_limits{100'000, 20'000};
// The documentation of the parameter `sample`.
inline constexpr const char* sample_doc =
    "Records that are searched for, drawn at random; 0: all of them up to 100,000, and 20,000 of a larger "
    "file.";

// Drawn from the stream "sample", which does not depend on the masked values: methods and parameters are
// compared on the same records. At least two are drawn where there are as many.
stats::RecordSample searched_records(std::int64_t asked, std::size_t records, const Run& run,
                                     const SearchLimits& limits = search_limits);

// Those of `rows`, one for each record, that are in the sample.
std::vector<std::size_t> searched_rows(const std::vector<std::size_t>& rows,
                                       const stats::RecordSample& sample);

// The partners of the drawn records, in their order, and then all other of `others` rows: for searches in
// which row i of one side belongs to row i of the other.
std::vector<std::size_t> partners_first(const stats::RecordSample& sample, std::size_t others);

// The standard error, in percent, of 100 times the mean of what each drawn record adds, between 0 and 1.
// Where all add the same the sample has no spread, and the error is that of a sample in which one record
// differs by 1: 100/size. 0 where all records were drawn.
double error_of_percent(std::span<const double> added, const stats::RecordSample& sample);

}  // namespace sfumato::risk
