// Column by column from both tables into one matrix.
#include "stats/linear/stacked_records.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

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

}  // namespace

StackedRecords stacked_records(const Table& original, const Table& masked, const ColumnSet& columns,
                               const UnpairedRows& records) {
  StackedRecords result;
  result.original = records.original.size();
  const std::size_t total = records.original.size() + records.masked.size();
  std::vector<std::vector<double>> kept;
  for (std::size_t j = 0; total > 0 && j < columns.size(); ++j) {
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
  }
  result.values = Matrix(total, kept.size());
  for (std::size_t j = 0; j < kept.size(); ++j) {
    std::copy(kept[j].begin(), kept[j].end(), result.values.column(j).begin());
  }
  return result;
}

}  // namespace sfumato::stats
