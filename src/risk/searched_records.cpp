// The sizes and standard errors that all linkages share.
#include "risk/searched_records.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::risk {

stats::RecordSample searched_records(std::int64_t asked, std::size_t records, const Run& run,
                                     const SearchLimits& limits) {
  std::size_t size = records;
  if (asked > 0) {
    size = std::max<std::size_t>(2, static_cast<std::size_t>(asked));
  } else if (records > limits.exact) {
    size = limits.of_more;
  }
  return stats::drawn_records(records, size, run.rng("sample"));
}

std::vector<std::size_t> searched_rows(const std::vector<std::size_t>& rows,
                                       const stats::RecordSample& sample) {
  std::vector<std::size_t> result;
  result.reserve(sample.rows.size());
  for (const std::size_t record : sample.rows) result.push_back(rows[record]);
  return result;
}

std::vector<std::size_t> partners_first(const stats::RecordSample& sample, std::size_t others) {
  std::vector<std::size_t> order = sample.rows;
  order.reserve(others);
  std::size_t next = 0;
  for (std::size_t row = 0; row < others; ++row) {
    if (next < sample.rows.size() && sample.rows[next] == row) {
      ++next;
    } else {
      order.push_back(row);
    }
  }
  return order;
}

double error_of_percent(std::span<const double> added, const stats::RecordSample& sample) {
  if (sample.all()) return 0.0;
  const double error = 100.0 * stats::error_of_mean(added, sample.of);
  if (error > 0.0) return error;
  const auto size = static_cast<double>(added.size());
  return 100.0 / size * std::sqrt(1.0 - size / static_cast<double>(sample.of));
}

}  // namespace sfumato::risk
