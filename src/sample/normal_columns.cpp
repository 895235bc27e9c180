// X_j = √ρ·Z_0 + √(1 − ρ)·Z_j with independent standard normal Z has variance 1 and correlation ρ.
#include "sample/normal_columns.hpp"

#include <cmath>

#include "sample/sample.hpp"

namespace sfumato::sample {

Table normal_columns(std::size_t rows, std::size_t columns, double correlation, const Run& run) {
  const Run own = run.within("normal columns");
  const double shared_part = std::sqrt(correlation), own_part = std::sqrt(1.0 - correlation);
  std::vector<Numbers> values(columns, Numbers(rows));
  run.blocks(rows, block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Rng rng = own.rng("block", block);
    for (std::size_t row = begin; row < end; ++row) {
      const double shared = shared_part * rng.normal();
      for (Numbers& column : values) column[row] = shared + own_part * rng.normal();
    }
  });
  std::vector<ColumnInfo> schema(columns);
  std::vector<Column> table;
  for (std::size_t j = 0; j < columns; ++j) {
    schema[j].name = std::string("X").append(std::to_string(j + 1));
    table.emplace_back(std::move(values[j]));
  }
  return {schema, table};
}

}  // namespace sfumato::sample
