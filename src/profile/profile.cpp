// Every column is turned into category numbers once; distinct counts, frequencies and the classes of
// records all come from these.
#include "profile/profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <unordered_map>

#include "profile/category_shares.hpp"
#include "profile/code_columns.hpp"
#include "profile/missing_codes.hpp"
#include "profile/role_proposal.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::profile {
namespace {

constexpr std::size_t frequent_shown = 5;
constexpr std::size_t most_looked_at = 10000;  // different values, for the form of codes

// Category 0 is "missing"; the others are numbered in the order of their first record.
struct Categories {
  std::vector<std::uint64_t> of_row;
  std::vector<std::size_t> counts;     // by category
  std::vector<std::size_t> first_row;  // by category
};

constexpr std::size_t rows_between_stops = 8192;

template <class Key>
Categories categories_of(const Column& column, const std::vector<Key>& keys, const stats::RecordCounts& times,
                         const Run& run) {
  Categories result{std::vector<std::uint64_t>(keys.size()), {0}, {0}};
  std::unordered_map<Key, std::uint64_t> numbers;
  for (std::size_t row = 0; row < keys.size(); ++row) {
    if (row % rows_between_stops == 0) run.check_stop();
    if (column.missing(row)) {
      result.counts[0] += times[row];
      continue;
    }
    const auto [entry, added] = numbers.try_emplace(keys[row], result.counts.size());
    if (added) {
      result.counts.push_back(0);
      result.first_row.push_back(row);
    }
    result.counts[entry->second] += times[row];
    result.of_row[row] = entry->second;
  }
  return result;
}

Categories categories_of(const Column& column, const stats::RecordCounts& times, const Run& run) {
  if (const auto* numbers = column.get_if<Numbers>()) return categories_of(column, *numbers, times, run);
  if (const auto* integers = column.get_if<Integers>())
    return categories_of(column, integers->values, times, run);
  if (const auto* dates = column.get_if<Dates>()) return categories_of(column, dates->days, times, run);
  if (const auto* moments = column.get_if<Timestamps>())
    return categories_of(column, moments->ticks, times, run);
  return categories_of(column, column.get_if<Codes>()->codes, times, run);
}

std::string type_of(const Column& column) {
  if (column.get_if<Numbers>() != nullptr) return "number";
  if (column.get_if<Integers>() != nullptr) return "integer";
  if (column.get_if<Timestamps>() != nullptr) return "timestamp";
  return column.get_if<Dates>() != nullptr ? "date" : "text";
}

// Equal counts are in the order of their first record.
void add_frequent(ColumnProfile& profile, const ColumnInfo& info, const ColumnSummary& column) {
  if (profile.kind == Kind::numeric || !column.all_values) return;
  std::vector<std::size_t> order(column.records.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return column.records[a] > column.records[b]; });
  order.resize(std::min(order.size(), frequent_shown));
  for (const std::size_t place : order) {
    const std::string value = column.values.text(place);
    profile.most_frequent.push_back({value, column.records[place], label_of(info.value_labels, value)});
  }
}

// Texts and integers may be codes; of very many different values a part is looked at.
void add_codes(ColumnProfile& profile, const ColumnInfo& info, const ColumnSummary& column) {
  const Column& values = column.values;
  if (values.is_text() || values.get_if<Integers>() != nullptr) {
    std::vector<std::string> distinct;
    for (std::size_t i = 0; i < std::min(values.size(), most_looked_at - 1); ++i) {
      distinct.push_back(values.text(i));
    }
    profile.classification = classification(info.name, distinct);
  }
  profile.nominal_reason = nominal_reason(info, values, profile.distinct, profile.classification);
  if (profile.role != Role::identifier && column.all_values) {
    profile.missing_like = missing_like(values, column.records, info.date);
  }
}

// Of a column in memory.
ColumnSummary summary_of(const Column& column, const Categories& categories,
                         const stats::RecordCounts& times) {
  ColumnSummary result;
  const std::span<const std::size_t> first(categories.first_row);
  result.values = column.taking(first.subspan(1));
  result.records.assign(categories.counts.begin() + 1, categories.counts.end());
  result.rows = times.records(column.size());
  result.missing = categories.counts[0];
  result.distinct = result.records.size();
  result.once =
      static_cast<std::size_t>(std::count(result.records.begin(), result.records.end(), std::size_t{1}));
  result.running = running_number(column);
  add_spread(result, column, times);
  return result;
}

// Splits the classes of records by one more column.
void refine(std::vector<std::uint64_t>& classes, const Categories& categories, const Run& run) {
  std::unordered_map<std::uint64_t, std::uint64_t> numbers;
  for (std::size_t row = 0; row < classes.size(); ++row) {
    if (row % rows_between_stops == 0) run.check_stop();
    const std::uint64_t key = classes[row] * categories.counts.size() + categories.of_row[row];
    classes[row] = numbers.try_emplace(key, numbers.size()).first->second;
  }
}

