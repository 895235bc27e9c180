// Column by column from both tables into one matrix.
#include "stats/linear/stacked_records.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "stats/covers/cell_shares.hpp"

namespace sfumato::stats {
namespace {

// Positions of categories in the order in which they are met, then in the final order.
class Categories {
 public:
  double position(const std::string& text) {
    return static_cast<double>(positions_.try_emplace(text, positions_.size()).first->second);
  }
  std::size_t count() const { return positions_.size(); }

  // Of one file's rows; categories that these have are added in the order of the file's labels.
  void append(const Column& column, const std::vector<std::size_t>& rows, std::vector<double>& values) {
    const Codes* codes = column.get_if<Codes>();
    if (codes == nullptr) {
      for (const std::size_t row : rows) values.push_back(position(column.text(row)));
      return;
    }
    std::vector<double> of_label(codes->labels.size(), -1.0);
    for (const std::size_t row : rows) of_label[static_cast<std::size_t>(codes->codes[row])] = 0.0;
    for (std::size_t label = 0; label < of_label.size(); ++label) {
      if (of_label[label] == 0.0) of_label[label] = position(codes->labels[label]);
    }
    for (const std::size_t row : rows)
      values.push_back(of_label[static_cast<std::size_t>(codes->codes[row])]);
  }

  // The final order: the most frequent among the first `original` values, then the others by text.
  void arrange(std::vector<double>& values, std::size_t original) const {
    std::vector<std::size_t> frequency(count(), 0);
    for (std::size_t i = 0; i < original; ++i) ++frequency[static_cast<std::size_t>(values[i])];
    std::vector<std::pair<std::string_view, std::size_t>> order(positions_.begin(), positions_.end());
    std::sort(order.begin(), order.end());
    const auto rarer = [&](const auto& a, const auto& b) {
      return frequency[a.second] < frequency[b.second];
    };
    const auto baseline = std::max_element(order.begin(), order.end(), rarer);
    if (baseline != order.end()) std::rotate(order.begin(), baseline, baseline + 1);
    std::vector<double> place(count());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i].second] = static_cast<double>(i);
    for (double& value : values) value = place[static_cast<std::size_t>(value)];
  }

 private:
  std::unordered_map<std::string, std::size_t> positions_;
};

void append_numbers(const Column& column, const std::vector<std::size_t>& rows, std::vector<double>& values) {
  const Numbers numbers = column.to_numbers();
  for (const std::size_t row : rows) values.push_back(numbers[row]);
}

// False where all values are equal.
bool scale(std::vector<double>& values, std::size_t original) {
  const auto first = values.begin(), middle = first + static_cast<std::ptrdiff_t>(original);
  auto [low, high] = std::minmax_element(first, middle);
  if (original == 0 || *low == *high) std::tie(low, high) = std::minmax_element(first, values.end());
  const double least = *low, width = *high - *low;
  if (width == 0.0) return false;
  for (double& value : values) value = (value - least) / width;
  return true;
}

// The shares of each category but the most frequent, of the originals and then of the masked records.
std::vector<std::vector<double>> share_columns(const CoveredColumn& column, const UnpairedRows& records) {
  const CellShares shares(column);
  const auto baseline = std::max_element(column.counts.begin(), column.counts.end()) - column.counts.begin();
  std::vector<std::vector<double>> result;
  for (std::size_t at = 0; at < column.counts.size(); ++at) {
    if (static_cast<std::ptrdiff_t>(at) == baseline || column.counts[at] == 0) continue;
    const auto place = static_cast<std::int32_t>(at);
    std::vector<double>& values = result.emplace_back();
    for (const std::size_t row : records.original) values.push_back(shares.of_original(row, place));
    for (const std::size_t row : records.masked) values.push_back(shares.of_masked(row, place));
  }
  return result;
}

}  // namespace

StackedRecords stacked_records(const Table& original, const Table& masked, const ColumnSet& columns,
                               const UnpairedRows& records,
                               const std::vector<std::optional<CoveredColumn>>& coarse) {
  StackedRecords result;
  result.original = records.original.size();
  const std::size_t total = records.original.size() + records.masked.size();
  std::vector<std::vector<double>> kept;
  for (std::size_t j = 0; total > 0 && j < columns.size(); ++j) {
    if (!coarse.empty() && coarse[j] && original.info(columns[j]).kind != Kind::numeric) {
      for (std::vector<double>& shares : share_columns(*coarse[j], records)) {
        kept.push_back(std::move(shares));
        result.categories.push_back(0);
        result.columns.push_back(j);
        result.indicators.push_back(1);
      }
      continue;
    }
    std::vector<double> values;
    values.reserve(total);
    Categories categories;
    const bool numeric = original.info(columns[j]).kind == Kind::numeric;
    if (numeric) {
      append_numbers(original.column(columns[j]), records.original, values);
      append_numbers(masked.column(columns[j]), records.masked, values);
      if (!scale(values, result.original)) continue;
    } else {
      categories.append(original.column(columns[j]), records.original, values);
      categories.append(masked.column(columns[j]), records.masked, values);
      if (categories.count() < 2) continue;
      categories.arrange(values, result.original);
    }
    kept.push_back(std::move(values));
    result.categories.push_back(categories.count());
    result.columns.push_back(j);
    result.indicators.push_back(0);
  }
  result.values = Matrix(total, kept.size());
  for (std::size_t j = 0; j < kept.size(); ++j) {
    std::copy(kept[j].begin(), kept[j].end(), result.values.column(j).begin());
  }
  return result;
}

}  // namespace sfumato::stats
