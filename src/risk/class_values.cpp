// Sorts pairs of class and value; runs of equal pairs are the counts.
#include "risk/class_values.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "risk/kept_records.hpp"
#include "risk/key_columns.hpp"
#include "risk/key_tallies.hpp"

namespace sfumato::risk {
namespace {

bool suppressed_row(const stats::KeyTable& keys, const std::vector<char>& suppressed, std::size_t row) {
  if (!suppressed.empty() && suppressed[row] != 0) return true;
  return std::all_of(keys.columns.begin(), keys.columns.end(), [&](const stats::KeyColumn& column) {
    return column.codes[row] == stats::KeyColumn::missing;
  });
}

// A value of a unit in a class.
struct UnitValue {
  std::uint32_t number = 0, unit = 0;  // the class, and the unit
  std::int32_t value = 0;
  auto operator<=>(const UnitValue&) const = default;
};

void keep_different(std::vector<UnitValue>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Calls body(first, last) for each run of entries that `same` as their first one.
template <class Same, class Body>
void for_runs(std::span<const UnitValue> values, Same same, Body body) {
  for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
    while (end < values.size() && same(values[begin], values[end])) ++end;
    body(values.subspan(begin, end - begin));
  }
}

const auto same_unit = [](const UnitValue& a, const UnitValue& b) { return a.unit == b.unit; };
const auto same_class = [](const UnitValue& a, const UnitValue& b) { return a.number == b.number; };

// How much each value counts in a class whose units have these different values.
std::map<std::int32_t, double> amounts(std::span<const UnitValue> of_class, const CountedUnits& units) {
  std::map<std::int32_t, double> having, result;
  std::map<std::int32_t, ExactSum> parts;
  for (const UnitValue& one : of_class) having[one.value] += 1.0;
  for_runs(of_class, same_unit, [&](std::span<const UnitValue> of_unit) {
    if (units.how == UnitValues::in_parts) {
      for (const UnitValue& one : of_unit) parts[one.value].add(1.0 / static_cast<double>(of_unit.size()));
      return;
    }
    const auto rarer = [&](const UnitValue& a, const UnitValue& b) {
      const double of_a = having.at(a.value), of_b = having.at(b.value);
      const auto place = [&](const UnitValue& one) {
        return units.text_places[static_cast<std::size_t>(one.value)];
      };
      return of_a != of_b ? of_a < of_b : place(a) > place(b);
    };
    const auto commonest = std::max_element(of_unit.begin(), of_unit.end(), rarer);
    result[commonest->value] += 1.0;
  });
  for (const auto& [value, sum] : parts) result[value] = sum.value();
  return result;
}

void count_units(std::vector<UnitValue> values, const CountedUnits& units, ClassValues& result) {
  keep_different(values);
  for_runs(values, same_class, [&](std::span<const UnitValue> of_class) {
    result.begin.push_back(result.counts.size());
    for (const auto& [value, amount] : amounts(of_class, units)) result.counts.push_back({value, amount});
  });
  result.begin.push_back(result.counts.size());
}

// Each unit with a value counts one, in equal parts for each of its values.
void count_overall(const stats::KeyColumn& confidential, const stats::Units& units, ClassValues& result) {
  std::vector<UnitValue> values;
  for (std::size_t row = 0; row < confidential.codes.size(); ++row) {
    if (confidential.codes[row] == stats::KeyColumn::missing) continue;
    values.push_back({0, units.of_row[row], confidential.codes[row]});
  }
  keep_different(values);
  std::vector<ExactSum> overall(result.overall.size());
  result.known = 0.0;
  for_runs(std::span<const UnitValue>(values), same_unit, [&](std::span<const UnitValue> of_unit) {
    result.known += 1.0;
    for (const UnitValue& one : of_unit) {
      overall[static_cast<std::size_t>(one.value)].add(1.0 / static_cast<double>(of_unit.size()));
    }
  });
  std::transform(overall.begin(), overall.end(), result.overall.begin(),
                 [](const ExactSum& sum) { return sum.value(); });
}

// The class in the upper half and the value in the lower one, and how many records have both.
struct ClassValuePair {
  std::uint64_t pair = 0;
  std::uint32_t records = 1;
};

void count_runs(std::vector<ClassValuePair> pairs, ClassValues& result) {
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.pair < b.pair; });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool new_class = i == 0 || pairs[i].pair >> 32 != pairs[i - 1].pair >> 32;
    if (new_class) result.begin.push_back(result.counts.size());
    if (new_class || pairs[i].pair != pairs[i - 1].pair) {
      result.counts.push_back({static_cast<std::int32_t>(pairs[i].pair & 0xffffffffU), 0.0});
    }
    result.counts.back().records += pairs[i].records;
  }
  result.begin.push_back(result.counts.size());
}

}  // namespace

