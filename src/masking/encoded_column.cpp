// Categories are numbered in the order of their codes or values.
#include "masking/encoded_column.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace sfumato::masking {

bool EncodedColumn::empty() const {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

EncodedColumn encoded(const Table& table, ColumnId id) {
  EncodedColumn result{table.column(id).to_numbers(), {}, table.info(id).kind};
  if (result.kind == Kind::numeric) return result;
  std::map<double, std::size_t> first;
  for (std::size_t row = 0; row < result.values.size(); ++row) {
    if (!std::isnan(result.values[row])) first.emplace(result.values[row], row);
  }
  std::map<double, double> position;
  for (const auto& [value, row] : first) {
    position[value] = static_cast<double>(result.rows.size());
    result.rows.push_back(row);
  }
  for (double& value : result.values) value = std::isnan(value) ? value : position[value];
  return result;
}

std::vector<double> encoded_like(const Column& column, const EncodedColumn& like, const Column& original) {
  if (like.kind == Kind::numeric) return column.to_numbers();
  std::map<std::string, double> position;
  for (std::size_t i = 0; i < like.rows.size(); ++i) {
    position[original.text(like.rows[i])] = static_cast<double>(i);
  }
  std::vector<double> values(column.size(), std::nan(""));
  for (std::size_t row = 0; row < values.size(); ++row) {
    const auto found = position.find(column.text(row));
    if (!column.missing(row) && found != position.end()) values[row] = found->second;
  }
  return values;
}

}  // namespace sfumato::masking
