// Sorts pairs of class and value; runs of equal pairs are the counts.
#include "risk/class_values.hpp"

#include <algorithm>
#include <limits>

#include "risk/kept_records.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::risk {
namespace {

bool suppressed_row(const stats::KeyTable& keys, const std::vector<char>& suppressed, std::size_t row) {
  if (!suppressed.empty() && suppressed[row] != 0) return true;
  return std::all_of(keys.columns.begin(), keys.columns.end(), [&](const stats::KeyColumn& column) {
    return column.codes[row] == stats::KeyColumn::missing;
  });
}

// Pairs have the class in their upper half and the value in their lower one.
void count_runs(std::vector<std::uint64_t> pairs, ClassValues& result) {
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool new_class = i == 0 || pairs[i] >> 32 != pairs[i - 1] >> 32;
    if (new_class) result.begin.push_back(result.counts.size());
    if (new_class || pairs[i] != pairs[i - 1]) {
      result.counts.push_back({static_cast<std::int32_t>(pairs[i] & 0xffffffffU), 0});
    }
    ++result.counts.back().records;
  }
  result.begin.push_back(result.counts.size());
}

}  // namespace

ClassValues class_values(const stats::KeyTable& keys, const stats::KeyColumn& confidential,
                         const std::vector<char>& suppressed, const Run& run) {
  const stats::KeyClasses all = stats::equal_classes(keys, run);
  ClassValues result;
  result.of_row.assign(keys.rows, ClassValues::left_out);
  result.overall.assign(static_cast<std::size_t>(confidential.distinct), 0.0);
  std::vector<std::uint32_t> numbers(all.count(), ClassValues::left_out);
  std::uint32_t classes = 0;
  std::vector<std::uint64_t> pairs;
  for (std::size_t row = 0; row < keys.rows; ++row) {
    const std::int32_t value = confidential.codes[row];
    const bool known = value != stats::KeyColumn::missing;
    if (known) ++result.overall[static_cast<std::size_t>(value)];
    result.known += known ? 1.0 : 0.0;
    if (suppressed_row(keys, suppressed, row)) {
      ++result.suppressed;
      continue;
    }
    if (!known) {
      result.valueless.push_back(row);
      continue;
    }
    std::uint32_t& number = numbers[all.of_row[row]];
    if (number == ClassValues::left_out) number = classes++;
    result.of_row[row] = number;
    pairs.push_back(std::uint64_t{number} << 32 | static_cast<std::uint64_t>(value));
  }
  result.records = pairs.size();
  result.unknown = result.valueless.size();
  std::erase_if(result.valueless,
                [&](std::size_t row) { return numbers[all.of_row[row]] != ClassValues::left_out; });
  run.check_stop();
  count_runs(std::move(pairs), result);
  return result;
}

ConfidentialClasses confidential_classes(const Table& original, const Table& masked,
                                         const ColumnSet& compared, const std::vector<std::string>& keys,
                                         const std::string& column, const Run& run, Score& score) {
  const std::optional<ColumnId> confidential = sensitive_column(original, compared, column);
  if (!confidential) {
    score.note = "needs a confidential column: name one with `column`";
    return {};
  }
  const ColumnSet used = key_columns(original, compared, keys, confidential);
  if (used.empty()) {
    score.note = "needs keys besides the confidential column";
    return {};
  }
  stats::KeyTable table = stats::key_table(masked, used, run);
  ConfidentialClasses result{*confidential, stats::key_column(masked.column(*confidential)), {}};
  result.values = class_values(table, result.codes, suppressed_records(masked, used), run);
  table.columns.push_back(result.codes);
  describe_keys(original, used, table, 0, score.details);
  score.details.set("column", original.info(*confidential).name).set("classes", result.values.classes());
  if (result.values.suppressed > 0) score.details.set("suppressed_records", result.values.suppressed);
  if (result.values.unknown > 0) score.details.set("unknown_records", result.values.unknown);
  if (result.values.records == 0) score.note = "no record has keys and a confidential value";
  return result;
}

std::vector<double> by_record(const ClassValues& values, const std::vector<double>& of_class) {
  std::vector<double> result(values.of_row.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (values.of_row[row] != ClassValues::left_out) result[row] = of_class[values.of_row[row]];
  }
  return result;
}

}  // namespace sfumato::risk