Uniqueness uniqueness_on(const std::vector<std::string>& names, const std::vector<std::uint64_t>& classes,
                         const stats::RecordCounts& times) {
  Uniqueness result;
  result.columns = names;
  if (names.empty() || classes.empty()) return result;
  std::vector<std::size_t> sizes(*std::max_element(classes.begin(), classes.end()) + 1);
  for (std::size_t row = 0; row < classes.size(); ++row) sizes[classes[row]] += times[row];
  result.classes = sizes.size();
  result.unique_records = static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), std::size_t{1}));
  result.unique_percent =
      100.0 * static_cast<double>(result.unique_records) / static_cast<double>(times.records(classes.size()));
  result.smallest_class = *std::min_element(sizes.begin(), sizes.end());
  return result;
}

// A record without a unit is a unit of its own.
void count_units(const std::string& name, const Column& column, const std::vector<std::uint64_t>& classes,
                 Uniqueness& result) {
  result.unit = name;
  const stats::Units units = stats::units_of(column);
  result.units = units.count;
  if (result.columns.empty() || classes.empty()) return;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> pairs;
  for (std::size_t row = 0; row < classes.size(); ++row) pairs.emplace_back(classes[row], units.of_row[row]);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<bool> unique(units.count, false);
  result.smallest_units = units.count;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].first == pairs[begin].first) ++end;
    result.smallest_units = std::min(result.smallest_units, end - begin);
    if (end - begin == 1) unique[pairs[begin].second] = true;
  }
  result.unique_units = static_cast<std::size_t>(std::count(unique.begin(), unique.end(), true));
  result.unique_units_percent =
      100.0 * static_cast<double>(result.unique_units) / static_cast<double>(units.count);
}

}  // namespace

ColumnProfile column_profile(const ColumnInfo& info, const ColumnSummary& column) {
  ColumnProfile profile;
  profile.name = info.name;
  profile.type = type_of(column.values);
  profile.kind = info.kind;
  profile.missing = column.missing;
  profile.distinct = column.distinct;
  profile.all_values = column.all_values;
  const std::size_t present = column.rows - column.missing;
  if (present > 0) {
    profile.once_percent = 100.0 * static_cast<double>(column.once) / static_cast<double>(present);
  }
  const bool dates = column.values.is_calendar();
  if (info.role) {
    profile.role = *info.role;
    profile.declared = true;
    profile.role_reason = "declared";
  } else {
    const RoleProposal proposal = propose_role(info, {dates, column.running}, profile.distinct, present);
    profile.role = proposal.role;
    profile.role_reason = proposal.reason;
  }
  profile.minimum = column.minimum;
  profile.maximum = column.maximum;
  if (present > 0 && profile.kind == Kind::numeric && !column.values.is_text() && !dates) {
    profile.mean = column.sum.value() / static_cast<double>(present);
  }
  add_frequent(profile, info, column);
  add_codes(profile, info, column);
  return profile;
}

Table without_counts(const Table& table) {
  ColumnSet columns(table.column_count());
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  std::erase_if(columns, [&](ColumnId id) { return table.info(id).role == Role::count; });
  return columns.size() == table.column_count() ? table : table.taking_columns(columns);
}

Profile profile_table(const Table& counted, const Run& run) {
  const stats::RecordCounts times = stats::record_counts(counted);
  const Table table = without_counts(counted);
  Profile profile;
  profile.rows = times.records(counted.rows());
  profile.columns.resize(table.column_count());
  std::vector<Categories> categories(table.column_count());
  run.expect(table.column_count());
  run.parallel(table.column_count(), [&](std::size_t id) {
    categories[id] = categories_of(table.column(id), times, run);
    profile.columns[id] = column_profile(table.info(id), summary_of(table.column(id), categories[id], times));
    run.advance();
  });
  std::vector<std::string> quasi;
  std::vector<std::uint64_t> classes(table.rows());
  for (std::size_t id = 0; id < table.column_count(); ++id) {
    if (profile.columns[id].role != Role::quasi_identifier) continue;
    quasi.push_back(profile.columns[id].name);
    refine(classes, categories[id], run);
  }
  profile.uniqueness = uniqueness_on(quasi, classes, times);
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::unit) continue;
    count_units(table.info(id).name, table.column(id), classes, profile.uniqueness);
    break;
  }
  return profile;
}

Table with_proposed_roles(const Table& table, const Profile& profile) {
  Table result = table;
  for (std::size_t id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.role = profile.columns[id].role;
    if (!profile.columns[id].nominal_reason.empty()) info.kind = Kind::nominal;
    result.set_info(id, std::move(info));
  }
  return result;
}

}  // namespace sfumato::profile
