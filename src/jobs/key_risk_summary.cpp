#include "jobs/key_risk_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "jobs/measure.hpp"
#include "jobs/special_values.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::size_t most_singled = 3;  // keys that are named as the reason

ColumnSet key_columns(const Table& table, const std::vector<std::string>& named) {
  ColumnSet keys;
  for (const std::string& name : named) keys.push_back(table.require(name));
  for (ColumnId id = 0; named.empty() && id < table.column_count(); ++id) {
    if (table.info(id).role == Role::quasi_identifier) keys.push_back(id);
  }
  if (keys.empty()) {
    bad_param("keys", "no column is a quasi-identifier", "name the columns that others may know with ‹keys›");
  }
  return keys;
}

ColumnSet special_columns(const Table& table, const std::vector<std::string>& named) {
  ColumnSet columns;
  for (const std::string& name : named) columns.push_back(table.require(name));
  for (ColumnId id = 0; named.empty() && id < table.column_count(); ++id) {
    const auto& role = table.info(id).role;
    const bool technical = role && (*role == Role::identifier || *role == Role::weight ||
                                    *role == Role::household || *role == Role::unit);
    if (!technical) columns.push_back(id);
  }
  return columns;
}

// The records by their keys, and of how many records or units each class is.
struct KeyedFile {
  const Table& table;
  ColumnSet keys;
  stats::KeyTable codes;
  stats::KeyClasses classes;
  std::optional<stats::Units> units;
  std::string unit = {};  // the name of their column
  std::vector<std::uint32_t> sizes = {};

  std::uint32_t size(std::size_t row) const { return sizes[classes.of_row[row]]; }
  std::string subject() const { return units ? "unit of '" + unit + "'" : "record"; }
  std::string subjects() const { return units ? "units of '" + unit + "'" : "records"; }
};

KeyedFile keyed_file(const Table& table, const ColumnSet& keys, const Run& run) {
  stats::KeyTable codes = stats::key_table(table, keys, run);
  stats::KeyClasses classes = stats::equal_classes(codes, run);
  KeyedFile file{table, keys, std::move(codes), std::move(classes), std::nullopt};
  file.sizes = file.classes.sizes;
  for (ColumnId id = 0; id < table.column_count() && !file.units; ++id) {
    if (table.info(id).role != Role::unit) continue;
    file.units = stats::units_of(table.column(id));
    file.unit = table.info(id).name;
    const stats::ClassUnits members = stats::class_units(file.classes, *file.units);
    for (std::size_t i = 0; i < file.sizes.size(); ++i) {
      file.sizes[i] = static_cast<std::uint32_t>(members.count(i));
    }
  }
  return file;
}

// Records that are alone with their keys, or units with such a record.
std::size_t count_uniques(const KeyedFile& file) {
  std::unordered_set<std::size_t> result;
  for (std::size_t row = 0; row < file.codes.rows; ++row) {
    if (file.size(row) == 1) result.insert(file.units ? file.units->of_row[row] : row);
  }
  return result.size();
}

std::vector<ClassSizes> class_sizes(const std::vector<std::uint32_t>& sizes) {
  std::vector<ClassSizes> result{{1, 1},   {2, 2},   {3, 4},     {5, 9},          {10, 19},
                                 {20, 49}, {50, 99}, {100, 999}, {1000, SIZE_MAX}};
  for (const std::uint32_t size : sizes) {
    for (ClassSizes& bin : result) {
      if (size < bin.smallest || size > bin.largest) continue;
      ++bin.classes;
      bin.records += size;
    }
  }
  return result;
}

// Does no other record, or no record of another unit, agree with `row` in these columns? A missing value is
// one of its own.
bool alone(const KeyedFile& file, std::size_t row, const std::vector<std::size_t>& columns) {
  for (std::size_t other = 0; other < file.codes.rows; ++other) {
    const bool own = file.units ? file.units->of_row[other] == file.units->of_row[row] : other == row;
    if (own) continue;
    if (std::all_of(columns.begin(), columns.end(), [&](std::size_t column) {
          const auto& codes = file.codes.columns[column].codes;
          return codes[other] == codes[row];
        })) {
      return false;
    }
  }
  return true;
}

// The first smallest set of keys, in the order of the keys, that only this record or unit has.
std::vector<std::size_t> singling_keys(const KeyedFile& file, std::size_t row) {
  const std::size_t count = file.codes.columns.size();
  for (std::size_t size = 1; size <= std::min(most_singled, count); ++size) {
    std::vector<std::size_t> chosen(size);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    while (true) {
      if (alone(file, row, chosen)) return chosen;
      std::size_t place = size;
      while (place > 0 && chosen[place - 1] == count - size + place - 1) --place;
      if (place == 0) break;
      ++chosen[place - 1];
      for (std::size_t i = place; i < size; ++i) chosen[i] = chosen[i - 1] + 1;
    }
  }
  return {};
}

std::string value_words(const Table& table, ColumnId id, std::size_t row) {
  const Column& column = table.column(id);
  return table.info(id).name + " " + (column.missing(row) ? "missing" : column.text(row));
}

std::string reason_of(const RiskyRecord& record, const KeyedFile& file,
                      const std::vector<std::size_t>& singled) {
  if (record.class_size > 1) {
    return "one of " + std::to_string(record.class_size) + " " + file.subjects() + " with the same keys";
  }
  std::vector<std::string> words;
  for (const std::size_t place : singled) {
    words.push_back(value_words(file.table, file.keys[place], record.record - 1));
  }
  return "the only " + file.subject() +
         (words.empty() ? " with its keys, though every three of them are shared"
                        : " with " + enumerated(words));
}

