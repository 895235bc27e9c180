#include "optimize/model.hpp"

#include <algorithm>

namespace sfumato::optimize {

std::size_t Model::add_column(double column_cost, double column_lower, double column_upper, bool is_whole) {
  cost.push_back(column_cost);
  lower.push_back(column_lower);
  upper.push_back(column_upper);
  whole.push_back(is_whole ? 1 : 0);
  return cost.size() - 1;
}

std::size_t Model::add_row(double least, double most, std::span<const Entry> row) {
  row_lower.push_back(least);
  row_upper.push_back(most);
  entries.insert(entries.end(), row.begin(), row.end());
  row_starts.push_back(entries.size());
  return row_lower.size() - 1;
}

bool Model::has_whole() const {
  return std::any_of(whole.begin(), whole.end(), [](std::uint8_t is_whole) { return is_whole != 0; });
}

}  // namespace sfumato::optimize
