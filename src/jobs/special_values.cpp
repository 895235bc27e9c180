#include "jobs/special_values.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::size_t most_of_column = 5, rare_records = 3, most_categories = 1000;

std::string records_word(std::size_t records) {
  return records == 1 ? "one record has it" : "only " + std::to_string(records) + " records have it";
}

void add_rare(const ColumnInfo& info, const Codes& codes, std::vector<SpecialValue>& found) {
  if (codes.labels.size() > most_categories) return;
  std::vector<std::size_t> counts(codes.labels.size(), 0);
  for (const std::int32_t code : codes.codes) {
    if (code >= 0) ++counts[static_cast<std::size_t>(code)];
  }
  std::vector<std::pair<std::size_t, std::size_t>> rare;  // count and code
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0 && counts[code] < rare_records) rare.emplace_back(counts[code], code);
  }
  std::sort(rare.begin(), rare.end());
  for (std::size_t i = 0; i < std::min(rare.size(), most_of_column); ++i) {
    found.push_back({info.name, codes.labels[rare[i].second], rare[i].first,
                     "a rare category: " + records_word(rare[i].first)});
  }
}

// The values beyond one fence, the farthest first.
void add_far(const ColumnInfo& info, const Column& column,
             const std::vector<std::pair<double, std::size_t>>& far, bool above,
             std::vector<SpecialValue>& found) {
  for (std::size_t i = 0; i < far.size() && i < most_of_column; ++i) {
    if (i > 0 && far[i].first == far[i - 1].first) continue;
    const auto same = static_cast<std::size_t>(std::count_if(
        far.begin(), far.end(), [&](const auto& other) { return other.first == far[i].first; }));
    found.push_back({info.name, column.text(far[i].second), same,
                     std::string(i == 0 ? (above ? "the largest value" : "the smallest value")
                                        : (above ? "far above the others" : "far below the others")) +
                         ": " + records_word(same)});
  }
}

void add_extremes(const ColumnInfo& info, const Column& column, std::vector<SpecialValue>& found) {
  const Numbers numbers = column.to_numbers();
  std::vector<double> sorted;
  for (const double number : numbers) {
    if (std::isfinite(number)) sorted.push_back(number);
  }
  if (sorted.size() < 10) return;
  std::sort(sorted.begin(), sorted.end());
  const double low = stats::quantile(sorted, 0.25), high = stats::quantile(sorted, 0.75);
  const double reach = 3.0 * (high - low);
  if (!(reach > 0.0)) return;
  std::vector<std::pair<double, std::size_t>> above, below;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (numbers[row] > high + reach) above.emplace_back(numbers[row], row);
    if (numbers[row] < low - reach) below.emplace_back(numbers[row], row);
  }
  std::sort(above.begin(), above.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::sort(below.begin(), below.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const std::size_t most = std::max<std::size_t>(1, sorted.size() / 100);
  if (above.size() <= most) add_far(info, column, above, true, found);
  if (below.size() <= most) add_far(info, column, below, false, found);
}

}  // namespace

std::vector<SpecialValue> special_values(const Table& table, const ColumnSet& columns) {
  std::vector<SpecialValue> found;
  for (const ColumnId id : columns) {
    const Column& column = table.column(id);
    if (const auto* codes = column.get_if<Codes>()) {
      add_rare(table.info(id), *codes, found);
    } else if (table.info(id).kind == Kind::numeric) {
      add_extremes(table.info(id), column, found);
    }
  }
  return found;
}

}  // namespace sfumato::jobs