ClassValues class_values(const stats::KeyTable& keys, const stats::KeyColumn& confidential,
                         const std::vector<char>& suppressed, const std::optional<CountedUnits>& units,
                         const Run& run) {
  const stats::KeyClasses all = stats::equal_classes(keys, run);
  ClassValues result;
  result.of_row.assign(keys.rows, ClassValues::left_out);
  result.overall.assign(static_cast<std::size_t>(confidential.distinct), 0.0);
  std::vector<std::uint32_t> numbers(all.count(), ClassValues::left_out);
  std::uint32_t classes = 0;
  std::vector<ClassValuePair> pairs;
  std::vector<UnitValue> of_units;
  for (std::size_t row = 0; row < keys.rows; ++row) {
    const std::int32_t value = confidential.codes[row];
    const bool known = value != stats::KeyColumn::missing;
    const std::uint32_t records = keys.counts[row];
    if (known) result.overall[static_cast<std::size_t>(value)] += records;
    result.known += known ? records : 0.0;
    if (suppressed_row(keys, suppressed, row)) {
      result.suppressed += records;
      continue;
    }
    if (!known) {
      result.valueless.push_back(row);
      result.unknown += records;
      continue;
    }
    std::uint32_t& number = numbers[all.of_row[row]];
    if (number == ClassValues::left_out) number = classes++;
    result.of_row[row] = number;
    result.records += records;
    pairs.push_back({std::uint64_t{number} << 32 | static_cast<std::uint64_t>(value), records});
    if (units) of_units.push_back({number, units->units->of_row[row], value});
  }
  std::erase_if(result.valueless,
                [&](std::size_t row) { return numbers[all.of_row[row]] != ClassValues::left_out; });
  for (const std::size_t row : result.valueless) result.valueless_records += keys.counts[row];
  run.check_stop();
  if (units) {
    count_units(std::move(of_units), *units, result);
    count_overall(confidential, *units->units, result);
  } else {
    count_runs(std::move(pairs), result);
  }
  return result;
}

ConfidentialClasses confidential_classes(const Table& original, const Table& masked,
                                         const ColumnSet& compared, const std::vector<std::string>& keys,
                                         const std::string& column, UnitValues how, const Run& run,
                                         Score& score) {
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
  const std::optional<ColumnId> unit = column_with_role(original, Role::unit);
  std::optional<CountedUnits> counted;
  if (unit && *unit < masked.column_count()) {
    result.unit = original.info(*unit).name;
    result.units = stats::units_of(masked.column(*unit));
    counted =
        CountedUnits{&result.units, how, stats::text_places(masked.column(*confidential), result.codes)};
  }
  result.counts = table.counts;
  result.values = class_values(table, result.codes, suppressed_records(masked, used), counted, run);
  table.columns.push_back(result.codes);
  describe_keys(original, used, table, 0, score.details);
  score.details.set("column", original.info(*confidential).name).set("classes", result.values.classes());
  if (result.values.suppressed > 0) score.details.set("suppressed_records", result.values.suppressed);
  if (result.values.unknown > 0) score.details.set("unknown_records", result.values.unknown);
  if (!result.unit.empty()) score.details.set("unit", result.unit).set("units", result.units.count);
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
