#include "jobs/key_risk_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "jobs/measure.hpp"
#include "jobs/special_values.hpp"
#include "stats/classes/key_classes.hpp"

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

std::vector<ClassSizes> class_sizes(const stats::KeyClasses& classes) {
  std::vector<ClassSizes> result{{1, 1},   {2, 2},   {3, 4},     {5, 9},          {10, 19},
                                 {20, 49}, {50, 99}, {100, 999}, {1000, SIZE_MAX}};
  for (const std::uint32_t size : classes.sizes) {
    for (ClassSizes& bin : result) {
      if (size < bin.smallest || size > bin.largest) continue;
      ++bin.classes;
      bin.records += size;
    }
  }
  return result;
}

// How many records agree with `row` in these columns. A missing value is one of its own.
std::size_t agreeing(const stats::KeyTable& keys, std::size_t row, const std::vector<std::size_t>& columns) {
  std::size_t count = 0;
  for (std::size_t other = 0; other < keys.rows; ++other) {
    count += std::all_of(columns.begin(), columns.end(), [&](std::size_t column) {
      return keys.columns[column].codes[other] == keys.columns[column].codes[row];
    });
  }
  return count;
}

// The first smallest set of keys, in the order of the keys, that only this record has.
std::vector<std::size_t> singling_keys(const stats::KeyTable& keys, std::size_t row) {
  const std::size_t count = keys.columns.size();
  for (std::size_t size = 1; size <= std::min(most_singled, count); ++size) {
    std::vector<std::size_t> chosen(size);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    while (true) {
      if (agreeing(keys, row, chosen) == 1) return chosen;
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

std::string reason_of(const RiskyRecord& record, const Table& table, const ColumnSet& keys,
                      const std::vector<std::size_t>& singled) {
  if (record.class_size > 1) {
    return "one of " + std::to_string(record.class_size) + " records with the same keys";
  }
  std::vector<std::string> words;
  for (const std::size_t place : singled) words.push_back(value_words(table, keys[place], record.record - 1));
  return words.empty() ? "the only record with its keys, though every three of them are shared"
                       : "the only record with " + enumerated(words);
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

std::vector<RiskyRecord> riskiest_records(const KeyRiskRequest& request, const Table& table,
                                          const ColumnSet& keys, const stats::KeyTable& codes,
                                          const stats::KeyClasses& classes, const MeasuredTable& scores,
                                          const Run& run) {
  const std::vector<double>* risk = per_record(scores, "individual-risk", table.rows());
  const std::vector<double>* suda = per_record(scores, "suda", table.rows());
  const auto size = [&](std::size_t row) { return static_cast<double>(classes.sizes[classes.of_row[row]]); };
  const auto risk_of = [&](std::size_t row) { return risk != nullptr ? (*risk)[row] : 1.0 / size(row); };
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto shown = std::min(order.size(), static_cast<std::size_t>(request.riskiest));
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      if (risk_of(a) != risk_of(b)) return risk_of(a) > risk_of(b);
                      if (suda != nullptr && (*suda)[a] != (*suda)[b]) return (*suda)[a] > (*suda)[b];
                      return a < b;
                    });
  order.resize(shown);
  std::vector<RiskyRecord> result(shown);
  run.parallel(shown, [&](std::size_t i) {
    RiskyRecord& record = result[i];
    const std::size_t row = order[i];
    record.record = row + 1;
    record.risk = risk_of(row);
    record.class_size = classes.sizes[classes.of_row[row]];
    if (suda != nullptr) record.suda = (*suda)[row];
    const std::vector<std::size_t> singled =
        record.class_size == 1 ? singling_keys(codes, row) : std::vector<std::size_t>();
    for (const std::size_t place : singled) record.singled.push_back(table.info(keys[place]).name);
    record.reason = reason_of(record, table, keys, singled);
    for (const ColumnId id : keys)
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
  const stats::KeyTable codes = stats::key_table(table, keys, run);
  const stats::KeyClasses classes = stats::equal_classes(codes, run);
  result.classes = class_sizes(classes);
  result.uniques = result.classes.front().records;
  result.smallest = *std::min_element(classes.sizes.begin(), classes.sizes.end());
  const MeasureResult measures = measured(request, result.keys, run);
  for (const compare::Scored& scored : measures.tables.front().scores) {
    Value entry = Value::object();
    entry.set("value", scored.score.value ? Value(*scored.score.value) : Value())
        .set("details", scored.score.details)
        .set("note", scored.score.note.empty() ? Value() : Value(scored.score.note));
    result.measures.emplace_back(scored.request->measure->info.name, std::move(entry));
  }
  result.riskiest = riskiest_records(request, table, keys, codes, classes, measures.tables.front(), run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(key_risks_job, sfumato::jobs::KeyRiskRequest)
