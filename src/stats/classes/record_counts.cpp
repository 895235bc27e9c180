// Counts are checked once, where they are read.
#include "stats/classes/record_counts.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "core/error.hpp"

namespace sfumato::stats {

std::size_t RecordCounts::records(std::size_t rows) const {
  return of_row_.empty() ? rows : std::accumulate(of_row_.begin(), of_row_.end(), std::size_t{0});
}

double RecordCounts::quantile(std::span<const double> of_row, double p) const {
  std::vector<std::pair<double, std::uint32_t>> sorted;
  std::size_t records = 0;
  for (std::size_t row = 0; row < of_row.size(); ++row) {
    if (std::isnan(of_row[row])) continue;
    sorted.emplace_back(of_row[row], (*this)[row]);
    records += (*this)[row];
  }
  std::sort(sorted.begin(), sorted.end());
  const double place = p * static_cast<double>(records - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, records - 1);
  double lower = sorted.back().first, upper = lower;
  std::size_t passed = 0;
  for (const auto& [value, count] : sorted) {
    if (below >= passed && below < passed + count) lower = value;
    if (above >= passed && above < passed + count) upper = value;
    passed += count;
  }
  return std::clamp(lower + (place - static_cast<double>(below)) * (upper - lower), lower, upper);
}

std::optional<ColumnId> count_column(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::count) return id;
  }
  return std::nullopt;
}

RecordCounts record_counts(const Table& table) {
  const std::optional<ColumnId> id = count_column(table);
  if (!id) return {};
  const std::string& name = table.info(*id).name;
  if (table.column(*id).is_text()) bad_input("column '" + name + "' has text, and counts are whole numbers");
  const Numbers numbers = table.column(*id).to_numbers();
  std::vector<std::uint32_t> counts(numbers.size());
  double sum = 0.0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const double count = numbers[row];
    if (!(count >= 1.0) || count != std::floor(count)) {
      bad_input("column '" + name + "': the count of row " + std::to_string(row + 1) +
                    (std::isnan(count) ? " is missing" : " is not a whole number from 1 on"),
                "a count is how many records a row stands for");
    }
    sum += count;
    if (sum > static_cast<double>(RecordCounts::most_records)) {
      bad_input("column '" + name + "' counts more than " + std::to_string(RecordCounts::most_records) +
                " records, and no more can be counted");
    }
    counts[row] = static_cast<std::uint32_t>(count);
  }
  return RecordCounts(std::move(counts));
}

}  // namespace sfumato::stats
