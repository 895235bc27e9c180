// Numbers are sorted; categories are counted by codes of both tables.
#include "stats/ranks/marginal_distances.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/exact_sum.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "stats/categories/joint_codes.hpp"

namespace sfumato::stats {
namespace {

std::vector<double> sorted_numbers(const Column& column) {
  std::vector<double> values = column.to_numbers();
  for (double& value : values) value = std::isnan(value) ? infinity : value;
  std::sort(values.begin(), values.end());
  return values;
}

double largest_step(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    const double value = std::min(a[i], b[k]);
    while (i < a.size() && a[i] == value) ++i;
    while (k < b.size() && b[k] == value) ++k;
    most = std::max(most, distribution_step(i, a.size(), k, b.size()));
  }
  return most;
}

double column_variation(const Column& a, const Column& b) {
  const std::vector<const Column*> columns{&a, &b};
  const JointCodes codes = joint_codes(columns);
  std::vector<std::vector<std::uint64_t>> counts(
      2, std::vector<std::uint64_t>(static_cast<std::size_t>(codes.distinct) + 1));
  for (std::size_t side = 0; side < 2; ++side) {
    for (const std::int32_t code : codes.codes[side]) ++counts[side][static_cast<std::size_t>(code + 1)];
  }
  return total_variation(counts[0], counts[1]);
}

}  // namespace

double distribution_step(std::uint64_t a, std::uint64_t all_a, std::uint64_t b, std::uint64_t all_b) {
  return std::fabs(static_cast<double>(a) / static_cast<double>(all_a) -
                   static_cast<double>(b) / static_cast<double>(all_b));
}

double total_variation(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const std::uint64_t all_a = std::accumulate(a.begin(), a.end(), std::uint64_t{0});
  const std::uint64_t all_b = std::accumulate(b.begin(), b.end(), std::uint64_t{0});
  ExactSum sum;  // the same for any order of the categories
  for (std::size_t i = 0; i < a.size(); ++i) sum.add(distribution_step(a[i], all_a, b[i], all_b));
  return std::clamp(sum.value() / 2.0, 0.0, 1.0);
}

void set_marginals(const std::vector<double>& distances, const std::vector<std::string>& names,
                   Score& result) {
  result.value = marginals_kept(distances);
  Value of_columns = Value::object();
  for (std::size_t j = 0; j < names.size(); ++j) of_columns.set(names[j], 100.0 * (1.0 - distances[j]));
  result.details.set("columns", of_columns);
  const auto worst = std::max_element(distances.begin(), distances.end());
  result.reading = "columns agree to " + rounded(*result.value, 3) + " % on average, the worst, '" +
                   names[static_cast<std::size_t>(worst - distances.begin())] + "', to " +
                   rounded(100.0 * (1.0 - *worst), 3) + " %";
}

double marginals_kept(const std::vector<double>& distances) {
  return 100.0 * (1.0 - std::accumulate(distances.begin(), distances.end(), 0.0) /
                            static_cast<double>(distances.size()));
}

bool numbers_in_both(const Table& first, const Table& second, const std::string& name) {
  const ColumnId id = first.require(name);
  return first.info(id).kind == Kind::numeric && !first.column(id).is_text() &&
         !second.column(second.require(name)).is_text();
}

std::vector<double> marginal_distances(const Table& first, const Table& second,
                                       const std::vector<std::string>& names, const Run& run) {
  std::vector<double> result(names.size());
  run.parallel(names.size(), [&](std::size_t j) {
    const Column &a = first.column(first.require(names[j])), &b = second.column(second.require(names[j]));
    result[j] = numbers_in_both(first, second, names[j]) ? largest_step(sorted_numbers(a), sorted_numbers(b))
                                                         : column_variation(a, b);
  });
  return result;
}

void describe_files(const Table& first, const Table& second, const ColumnSet& columns, Value& details) {
  details.set("records", first.rows()).set("masked_records", second.rows());
  std::size_t incomplete = 0;
  for (std::size_t row = 0; row < first.rows(); ++row) {
    incomplete += std::any_of(columns.begin(), columns.end(),
                              [&](ColumnId id) { return first.column(id).missing(row); })
                      ? 1
                      : 0;
  }
  if (incomplete > 0) details.set("incomplete_records", incomplete);
}

}  // namespace sfumato::stats
