// Group means and their loss.
#include "masking/microaggregation.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "core/error.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::masking {
namespace {

struct Mean {
  double value = std::nan("");
  std::size_t count = 0;
};

Mean mean_of(std::span<const double> values, const std::vector<std::uint32_t>& group) {
  double sum = 0.0;
  std::size_t count = 0;
  for (const std::uint32_t row : group) {
    if (std::isnan(values[row])) continue;
    sum += values[row];
    ++count;
  }
  if (count == 0) return {};
  return {sum / static_cast<double>(count), count};
}

// Of the values present; the mean of the two in the middle where their number is even.
Mean median_of(std::span<const double> values, const std::vector<std::uint32_t>& group) {
  std::vector<double> present;
  for (const std::uint32_t row : group) {
    if (!std::isnan(values[row])) present.push_back(values[row]);
  }
  if (present.empty()) return {};
  std::sort(present.begin(), present.end());
  return {stats::quantile(present, 0.5), present.size()};
}

// Records in no group: those without any value.
std::vector<std::uint32_t> ungrouped_rows(std::size_t rows, const stats::Grouping& grouping) {
  std::vector<char> grouped(rows, 0);
  for (const auto& group : grouping.groups) {
    for (const std::uint32_t row : group) grouped[row] = 1;
  }
  std::vector<std::uint32_t> left;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (grouped[row] == 0) left.push_back(row);
  }
  return left;
}

// The group whose centre is nearest to the means of all records, in standard deviations; the first of equals.
// A column in which a group has no value says nothing, since the mean of all is filled in there.
std::size_t central_group(const Table& table, const ColumnSet& columns, const stats::Grouping& grouping) {
  std::vector<double> distances(grouping.groups.size(), 0.0);
  for (const ColumnId id : columns) {
    const Numbers values = table.column(id).to_numbers();
    const stats::Moments all = stats::moments(values);
    for (std::size_t g = 0; g < distances.size(); ++g) {
      const Mean mean = mean_of(values, grouping.groups[g]);
      const double apart = all.sd() > 0.0 ? (mean.value - all.mean) / all.sd() : 0.0;
      if (mean.count > 0) distances[g] += apart * apart;
    }
  }
  return static_cast<std::size_t>(
      std::distance(distances.begin(), std::min_element(distances.begin(), distances.end())));
}

}  // namespace

void require_group_size(std::int64_t k, std::size_t records) {
  if (records == 0 || static_cast<std::uint64_t>(k) <= records) return;
  bad_input("k = " + std::to_string(k) + " is more than the " + std::to_string(records) + " records",
            "choose a smaller k");
}

void require_group_size(std::int64_t k, const stats::Matrix& points) {
  require_group_size(k, points.rows());
  std::size_t records = 0;
  for (std::size_t row = 0; row < points.rows(); ++row) {
    bool present = false;
    for (std::size_t j = 0; j < points.columns() && !present; ++j) present = !std::isnan(points(row, j));
    records += present ? 1 : 0;
  }
  if (records == 0 || static_cast<std::uint64_t>(k) <= records) return;
  bad_input("k = " + std::to_string(k) + " is more than the " + std::to_string(records) +
                " records that have a value",
            "choose a smaller k");
}

std::size_t average_groups(Table& masked, const ColumnSet& columns, const stats::Grouping& grouping,
                           std::int64_t k, bool fill, const Run& run, GroupCentre centre,
                           const std::vector<char>& filled) {
  std::vector<std::size_t> thin(columns.size());
  // Fewer than k records without any value would be a class of their own: they join a group.
  std::vector<std::uint32_t> joining;
  if (fill) joining = ungrouped_rows(masked.rows(), grouping);
  if (joining.size() >= static_cast<std::size_t>(k) || grouping.groups.empty()) joining.clear();
  const std::size_t central = joining.empty() ? 0 : central_group(masked, columns, grouping);
  run.parallel(columns.size(), [&](std::size_t j) {
    const std::span<double> values = masked.edit_numbers(columns[j]);
    const stats::Moments all = stats::moments(values);
    for (std::size_t g = 0; g < grouping.groups.size(); ++g) {
      const std::vector<std::uint32_t>& group = grouping.groups[g];
      const bool whole = fill || (!filled.empty() && filled[g] != 0);
      const Mean mean = centre == GroupCentre::mean ? mean_of(values, group) : median_of(values, group);
      if (mean.count > 0 && mean.count < static_cast<std::size_t>(k)) ++thin[j];
      for (const std::uint32_t row : group) {
        if (whole || !std::isnan(values[row])) values[row] = mean.value;
      }
    }
    if (!fill || all.count == 0) return;
    for (const std::uint32_t row : joining) values[row] = values[grouping.groups[central].front()];
    for (double& value : values) value = std::isnan(value) ? all.mean : value;
  });
  return std::accumulate(thin.begin(), thin.end(), std::size_t{0});
}

double sse_percent(const Table& original, const Table& masked, const ColumnSet& columns) {
  double squares = 0.0, total = 0.0;
  for (const ColumnId id : columns) {
    if (original.info(id).kind != Kind::numeric || original.column(id).is_text()) continue;
    const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
    const stats::Moments moments = stats::moments(before);
    if (moments.squares == 0.0) continue;
    double lost = 0.0;
    for (std::size_t row = 0; row < before.size(); ++row) {
      const double change = after[row] - before[row];
      if (!std::isnan(change)) lost += change * change;
    }
    squares += lost / moments.variance();
    total += static_cast<double>(moments.count - 1);
  }
  return total > 0.0 ? 100.0 * squares / total : 0.0;
}

Value grouping_details(const Table& original, const Table& masked, const ColumnSet& columns,
                       std::size_t groups, std::size_t thin_means) {
  Value details = Value::object();
  details.set("groups", groups).set("sse_percent", sse_percent(original, masked, columns));
  if (thin_means > 0) details.set("thin_means", thin_means);
  return details;
}

ClassPromise group_promise(const Table& original, const ColumnSet& columns, std::int64_t k) {
  return {.keys = original.names(columns), .models = {"k-anonymity:" + std::to_string(k)}, .wildcard = true};
}

Masked aggregated(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                  std::int64_t k, bool fill, const Run& run, GroupCentre centre) {
  Table masked = original;  // columns stay shared until edited
  const std::size_t thin = average_groups(masked, columns, grouping, k, fill, run, centre);
  return {.tables = {masked},
          .details = grouping_details(original, masked, columns, grouping.groups.size(), thin),
          .promises = {group_promise(original, columns, k)}};
}

}  // namespace sfumato::masking
