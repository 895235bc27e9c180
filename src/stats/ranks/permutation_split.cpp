// One sort per side and column.
#include "stats/ranks/permutation_split.hpp"

#include <cmath>
#include <limits>

#include "stats/ranks/rank_values.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

bool has_numbers(const Column& column) {
  return column.get_if<Numbers>() != nullptr || column.get_if<Integers>() != nullptr;
}

struct Parts {
  Numbers permutation, residual;  // z − x and y − z of records that have both values
};

double mean_of(const Numbers& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double covariance(const Numbers& a, const Numbers& b) {
  const double mean_a = mean_of(a), mean_b = mean_of(b);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size() - 1);
}

VarianceSplit variance_split(const Parts& parts) {
  if (parts.permutation.size() < 2) return {not_known, not_known, not_known, not_known, not_known};
  Numbers total = parts.permutation;
  for (std::size_t i = 0; i < total.size(); ++i) total[i] += parts.residual[i];
  VarianceSplit split;
  split.total = covariance(total, total);
  split.permutation = covariance(parts.permutation, parts.permutation);
  split.residual = covariance(parts.residual, parts.residual);
  split.permutation_share =
      split.total > 0.0 ? covariance(parts.permutation, total) / split.total : not_known;
  split.residual_share = split.total > 0.0 ? covariance(parts.residual, total) / split.total : not_known;
  return split;
}

void add_residuals(ColumnPermutation& result, const Numbers& x, const Numbers& y) {
  Parts parts;
  result.residuals.assign(x.size(), not_known);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (result.source[i] < 0) continue;
    const double z = x[static_cast<std::size_t>(result.source[i])];
    result.residuals[i] = y[i] - z;
    parts.permutation.push_back(z - x[i]);
    parts.residual.push_back(y[i] - z);
  }
  result.variance = variance_split(parts);
}

}  // namespace

ColumnPermutation column_permutation(const Table& original, const Table& masked, ColumnId column) {
  const ColumnInfo& info = original.info(column);
  const Column &before = original.column(column), &after = masked.column(column);
  Numbers x = rank_values(before, info), y = rank_values(after, info, before);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) x[i] = y[i] = not_known;
  }
  const Ranking from = ranking(x), to = ranking(y);
  ColumnPermutation result;
  result.original_ranks = from.ranks;
  result.masked_ranks = to.ranks;
  result.source.assign(x.size(), -1);
  result.records = from.order.size();
  for (std::size_t k = 0; k < from.order.size(); ++k) {
    result.source[to.order[k]] = static_cast<std::int64_t>(from.order[k]);
  }
  for (const std::uint32_t row : from.order) result.moved += from.ranks[row] != to.ranks[row] ? 1 : 0;
  if (info.kind == Kind::numeric && has_numbers(before) && has_numbers(after)) add_residuals(result, x, y);
  return result;
}

}  // namespace sfumato::stats