const std::vector<double>* per_record(const MeasuredTable& table, std::string_view measure,
                                      std::size_t rows) {
  for (const compare::Scored& scored : table.scores) {
    if (scored.request->measure->info.name != measure) continue;
    return scored.score.per_record.size() == rows ? &scored.score.per_record : nullptr;
  }
  return nullptr;
}

MeasureResult measured(const KeyRiskRequest& request, const std::vector<std::string>& keys, const Run& run) {
  MeasureRequest wanted;
  wanted.measures = {"k-anonymity", "individual-risk", "uniqueness", "identifying-power"};
  if (!request.without_suda && keys.size() <= 12) wanted.measures.emplace_back("suda");
  wanted.columns = keys;
  wanted.keys = keys;
  wanted.original = request.original;
  return measure(wanted, run);
}

// Of a unit only the first in that order.
void keep_first_of_units(const KeyedFile& file, std::vector<std::size_t>& order) {
  if (!file.units) return;
  std::vector<bool> seen(file.units->count, false);
  std::erase_if(order, [&](std::size_t row) {
    const bool again = seen[file.units->of_row[row]];
    seen[file.units->of_row[row]] = true;
    return again;
  });
}

std::vector<RiskyRecord> riskiest_records(const KeyRiskRequest& request, const KeyedFile& file,
                                          const MeasuredTable& scores, const Run& run) {
  const Table& table = file.table;
  const std::vector<double>* risk = per_record(scores, "individual-risk", table.rows());
  const std::vector<double>* suda = per_record(scores, "suda", table.rows());
  const auto risk_of = [&](std::size_t row) { return risk != nullptr ? (*risk)[row] : 1.0 / file.size(row); };
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto riskier = [&](std::size_t a, std::size_t b) {
    if (risk_of(a) != risk_of(b)) return risk_of(a) > risk_of(b);
    if (suda != nullptr && (*suda)[a] != (*suda)[b]) return (*suda)[a] > (*suda)[b];
    return a < b;
  };
  const auto asked = static_cast<std::size_t>(request.riskiest);
  const std::size_t sorted = file.units ? order.size() : std::min(order.size(), asked);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted), order.end(), riskier);
  keep_first_of_units(file, order);
  const std::size_t shown = std::min(order.size(), asked);
  order.resize(shown);
  std::vector<RiskyRecord> result(shown);
  run.parallel(shown, [&](std::size_t i) {
    RiskyRecord& record = result[i];
    const std::size_t row = order[i];
    record.record = row + 1;
    record.risk = risk_of(row);
    record.class_size = file.size(row);
    if (suda != nullptr) record.suda = (*suda)[row];
    const std::vector<std::size_t> singled =
        record.class_size == 1 ? singling_keys(file, row) : std::vector<std::size_t>();
    for (const std::size_t place : singled) record.singled.push_back(table.info(file.keys[place]).name);
    record.reason = reason_of(record, file, singled);
    for (const ColumnId id : file.keys)
      record.values.emplace_back(table.info(id).name, table.column(id).text(row));
  });
  return result;
}

}  // namespace

JobInfo KeyRiskRequest::info() {
  return {.name = "key-risks",
          .title = "Risks of keys",
          .summary = "Shows how many records are unique on the keys, the riskiest of them, and why.",
          .inputs = {{"original", "The data."}}};
}

void KeyRiskRequest::params(ParamList<KeyRiskRequest>& list) {
  list.columns("keys", &KeyRiskRequest::keys)
      .doc("Columns that an intruder knows; without it the declared quasi-identifiers.");
  list.columns("special", &KeyRiskRequest::special)
      .doc("Columns whose rare and extreme values are listed; without it all but identifiers.");
  list.integer("riskiest", &KeyRiskRequest::riskiest)
      .range(0, 1000)
      .doc("How many of the riskiest records are listed.");
  list.flag("without-suda", &KeyRiskRequest::without_suda)
      .doc("Leave out SUDA, which takes longest. It is left out for more than 12 keys, too.");
}

KeyRiskResult key_risk_summary(const KeyRiskRequest& request, const Run& run) {
  const Table& table = request.original.file.table;
  const ColumnSet keys = key_columns(table, request.keys);
  KeyRiskResult result;
  result.data = request.original.name;
  result.records = table.rows();
  result.keys = table.names(keys);
  result.special = special_values(table, special_columns(table, request.special));
  if (table.rows() == 0) return result;
  const KeyedFile file = keyed_file(table, keys, run);
  result.unit = file.unit;
  result.units = file.units ? file.units->count : 0;
  result.classes = class_sizes(file.sizes);
  result.uniques = count_uniques(file);
  result.smallest = *std::min_element(file.sizes.begin(), file.sizes.end());
  const MeasureResult measures = measured(request, result.keys, run);
  for (const compare::Scored& scored : measures.tables.front().scores) {
    Value entry = Value::object();
    entry.set("value", scored.score.value ? Value(*scored.score.value) : Value())
        .set("details", scored.score.details)
        .set("note", scored.score.note.empty() ? Value() : Value(scored.score.note));
    result.measures.emplace_back(scored.request->measure->info.name, std::move(entry));
  }
  result.riskiest = riskiest_records(request, file, measures.tables.front(), run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(key_risks_job, sfumato::jobs::KeyRiskRequest)
