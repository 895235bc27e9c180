// All files are coded together, so that a class is a number.
#include "risk/synthetic_keys.hpp"

#include <algorithm>
#include <numeric>

#include "stats/categories/joint_codes.hpp"

namespace sfumato::risk {

SyntheticKeys::SyntheticKeys(const SyntheticTables& tables, const std::vector<std::string>& keys,
                             const std::string& target, const Run& run)
    : originals_(tables.original.rows()),
      synthetics_(tables.synthetic.rows()),
      holdouts_(tables.holdout != nullptr ? tables.holdout->rows() : 0) {
  std::vector<std::string> names = keys;
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (!target.empty()) names.push_back(target);
  const stats::KeyTable table = stats::stacked_keys(tables.all(), names, run);
  keys_ = stats::equal_classes(table, places, run);
  both_ = target.empty() ? keys_ : stats::equal_classes(table, run);
  of_key_.resize(keys_.count());
  of_both_.resize(both_.count());
  for (const std::size_t row : rows_from(originals_, synthetics_)) {
    ++of_key_[keys_.of_row[row]];
    ++of_both_[both_.of_row[row]];
  }
}

std::vector<std::size_t> SyntheticKeys::rows_from(std::size_t begin, std::size_t count) {
  std::vector<std::size_t> result(count);
  std::iota(result.begin(), result.end(), begin);
  return result;
}

std::vector<std::uint32_t> SyntheticKeys::counts(const stats::KeyClasses& classes,
                                                 std::span<const std::size_t> rows) {
  std::vector<std::uint32_t> of_class(classes.count(), 0), result;
  for (const std::size_t row : rows) ++of_class[classes.of_row[row]];
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(of_class[classes.of_row[row]]);
  return result;
}

EqualSizes equal_sizes(const SyntheticKeys& keys, const SyntheticTables& tables, const Run& run) {
  if (tables.holdout == nullptr) return {};
  const std::vector<std::size_t> originals = keys.originals(), holdouts = keys.holdouts();
  const std::size_t size = std::min(originals.size(), holdouts.size());
  EqualSizes result;
  for (const std::size_t row : drawn_rows(originals.size(), size, "original-sample", run))
    result.originals.push_back(originals[row]);
  for (const std::size_t row : drawn_rows(holdouts.size(), size, "holdout-sample", run))
    result.holdouts.push_back(holdouts[row]);
  return result;
}

}  // namespace sfumato::risk
