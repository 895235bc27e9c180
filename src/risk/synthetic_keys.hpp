// Records of the original, a synthetic file and a holdout by their keys and target: the counts that risks of
// attribution are made of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "risk/synthetic_tables.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {

// Classes of equal keys, and of equal keys and target, over the rows of all files one after the other. A
// missing value is a value of its own. Without a target both are the same.
class SyntheticKeys {
 public:
  SyntheticKeys(const SyntheticTables& tables, const std::vector<std::string>& keys,
                const std::string& target, const Run& run);

  // Row numbers in all files together.
  std::vector<std::size_t> originals() const { return rows_from(0, originals_); }
  std::vector<std::size_t> holdouts() const { return rows_from(originals_ + synthetics_, holdouts_); }

  std::uint32_t synthetic_key(std::size_t row) const { return of_key_[keys_.of_row[row]]; }
  std::uint32_t synthetic_both(std::size_t row) const { return of_both_[both_.of_row[row]]; }

  // How many of `rows` have the key (and target) of each of them.
  std::vector<std::uint32_t> counts_by_key(std::span<const std::size_t> rows) const {
    return counts(keys_, rows);
  }
  std::vector<std::uint32_t> counts_by_both(std::span<const std::size_t> rows) const {
    return counts(both_, rows);
  }

 private:
  static std::vector<std::size_t> rows_from(std::size_t begin, std::size_t count);
  static std::vector<std::uint32_t> counts(const stats::KeyClasses& classes,
                                           std::span<const std::size_t> rows);

  std::size_t originals_, synthetics_, holdouts_;
  stats::KeyClasses keys_, both_;
  std::vector<std::uint32_t> of_key_, of_both_;  // synthetic records of each class
};

// The original and the holdout at equal size, the larger one sampled down: what a synthesizer that never saw
// these people would give is comparable only so. Empty without a holdout.
struct EqualSizes {
  std::vector<std::size_t> originals, holdouts;
};
EqualSizes equal_sizes(const SyntheticKeys& keys, const SyntheticTables& tables, const Run& run);

// Adds {"value", "original_same_size", "records"} as the detail "holdout", and the reference. `share` gives
// the measure over some rows, from 0 to 1.
template <class Share>
void add_holdout_value(const SyntheticKeys& keys, const SyntheticTables& tables, const Run& run,
                       const Share& share, Score& score) {
  if (tables.holdout == nullptr) return;
  const EqualSizes rows = equal_sizes(keys, tables, run);
  const double unseen = share(rows.holdouts);
  const auto count = static_cast<double>(rows.holdouts.size());
  const Value interval = percent_interval(stats::wilson(unseen * count, count, interval_level));
  const double same = share(rows.originals);
  Value value = Value::object();
  value.set("value", 100.0 * unseen)
      .set("interval", interval)
      .set("original_same_size", 100.0 * same)
      .set("original_same_size_interval",
           percent_interval(stats::wilson(same * count, count, interval_level)))
      .set("records", rows.holdouts.size());
  score.details.set("holdout", value);
  set_reference(score, 100.0 * unseen, "as many records of the holdout in place of the original", interval);
}

}  // namespace sfumato::risk
