// A linear or integer program as plain arrays. Every folder passes its problems to a solver in this form.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/number_limits.hpp"

namespace sfumato::optimize {

enum class Sense : std::uint8_t { minimize, maximize };

struct Entry {
  std::size_t column = 0;
  double coefficient = 0;
};

class Model {
 public:
  Sense sense = Sense::minimize;

  // Returns its position.
  std::size_t add_column(double cost, double lower, double upper, bool whole = false);
  std::size_t add_row(double lower, double upper, std::span<const Entry> entries);

  std::size_t columns() const { return cost.size(); }
  std::size_t rows() const { return row_lower.size(); }
  bool has_whole() const;

  std::vector<double> cost, lower, upper;
  std::vector<std::uint8_t> whole;
  std::vector<double> row_lower, row_upper;
  std::vector<std::size_t> row_starts{0};
  std::vector<Entry> entries;
};

}  // namespace sfumato::optimize
