// Values are compared as texts and as numbers, since another program may write 5 as 5.0.
#include "release/file_exposure.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "release/exposure.hpp"
#include "release/unique_words.hpp"

namespace sfumato::release {
namespace {

// Equal numbers have equal texts. A token that the original declares as missing is missing in both.
std::string cell(const Column& column, std::size_t row, const std::vector<std::string>& missing) {
  if (column.missing(row)) return {};
  const std::string text = column.text(row);
  if (std::find(missing.begin(), missing.end(), text) != missing.end()) return {};
  const auto number = parse_number(text);
  return number ? shortest(*number) : text;
}

bool same_cells(const Table& original, const Table& masked, ColumnId id, const Origins& origins) {
  const auto before = original.find(masked.info(id).name);
  if (!before) return false;
  const std::vector<std::string>& missing = original.info(*before).missing;
  bool any = false;
  for (std::size_t row = 0; row < masked.rows(); ++row) {
    if (origins[row] == no_origin) continue;
    any = true;
    if (cell(original.column(*before), origins[row], missing) != cell(masked.column(id), row, missing)) {
      return false;
    }
  }
  return any;
}

// Has the masked column a value that the original's has?
bool shares_a_value(const Table& original, const Table& masked, ColumnId id) {
  const auto before = original.find(masked.info(id).name);
  if (!before) return false;
  const std::vector<std::string>& missing = original.info(*before).missing;
  std::unordered_set<std::string> known;
  for (std::size_t row = 0; row < original.rows(); ++row) {
    known.insert(cell(original.column(*before), row, missing));
  }
  for (std::size_t row = 0; row < masked.rows(); ++row) {
    const std::string text = cell(masked.column(id), row, missing);
    if (!text.empty() && known.contains(text)) return true;
  }
  return false;
}

void add_identifiers(const Table& original, const Table& masked, Warnings& warnings) {
  std::vector<std::string> old, others;
  for (ColumnId id = 0; id < masked.column_count(); ++id) {
    if (declared_role(original, masked.info(id)) != Role::identifier) continue;
    const std::size_t unique = unique_records(verify::key_texts(masked, {id}));
    std::string text = singles_out(masked.info(id).name, unique, masked.rows());
    (shares_a_value(original, masked, id) ? old : others).push_back(std::move(text));
  }
  if (!old.empty()) {
    warnings.add("the masked file has declared identifiers with values of the original: " +
                     first_joined(old, named_at_most, ", ", " and ") + "; leave them out",
                 WarningGrade::stop);
  }
  if (!others.empty()) {
    warnings.add("the masked file has declared identifiers with values that the original does not have: " +
                     first_joined(others, named_at_most, ", ", " and "),
                 WarningGrade::note);
  }
}

// How often each combination of values is there; records without any are left out.
using Counts = std::unordered_map<std::string, std::size_t>;

Counts combinations(const Table& table, const ColumnSet& columns, const Table& original) {
  std::vector<const std::vector<std::string>*> missing;
  for (const ColumnId id : columns) {
    missing.push_back(&original.info(original.require(table.info(id).name)).missing);
  }
  Counts counts;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::string key;
    bool blank = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string text = cell(table.column(columns[i]), row, *missing[i]);
      blank = blank && text.empty();
      key += std::to_string(text.size()) + ":" + text;
    }
    if (!blank) ++counts[std::move(key)];
  }
  return counts;
}

// Records that are unique in both tables with the same values, which lead from one to the other.
std::size_t matching_uniques(const Table& original, const Table& masked,
                             const std::vector<std::string>& columns) {
  ColumnSet before, after;
  for (const std::string& name : columns) {
    const auto id = original.find(name);
    if (!id) return 0;
    before.push_back(*id);
    after.push_back(masked.require(name));
  }
  const Counts known = combinations(original, before, original);
  const Counts released = combinations(masked, after, original);
  return static_cast<std::size_t>(std::count_if(released.begin(), released.end(), [&](const auto& entry) {
    if (entry.second != 1) return false;
    const auto found = known.find(entry.first);
    return found != known.end() && found->second == 1;
  }));
}

void add_uniqueness(const Table& original, const Table& masked, const Run& run, Warnings& warnings) {
  const std::optional<KeyExposure> exposure = key_exposure(original, masked, {}, run);
  if (!exposure || exposure->unique_category == 0) return;
  const std::size_t matching = matching_uniques(original, masked, exposure->columns);
  std::string text = words(*exposure);
  text.pop_back();
  text.front() = 'o';
  text +=
      "; " +
      (matching == 0 ? std::string("none of them has") : of_records(matching, exposure->records) + " have") +
      " the values of exactly one record of the original";
  const bool many = share(exposure->unique_category, exposure->records) >= many_unique;
  WarningGrade grade = many || matching > 0 ? WarningGrade::mind : WarningGrade::note;
  // Suppressed values may protect the others: then both numbers need a decision.
  const std::size_t certain = std::min(matching, exposure->unique_wildcard);
  if (share(certain, exposure->records) >= many_unique) grade = WarningGrade::stop;
  warnings.add(std::move(text), grade);
}

}  // namespace

Warnings file_warnings(const Table& original, const Table& masked, const std::optional<Origins>& origins,
                       const Run& run) {
  Warnings warnings;
  add_identifiers(original, masked, warnings);
  add_uniqueness(original, masked, run, warnings);
  run.check_stop();
  if (!origins) return warnings;
  const UnchangedColumns found = unchanged_columns(
      original, masked, [&](ColumnId id) { return same_cells(original, masked, id, *origins); });
  for (Warning& warning : unchanged_warnings(found, false)) warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace sfumato::release
