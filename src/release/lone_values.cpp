// Values are compared as they are stored: integers exactly, other numbers and days by their bits, categories
// by their text.
#include "release/lone_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "core/text_list.hpp"
#include "masking/record_groups.hpp"

namespace sfumato::release {
namespace {

using Key = std::uint64_t;
constexpr Key no_key = Key{1} << 63;  // missing; as a double it is minus zero, which no key is

std::optional<ColumnId> holder_column(const Table& original) {
  const std::optional<ColumnId> household = masking::column_of(original, Role::household);
  return household ? household : masking::column_of(original, Role::unit);
}

// Who has the value of each record: the record itself, its household or its unit.
std::vector<std::size_t> holders(const Table& original) {
  if (const std::optional<ColumnId> column = holder_column(original)) {
    return masking::group_of_row(masking::record_groups(original.column(*column)), original.rows());
  }
  std::vector<std::size_t> result(original.rows());
  for (std::size_t row = 0; row < result.size(); ++row) result[row] = row;
  return result;
}

// Texts of both columns share one numbering; `exact`: both have integers or moments of one unit,
// which doubles may not hold.
std::vector<Key> keys_of(const Column& column, bool exact, std::unordered_map<std::string, Key>& texts) {
  std::vector<Key> result(column.size(), no_key);
  if (const Codes* codes = column.get_if<Codes>()) {
    std::vector<Key> of_label;
    for (const std::string& label : codes->labels)
      of_label.push_back(texts.try_emplace(label, texts.size()).first->second);
    for (std::size_t row = 0; row < result.size(); ++row) {
      if (!column.missing(row)) result[row] = of_label[static_cast<std::size_t>(codes->codes[row])];
    }
    return result;
  }
  const Integers* integers = exact ? column.get_if<Integers>() : nullptr;
  const Timestamps* times = exact ? column.get_if<Timestamps>() : nullptr;
  const bool whole = integers != nullptr || times != nullptr;
  const Numbers numbers = whole ? Numbers{} : column.to_numbers();
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (column.missing(row)) continue;
    result[row] = integers != nullptr ? static_cast<Key>(integers->values[row])
                  : times != nullptr  ? static_cast<Key>(times->ticks[row])
                                      : std::bit_cast<Key>(numbers[row] + 0.0);
  }
  return result;
}

// Ascending keys that one holder alone has.
std::vector<Key> lone_keys(const std::vector<Key>& keys, const std::vector<std::size_t>& holder) {
  std::vector<std::pair<Key, std::size_t>> held;
  for (std::size_t row = 0; row < keys.size(); ++row) {
    if (keys[row] != no_key) held.emplace_back(keys[row], holder[row]);
  }
  std::sort(held.begin(), held.end());
  std::vector<Key> result;
  for (std::size_t begin = 0, end = 0; begin < held.size(); begin = end) {
    while (end < held.size() && held[end].first == held[begin].first) ++end;
    if (held[begin].second == held[end - 1].second) result.push_back(held[begin].first);
  }
  return result;
}

std::size_t lone_cells(const Column& original, const Column& released,
                       const std::vector<std::size_t>& holder) {
  if (original.is_text() != released.is_text()) return 0;
  const Timestamps *before = original.get_if<Timestamps>(), *after = released.get_if<Timestamps>();
  const bool exact = (original.get_if<Integers>() != nullptr && released.get_if<Integers>() != nullptr) ||
                     (before != nullptr && after != nullptr && before->per_second == after->per_second);
  std::unordered_map<std::string, Key> texts;
  const std::vector<Key> lone = lone_keys(keys_of(original, exact, texts), holder);
  const std::vector<Key> keys = keys_of(released, exact, texts);
  return static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), [&](Key key) {
    return key != no_key && std::binary_search(lone.begin(), lone.end(), key);
  }));
}

bool is_number(const Table& table, ColumnId id) {
  return table.info(id).kind == Kind::numeric || table.column(id).is_calendar();
}

bool has_flag(const masking::Step& step, std::string_view name) {
  return std::any_of(step.params.begin(), step.params.end(),
                     [&](const auto& param) { return param.first == name && param.second == Value(true); });
}

std::string counted_kinds(const LoneValues& found) {
  const std::string numbers =
                        std::to_string(found.numbers) + " released number" + (found.numbers == 1 ? "" : "s"),
                    categories = std::to_string(found.categories) + " released categor" +
                                 (found.categories == 1 ? "y" : "ies");
  if (found.categories == 0) return numbers;
  return found.numbers == 0 ? categories : numbers + " and " + categories;
}

}  // namespace

LoneValues lone_values(const Table& original, const std::vector<Table>& released, const ColumnSet& columns,
                       const Run& run) {
  const std::vector<std::size_t> holder = holders(original);
  std::vector<std::size_t> counts(columns.size(), 0);
  run.parallel(columns.size(), [&](std::size_t i) {
    for (const Table& table : released)
      counts[i] += lone_cells(original.column(columns[i]), table.column(columns[i]), holder);
  });
  LoneValues result;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (counts[i] == 0) continue;
    (is_number(original, columns[i]) ? result.numbers : result.categories) += counts[i];
    result.columns.push_back(original.info(columns[i]).name);
  }
  return result;
}

ColumnSet columns_of_drawn_values(const std::vector<masking::Step>& steps) {
  ColumnSet result;
  for (const masking::Step& step : steps) {
    for (const ColumnId id : step.columns) {
      const bool known = std::find(result.begin(), result.end(), id) != result.end();
      if (step.method->info.draws_values && !known) result.push_back(id);
    }
  }
  return result;
}

Warnings lone_values_warnings(const LoneValues& found, const Table& original,
                              const std::vector<masking::Step>& steps) {
  Warnings warnings;
  if (found.cells() == 0) return warnings;
  std::string holder = "one record";
  if (const std::optional<ColumnId> column = holder_column(original))
    holder += original.info(*column).role == Role::household ? " or household" : " or unit";
  std::string remedy;
  const bool smooth =
      std::any_of(steps.begin(), steps.end(), [](const auto& step) { return has_flag(step, "smooth"); });
  if (found.numbers > 0 && !smooth) remedy += "‹smooth› moves nearly all such numbers, ";
  if (found.categories > 0) remedy += "rare categories can be joined with others before, ";
  warnings.push_back(
      counted_kinds(found) + " " + (found.cells() == 1 ? "is a value" : "are values") + " that " + holder +
      " of the original alone has, in " + quoted_names(found.columns) + ": " + remedy +
      "a larger ‹leaf› protects more, and exact-copies says how many whole records are copies");
  return warnings;
}

}  // namespace sfumato::release
