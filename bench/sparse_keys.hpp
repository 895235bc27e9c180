// Keys on which most records are unique: six columns of 8, 16 or 24 skewed categories, the same in every run.
#pragma once

#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::bench {

inline Table sparse_keys(std::size_t rows) {
  Rng rng({1, 2});
  std::vector<ColumnInfo> infos(6);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < infos.size(); ++j) {
    infos[j].name = "key" + std::to_string(j);
    Integers values;
    const double categories = 8.0 * static_cast<double>(1 + j % 3);
    for (std::size_t i = 0; i < rows; ++i) {
      const double u = rng.uniform();
      values.values.push_back(static_cast<std::int64_t>(categories * u * u));
    }
    columns.emplace_back(std::move(values));
  }
  return {infos, columns};
}

}  // namespace sfumato::bench
