// A partial shuffle draws the records; sorting them keeps the order of the file.
#include "stats/samples/record_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/number_limits.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {

RecordSample drawn_records(std::size_t of, std::size_t size, Rng rng) {
  RecordSample result{of, std::vector<std::size_t>(of)};
  std::iota(result.rows.begin(), result.rows.end(), std::size_t{0});
  if (size >= of) return result;
  for (std::size_t i = 0; i < size; ++i) {
    std::swap(result.rows[i], result.rows[i + rng.below(of - i)]);
  }
  result.rows.resize(size);
  result.rows.shrink_to_fit();
  std::sort(result.rows.begin(), result.rows.end());
  return result;
}

double error_of_mean(std::span<const double> drawn, std::size_t of) {
  if (drawn.size() >= of) return 0.0;
  if (drawn.size() < 2) return nan;
  const auto size = static_cast<double>(drawn.size());
  return moments(drawn).sd() * std::sqrt((1.0 - size / static_cast<double>(of)) / size);
}

}  // namespace sfumato::stats
