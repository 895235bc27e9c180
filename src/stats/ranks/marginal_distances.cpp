// Numbers are sorted; categories are counted by codes of both tables.
#include "stats/ranks/marginal_distances.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
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
    most = std::max(most, std::fabs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                    static_cast<double>(k) / static_cast<double>(b.size())));
  }
  return most;
}

double total_variation(const Column& a, const Column& b) {
  const std::vector<const Column*> columns{&a, &b};
  const JointCodes codes = joint_codes(columns);
  std::vector<double> difference(static_cast<std::size_t>(codes.distinct) + 1, 0.0);
  for (const std::int32_t code : codes.codes[0])
    difference[static_cast<std::size_t>(code + 1)] += 1.0 / static_cast<double>(a.size());
  for (const std::int32_t code : codes.codes[1])
    difference[static_cast<std::size_t>(code + 1)] -= 1.0 / static_cast<double>(b.size());
  double sum = 0.0;
  for (const double one : difference) sum += std::fabs(one);
  return std::clamp(sum / 2.0, 0.0, 1.0);
}

}  // namespace

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
                                                         : total_variation(a, b);
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
