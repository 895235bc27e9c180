// Releases side by side as one wide release, against the original repeated as often.
#include "risk/joint_linkage.hpp"

#include <cmath>
#include <span>
#include <string>

#include "core/error.hpp"
#include "risk/nearest_linkage.hpp"
#include "risk/searched_records.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/exact_scale.hpp"

namespace sfumato::risk {
namespace {

void require_same_rows(const Table& original, const std::vector<Table>& releases) {
  if (releases.empty()) bad_input("there is no release to link");
  for (const Table& release : releases) {
    if (release.rows() != original.rows()) {
      bad_input("a release has " + std::to_string(release.rows()) + " records and the original " +
                    std::to_string(original.rows()),
                "give releases of the same records, in the same order");
    }
  }
}

// The rows that are complete in every table.
std::vector<std::size_t> complete_rows(const std::vector<stats::Matrix>& tables) {
  std::vector<std::size_t> result;
  for (std::size_t row = 0; row < tables.front().rows(); ++row) {
    bool complete = true;
    for (const stats::Matrix& table : tables) {
      for (std::size_t j = 0; j < table.columns(); ++j) complete = complete && !std::isnan(table(row, j));
    }
    if (complete) result.push_back(row);
  }
  return result;
}

// Several matrices of the same rows side by side.
stats::Matrix beside(std::span<const stats::Matrix> parts) {
  stats::Matrix result(parts.front().rows(), parts.front().columns() * parts.size());
  std::size_t target = 0;
  for (const stats::Matrix& part : parts) {
    for (std::size_t j = 0; j < part.columns(); ++j, ++target) {
      std::copy(part.column(j).begin(), part.column(j).end(), result.column(target).begin());
    }
  }
  return result;
}

// Divides by the standard deviation of the first table and drops the columns that have none there.
void standardize_by_first(std::vector<stats::Matrix>& tables) {
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < tables.front().columns(); ++j) {
    const double sd = stats::moments(tables.front().column(j)).sd();
    if (!(sd > 0.0)) continue;
    kept.push_back(j);
    std::vector<std::span<double>> sides;
    for (stats::Matrix& table : tables) sides.push_back(table.column(j));
    stats::scale_exactly(sides, 1.0 / sd);
  }
  for (stats::Matrix& table : tables) table = stats::taking_columns(table, kept);
}

NearestLinks link(const stats::Matrix& original, std::span<const stats::Matrix> releases,
                  const stats::RecordSample& searched, const Run& run) {
  const std::vector<stats::Matrix> repeated(releases.size(), original);
  std::vector<stats::Matrix> queries;
  for (const stats::Matrix& release : releases) queries.push_back(stats::taking_rows(release, searched.rows));
  return nearest_links(beside(queries), beside(repeated), searched.rows, Ties::expected, run);
}

}  // namespace

Score joint_distance_linkage(const Table& original, const std::vector<Table>& releases,
                             const ColumnSet& columns, const Run& run) {
  require_same_rows(original, releases);
  std::vector<stats::Matrix> tables{stats::numbers(original, columns)};
  for (const Table& release : releases) tables.push_back(stats::numbers(release, columns));
  const std::vector<std::size_t> rows = complete_rows(tables);
  for (stats::Matrix& table : tables) table = stats::taking_rows(table, rows);
  Score result;
  result.details.set("releases", releases.size());
  result.details.set("records", rows.size());
  if (rows.size() < original.rows()) result.details.set("incomplete_records", original.rows() - rows.size());
  if (rows.empty()) {
    result.note = "no record is complete in the compared columns of all releases";
    return result;
  }
  standardize_by_first(tables);
  if (tables.front().columns() == 0) {
    result.note = "every compared column is constant";
    return result;
  }
  const stats::RecordSample searched = searched_records(0, rows.size(), run);
  const auto n = static_cast<double>(searched.rows.size());
  const auto masked = std::span<const stats::Matrix>(tables).subspan(1);
  Value alone = Value::array();
  for (std::size_t r = 0; r < masked.size(); ++r) {
    alone.push(100.0 * link(tables.front(), masked.subspan(r, 1), searched, run).nearest / n);
  }
  const NearestLinks joint = link(tables.front(), masked, searched, run);
  result.value = 100.0 * joint.nearest / n;
  result.details.set(searched.all() ? "counts" : "counts_in_sample", joint.nearest);
  result.details.set("second_nearest_percent", 100.0 * joint.second / n);
  result.details.set("alone", alone);
  result.per_record = stats::at_rows(joint.probability, searched_rows(rows, searched), original.rows());
  result.reading =
      linkage_reading(*result.value, "their nearest neighbour over " + std::to_string(releases.size()) +
                                         (releases.size() == 1 ? " release" : " releases together"));
  if (!searched.all()) {
    mark_sampled(result, searched.rows.size(), searched.of, error_of_percent(joint.counted, searched));
  }
  return result;
}

}  // namespace sfumato::risk
