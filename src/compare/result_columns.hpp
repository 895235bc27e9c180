// A table built column by column, whose types follow from the values: integers, numbers or text. Results of
// plans need it, since a parameter is of any kind and a measure may be infinite.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "compare/plan_grid.hpp"
#include "core/number_text.hpp"
#include "core/table.hpp"

namespace sfumato::compare {

// Treatment of infinite values: a column that has one becomes text ("-inf"), or they are left out.
enum class Infinite { as_text, missing };

inline constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

class ResultColumns {
 public:
  explicit ResultColumns(std::size_t rows) : rows_(rows) {}

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

}  // namespace sfumato::compare
