// Two sorts per column.
#include "stats/ranks/reverse_mapping.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "stats/ranks/rank_values.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

void clear(Numbers& column, std::size_t row) { column[row] = std::numeric_limits<double>::quiet_NaN(); }
void clear(Integers& column, std::size_t row) {
  column.missing.resize(column.values.size());
  column.missing[row] = 1;
}
void clear(Dates& column, std::size_t row) { column.days[row] = Dates::missing; }
void clear(Timestamps& column, std::size_t row) { column.ticks[row] = Timestamps::missing; }
void clear(Codes& column, std::size_t row) { column.codes[row] = Codes::missing; }

Column reverse_mapped(const Column& original, const Column& masked, const ColumnInfo& info) {
  Numbers x = rank_values(original, info), y = rank_values(masked, info, original);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) x[i] = y[i] = nan;
  }
  const std::vector<std::uint32_t> from = ascending_order(x), to = ascending_order(y);
  std::vector<std::size_t> source(x.size());
  std::iota(source.begin(), source.end(), std::size_t{0});
  for (std::size_t k = 0; k < from.size(); ++k) source[to[k]] = from[k];
  return original.taking(source).visit([&](const auto& data) -> Column {
    auto result = data;
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (std::isnan(y[i])) clear(result, i);
    }
    return result;
  });
}

}  // namespace

Table reverse_mapped(const Table& original, const Table& masked, const ColumnSet& columns) {
  if (original.rows() != masked.rows()) {
    bad_input("reverse mapping needs as many masked as original records, and the files have " +
                  std::to_string(original.rows()) + " and " + std::to_string(masked.rows()),
              "give the record mapping of the release, or leave the permutation out");
  }
  Table result = original.taking_columns(columns);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    result.replace(
        j, reverse_mapped(original.column(columns[j]), masked.column(columns[j]), original.info(columns[j])));
  }
  return result;
}

}  // namespace sfumato::stats
