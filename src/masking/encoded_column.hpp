// A column as the models use it: numbers, or positions among the categories that it has, whatever its type.
// A drawn position becomes a value again by copying a row that has it.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "stats/models/predictive_model.hpp"

namespace sfumato::masking {

struct EncodedColumn {
  static constexpr std::size_t most_levels = 50;  // of a nominal predictor

  std::vector<double> values;     // NaN is missing
  std::vector<std::size_t> rows;  // first row of each category; none for numbers
  Kind kind = Kind::numeric;

  bool empty() const;  // no value is present
  // Can it predict others?
  bool serves() const { return !empty() && (kind != Kind::nominal || rows.size() <= most_levels); }
  stats::Variable target() const { return {values, rows.size()}; }
  // An ordinal column of many categories is used as the numbers of their positions.
  stats::Variable predictor() const { return {values, rows.size() <= most_levels ? rows.size() : 0}; }
};

EncodedColumn encoded(const Table& table, ColumnId id);

// A column of another table in the positions of its counterpart `original`, found by text; NaN for a category
// that the original does not have.
std::vector<double> encoded_like(const Column& column, const EncodedColumn& like, const Column& original);

}  // namespace sfumato::masking
