// The type of a column depends on its values: integers, numbers or text.
#include "compare/plan_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::compare {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

class TableBuilder {
 public:
  explicit TableBuilder(std::size_t rows) : rows_(rows) {}

  // text(row); an empty one is missing.
  template <class Text>
  void add_texts(const std::string& name, const Text& text) {
    Codes codes;
    std::unordered_map<std::string, std::int32_t> known;
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::string value = text(row);
      if (value.empty()) {
        codes.codes.push_back(Codes::missing);
        continue;
      }
      const auto [place, added] = known.try_emplace(value, static_cast<std::int32_t>(codes.labels.size()));
      if (added) codes.labels.push_back(value);
      codes.codes.push_back(place->second);
    }
    add(name, Kind::nominal, std::move(codes));
  }

  // number(row) or nothing.
  template <class Number>
  void add_numbers(const std::string& name, const Number& number, Infinite infinite) {
    Numbers values(rows_);
    bool text = false;
    for (std::size_t row = 0; row < rows_; ++row) {
      values[row] = number(row).value_or(missing_number);
      if (!std::isinf(values[row])) continue;
      text = infinite == Infinite::as_text;
      if (!text) values[row] = missing_number;
    }
    if (!text) return add(name, Kind::numeric, std::move(values));
    add_texts(name, [&](std::size_t row) { return std::isnan(values[row]) ? "" : shortest(values[row]); });
  }

  // Values of one parameter; null where a method has none of that name.
  void add_values(const std::string& name, const std::vector<Value>& values) {
    const auto all = [&](bool (Value::*fits)() const) {
      return std::all_of(values.begin(), values.end(),
                         [&](const Value& value) { return value.is_null() || (value.*fits)(); });
    };
    if (all(&Value::is_integer)) {
      Integers integers;
      for (const Value& value : values) {
        integers.values.push_back(value.is_null() ? 0 : value.as_integer());
        integers.missing.push_back(value.is_null() ? 1 : 0);
      }
      add(name, Kind::numeric, std::move(integers));
    } else if (all(&Value::is_number)) {
      const auto number = [&](std::size_t row) {
        return values[row].is_null() ? std::nullopt : std::optional(values[row].as_number());
      };
      add_numbers(name, number, Infinite::missing);
    } else {
      add_texts(name, [&](std::size_t row) { return values[row].is_null() ? "" : grid_text(values[row]); });
    }
  }

  Table table() const { return {schema_, columns_}; }

 private:
  void add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(std::move(info));
    columns_.push_back(std::move(column));
  }

  std::size_t rows_;
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

void add_parameters(const Plan& plan, const PlanResult& result, TableBuilder& builder) {
  std::vector<std::string> names;
  for (const PlanMethod& method : plan.methods) {
    for (const std::string& name : method.named) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& wanted : names) {
    std::vector<Value> values;
    for (const CellResult& cell : result.cells) {
      Value found;
      for (const auto& [name, value] : cell.method->named_params(cell.cell)) {
        if (name == wanted) found = value;
      }
      values.push_back(std::move(found));
    }
    builder.add_values(wanted, values);
  }
}

}  // namespace

std::optional<double> standard_error(const CellResult& cell, const Estimate& estimate) {
  if (!estimate.value || (cell.method->method->info.random && estimate.draws < 2)) return std::nullopt;
  return estimate.standard_error;
}

std::string cell_note(const Plan& plan, const CellResult& cell) {
  std::vector<std::pair<std::string, std::string>> notes;  // of which measure
  for (std::size_t m = 0; m < cell.measures.size(); ++m) {
    const Estimate& estimate = cell.measures[m];
    std::string note = estimate.note;
    if (estimate.value && std::isinf(*estimate.value)) {
      note += (note.empty() ? "" : ", ") + ("is " + shortest(*estimate.value));
    }
    if (!note.empty()) notes.emplace_back(plan.measures[m].measure->info.name, note);
  }
  // A refusal gives the same note for all measures.
  const bool same = notes.size() == cell.measures.size() &&
                    std::all_of(notes.begin(), notes.end(),
                                [&](const auto& entry) { return entry.second == notes.front().second; });
  if (same && !notes.empty() && !cell.measures.front().value) return notes.front().second;
  std::string text;
  for (const auto& [measure, note] : notes) text += (text.empty() ? "" : "; ") + measure + ": " + note;
  return text;
}

Table results_table(const Plan& plan, const PlanResult& result, Infinite infinite) {
  const std::vector<CellResult>& cells = result.cells;
  TableBuilder builder(cells.size());
  builder.add_texts("label", [&](std::size_t row) { return cells[row].label; });
  builder.add_texts("method", [&](std::size_t row) { return cells[row].method->method->info.name; });
  add_parameters(plan, result, builder);
  for (std::size_t m = 0; m < plan.measures.size(); ++m) {
    const std::string& name = plan.measures[m].measure->info.name;
    builder.add_numbers(
        name, [&](std::size_t row) { return cells[row].measures[m].value; }, infinite);
    builder.add_numbers(
        name + "_se", [&](std::size_t row) { return standard_error(cells[row], cells[row].measures[m]); },
        infinite);
  }
  for (std::size_t s = 0; s < plan.scores.size(); ++s) {
    builder.add_numbers(
        plan.scores[s].name, [&](std::size_t row) { return cells[row].scores[s]; }, infinite);
  }
  builder.add_texts("note", [&](std::size_t row) {
    return spelled(cell_note(plan, cells[row]), ParameterSpelling::plain);
  });
  return builder.table();
}

}  // namespace sfumato::compare
