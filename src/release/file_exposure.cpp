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

void add_identifiers(const CountedFile& file, Warnings& warnings) {
  std::vector<std::string> old, others;
  for (const ReleasedIdentifier& one : file.identifiers) {
    (one.shared ? old : others).push_back(singles_out(one.column, one.unique, file.records));
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

CountedFile with_identifiers(const Table& original, const Table& masked) {
  CountedFile file{masked.rows()};
  for (ColumnId id = 0; id < masked.column_count(); ++id) {
    if (declared_role(original, masked.info(id)) != Role::identifier) continue;
    file.identifiers.push_back({masked.info(id).name, unique_records(verify::key_texts(masked, {id})),
                                shares_a_value(original, masked, id)});
  }
  return file;
}

// How often each combination of values is there, or in how many units; records without any are left out.
struct Count {
  std::size_t number = 0;  // 2 stands for several units
  std::string unit = {};   // the first one
};
using Counts = std::unordered_map<std::string, Count>;

Counts combinations(const Table& table, const ColumnSet& columns, const Table& original,
                    const std::string& unit) {
  const Column* units = unit.empty() ? nullptr : &table.column(table.require(unit));
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
    if (blank) continue;
    Count& count = counts[std::move(key)];
    std::string own = "record " + std::to_string(row);
    if (units != nullptr && !units->missing(row)) own = "unit " + units->text(row);
    if (count.number == 0) count.unit = own;
    if (count.number == 0 || count.unit != own) ++count.number;
  }
  return counts;
}

// Records, or units, that are unique in both tables with the same values, which lead from one to the other.
std::size_t matching_uniques(const Table& original, const Table& masked, const KeyExposure& exposure) {
  const std::vector<std::string>& columns = exposure.columns;
  ColumnSet before, after;
  for (const std::string& name : columns) {
    const auto id = original.find(name);
    if (!id) return 0;
    before.push_back(*id);
    after.push_back(masked.require(name));
  }
  const Counts known = combinations(original, before, original, exposure.unit);
  const Counts released = combinations(masked, after, original, exposure.unit);
  std::unordered_set<std::string> matching;
  for (const auto& [key, count] : released) {
    if (count.number != 1) continue;
    const auto found = known.find(key);
    if (found != known.end() && found->second.number == 1) matching.insert(count.unit);
  }
  return matching.size();
}

// `records`: those that the rows stand for, where they are not the records themselves.
void add_uniqueness(const Table& original, const Table& masked, std::optional<std::size_t> records,
                    const Run& run, Warnings& warnings) {
  std::optional<KeyExposure> exposure = key_exposure(original, masked, {}, run);
  if (!exposure || exposure->unique_category == 0) return;
  if (records) exposure->all_records = *records;
  if (records && exposure->unit.empty()) exposure->records = *records;
  const std::size_t matching = matching_uniques(original, masked, *exposure);
  std::string text = words(*exposure);
  text.pop_back();
  text.front() = 'o';
  text +=
      "; " +
      (matching == 0 ? std::string("none of them has") : of_records(matching, exposure->records) + " have") +
      (exposure->unit.empty() ? " the values of exactly one record of the original"
                              : " values that exactly one unit of the original has");
  const bool many = share(exposure->unique_category, exposure->records) >= many_unique;
  WarningGrade grade = many || matching > 0 ? WarningGrade::mind : WarningGrade::note;
  // Suppressed values may protect the others: then both numbers need a decision.
  const std::size_t certain = std::min(matching, exposure->unique_wildcard);
  if (share(certain, exposure->records) >= many_unique) grade = WarningGrade::stop;
  warnings.add(std::move(text), grade);
}

void add_lacking_unit(const std::string& unit, Warnings& warnings) {
  warnings.add("the masked file has no column '" + unit +
                   "': measures count its records and not units, whose records do not protect each other",
               WarningGrade::mind);
}

// A masked file need not have the column of units; where its records are known, the original says whose they
// are. A record without an origin is a unit of its own.
Table with_units(const Table& original, const Table& masked, const std::optional<Origins>& origins,
                 Warnings& warnings) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    if (original.info(id).role != Role::unit || masked.find(original.info(id).name)) continue;
    add_lacking_unit(original.info(id).name, warnings);
    if (!origins) return masked;
    Codes units;
    std::unordered_map<std::string, std::int32_t> code_of;
    for (const std::size_t origin : *origins) {
      const bool known = origin != no_origin && !original.column(id).missing(origin);
      if (!known) {
        units.codes.push_back(Codes::missing);
        continue;
      }
      const auto [place, fresh] = code_of.try_emplace(original.column(id).text(origin),
                                                      static_cast<std::int32_t>(units.labels.size()));
      if (fresh) units.labels.push_back(place->first);
      units.codes.push_back(place->second);
    }
    std::vector<ColumnInfo> schema = masked.schema();
    std::vector<Column> columns;
    for (ColumnId c = 0; c < masked.column_count(); ++c) columns.push_back(masked.column(c));
    ColumnInfo info;
    info.name = original.info(id).name;
    info.kind = Kind::nominal;
    info.role = Role::unit;
    schema.push_back(info);
    columns.emplace_back(std::move(units));
    return {std::move(schema), std::move(columns)};
  }
  return masked;
}

}  // namespace

Warnings file_warnings(const Table& original, const Table& masked, const std::optional<Origins>& origins,
                       const Run& run) {
  Warnings warnings;
  add_identifiers(with_identifiers(original, masked), warnings);
  add_uniqueness(original, with_units(original, masked, origins, warnings), std::nullopt, run, warnings);
  run.check_stop();
  if (!origins) return warnings;
  const UnchangedColumns found = unchanged_columns(
      original, masked, [&](ColumnId id) { return same_cells(original, masked, id, *origins); });
  for (Warning& warning : unchanged_warnings(found, false)) warnings.push_back(std::move(warning));
  return warnings;
}

Warnings counted_file_warnings(const Table& original_keys, const Table& masked_keys, const CountedFile& file,
                               const Run& run) {
  Warnings warnings;
  add_identifiers(file, warnings);
  if (file.lacks_unit) add_lacking_unit(file.unit, warnings);
  add_uniqueness(original_keys, masked_keys, file.records, run, warnings);
  return warnings;
}

std::size_t changed_texts(const Column& original, const Column& masked,
                          const std::vector<std::string>& missing) {
  std::size_t changed = 0;
  for (std::size_t row = 0; row < masked.size(); ++row) {
    changed += cell(original, row, missing) == cell(masked, row, missing) ? 0 : 1;
  }
  return changed;
}

}  // namespace sfumato::release
