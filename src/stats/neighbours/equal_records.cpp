// A sort of row numbers, since records are wide.
#include "stats/neighbours/equal_records.hpp"

#include <algorithm>
#include <numeric>

namespace sfumato::stats {

EqualRecords::EqualRecords(const SpaceRecords& records, const Run& run) : order_(records.rows) {
  run.check_stop();
  std::iota(order_.begin(), order_.end(), 0U);
  const auto compared = [&](std::uint32_t a, std::uint32_t b) {
    const double *x = records.record(a), *y = records.record(b);
    for (std::size_t j = 0; j < records.width; ++j) {
      if (x[j] != y[j]) return x[j] < y[j] ? -1 : 1;
    }
    return 0;
  };
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int found = compared(a, b);
    return found != 0 ? found < 0 : a < b;
  });
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    if (i == 0 || compared(order_[i - 1], order_[i]) != 0) starts_.push_back(i);
  }
  starts_.push_back(static_cast<std::uint32_t>(order_.size()));
}

}  // namespace sfumato::stats
