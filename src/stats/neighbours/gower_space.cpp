// Categories have one code in all tables; a missing one is a category of its own, which is what the distance
// asks for.
#include "stats/neighbours/gower_space.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "stats/categories/joint_codes.hpp"

namespace sfumato::stats {
namespace {

constexpr double widest_range = 1e280, farthest_number = 1e300;

// 1/range of the numbers; 0 where they have none that can be divided by.
double scale_of(const Numbers& numbers) {
  double lower = infinity, upper = -infinity;
  for (const double number : numbers) {
    if (!std::isfinite(number)) continue;
    lower = std::min(lower, number);
    upper = std::max(upper, number);
  }
  const double range = upper - lower;
  if (!(range > 0.0) || range > widest_range) return 0.0;
  const double scale = 1.0 / range;
  return std::isfinite(scale) ? scale : 0.0;
}

struct SpaceColumn {
  double scale = 0.0;
  std::vector<Numbers> values;  // by table
};

SpaceColumn number_column(std::span<const Column* const> columns) {
  SpaceColumn result;
  for (const Column* column : columns) result.values.push_back(column->to_numbers());
  result.scale = scale_of(result.values.front());
  for (Numbers& numbers : result.values) {
    for (double& number : numbers) {
      number = std::isnan(number) ? GowerSpace::missing_number
                                  : std::clamp(number, -farthest_number, farthest_number);
    }
  }
  return result;
}

SpaceColumn category_column(std::span<const Column* const> columns) {
  SpaceColumn result;
  for (const std::vector<std::int32_t>& codes : joint_codes(columns).codes) {
    result.values.emplace_back(codes.begin(), codes.end());
  }
  return result;
}

SpaceColumn space_column(std::span<const Table* const> tables, const std::string& name) {
  std::vector<const Column*> columns;
  bool text = false;
  for (const Table* table : tables) {
    columns.push_back(&table->column(table->require(name)));
    text = text || columns.back()->is_text();
  }
  const Table& first = *tables.front();
  const bool number = first.info(first.require(name)).kind == Kind::numeric && !text;
  if (!number) return category_column(columns);
  SpaceColumn result = number_column(columns);
  return result.scale > 0.0 ? result : category_column(columns);
}

}  // namespace

SpaceRecords SpaceRecords::taking(std::span<const std::size_t> taken) const {
  SpaceRecords result{taken.size(), width, {}};
  result.values.reserve(taken.size() * width);
  for (const std::size_t row : taken) {
    result.values.insert(result.values.end(), record(row), record(row) + width);
  }
  return result;
}

double GowerSpace::sum(const double* a, const double* b) const {
  double total = 0.0;
  for (std::size_t j = 0; j < scales.size(); ++j) {
    if (categorical(j)) {
      total += a[j] == b[j] ? 0.0 : 1.0;
    } else {
      total += std::min(std::fabs(a[j] - b[j]) * scales[j], 1.0);
    }
  }
  return total;
}

GowerSpace gower_space(std::span<const Table* const> tables, const std::vector<std::string>& names,
                       const Run& run) {
  std::vector<SpaceColumn> columns(names.size());
  run.parallel(names.size(), [&](std::size_t j) { columns[j] = space_column(tables, names[j]); });
  GowerSpace space;
  for (const SpaceColumn& column : columns) space.scales.push_back(column.scale);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    SpaceRecords records{tables[t]->rows(), names.size(), {}};
    records.values.resize(records.rows * records.width);
    for (std::size_t j = 0; j < names.size(); ++j) {
      const Numbers& values = columns[j].values[t];
      for (std::size_t row = 0; row < records.rows; ++row)
        records.values[row * records.width + j] = values[row];
    }
    space.tables.push_back(std::move(records));
  }
  return space;
}

}  // namespace sfumato::stats
