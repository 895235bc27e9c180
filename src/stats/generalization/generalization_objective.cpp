// Costs of cells are laid out by level and leaf once, so that a scheme is scored by how many of its
// suppressed records have each leaf.
#include "stats/generalization/generalization_objective.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sfumato::stats {
namespace {

std::vector<double> records_of_leaves(const LevelTable& table, std::size_t column) {
  std::vector<double> records(table.columns[column].leaves(), 0.0);
  for (std::size_t entry = 0; entry < table.entries(); ++entry) {
    records[table.leaves[column][entry]] += table.counts[entry];
  }
  return records;
}

// Two alternating sums, so that an addition need not wait for the one before it.
std::vector<std::uint32_t> records_by_leaf(const LevelTable& table, std::size_t column,
                                           const std::vector<std::uint32_t>& entries) {
  const std::size_t leaves = table.columns[column].leaves();
  const std::uint32_t* leaf_of = table.leaves[column].data();
  std::vector<std::uint32_t> records(leaves, 0), others(leaves, 0);
  std::size_t i = 0;
  for (; i + 1 < entries.size(); i += 2) {
    records[leaf_of[entries[i]]] += table.counts[entries[i]];
    others[leaf_of[entries[i + 1]]] += table.counts[entries[i + 1]];
  }
  if (i < entries.size()) records[leaf_of[entries[i]]] += table.counts[entries[i]];
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) records[leaf] += others[leaf];
  return records;
}

}  // namespace

GeneralizationObjective::ColumnCosts GeneralizationObjective::shares_of(std::size_t column) const {
  const LevelColumn& levels = table_.columns[column];
  const auto records = static_cast<double>(table_.rows);
  return {levels.shares,           std::vector<double>(levels.leaves(), 1.0), {}, {},
          records / levels.domain, records - records / levels.domain};
}

GeneralizationObjective::ColumnCosts GeneralizationObjective::depths_of(std::size_t column) const {
  const LevelColumn& levels = table_.columns[column];
  ColumnCosts costs{{},  std::vector<double>(levels.leaves(), 1.0), {}, {},
                    0.0, static_cast<double>(table_.rows)};
  const double highest = std::max(1.0, static_cast<double>(levels.levels() - 1));
  for (std::size_t level = 0; level < levels.levels(); ++level) {
    costs.of_cell.emplace_back(levels.leaves(), static_cast<double>(level) / highest);
  }
  return costs;
}

GeneralizationObjective::ColumnCosts GeneralizationObjective::surprises_of(std::size_t column) const {
  const LevelColumn& levels = table_.columns[column];
  const std::vector<double> records = records_of_leaves(table_, column);
  ColumnCosts costs{{}, std::vector<double>(levels.leaves(), 0.0), {}, {}, 0.0, 0.0};
  for (std::size_t leaf = 0; leaf < levels.leaves(); ++leaf) {
    if (records[leaf] == 0.0) continue;
    costs.of_suppressed[leaf] = std::log(static_cast<double>(table_.rows) / records[leaf]);
    costs.width += records[leaf] * costs.of_suppressed[leaf];
  }
  for (const std::vector<std::uint32_t>& codes : levels.codes) {
    std::vector<double> together(*std::max_element(codes.begin(), codes.end()) + 1, 0.0);
    for (std::size_t leaf = 0; leaf < codes.size(); ++leaf) together[codes[leaf]] += records[leaf];
    std::vector<double>& cost = costs.of_cell.emplace_back(codes.size(), 0.0);
    for (std::size_t leaf = 0; leaf < codes.size(); ++leaf) {
      if (records[leaf] > 0.0) cost[leaf] = std::log(together[codes[leaf]] / records[leaf]);
    }
  }
  return costs;
}

GeneralizationObjective::GeneralizationObjective(const LevelTable& table, Objective objective,
                                                 Aggregate aggregate, std::vector<double> importance)
    : table_(table),
      objective_(objective),
      aggregate_(aggregate),
      by_cells_(objective == Objective::loss || objective == Objective::precision ||
                objective == Objective::entropy),
      importance_(std::move(importance)) {
  if (objective == Objective::kl) lay_out_logarithms();
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    ColumnCosts& costs = columns_.emplace_back(objective == Objective::precision ? depths_of(j)
                                               : objective == Objective::entropy ? surprises_of(j)
                                                                                 : shares_of(j));
    costs.records = records_of_leaves(table, j);
    for (const std::vector<double>& cost : costs.of_cell) {
      double& total = costs.totals.emplace_back(0.0);
      for (std::size_t leaf = 0; leaf < cost.size(); ++leaf) total += costs.records[leaf] * cost[leaf];
    }
  }
}

void GeneralizationObjective::lay_out_logarithms() {
  for (const LevelColumn& column : table_.columns) {
    log_domain_ += std::log(column.domain);
    log_leaves_.push_back(column.shares);
    for (std::vector<double>& shares : log_leaves_.back()) {
      for (double& share : shares) share = std::log(share * column.domain);
    }
  }
  for (const std::uint32_t count : table_.counts) log_counts_.push_back(std::log(std::max(count, 1U)));
}

double GeneralizationObjective::aggregated(const std::vector<double>& costs) const {
  double sum = 0.0, logarithms = 0.0, largest = 0.0, weights = 0.0;
  for (std::size_t j = 0; j < costs.size(); ++j) {
    const double weight = importance_.empty() ? 1.0 : importance_[j];
    weights += weight;
    sum += weight * costs[j];
    logarithms += weight * std::log1p(costs[j]);
    largest = std::max(largest, weight * costs[j]);
  }
  switch (aggregate_) {
    case Aggregate::geometric_mean:
      return std::expm1(logarithms / weights);
    case Aggregate::sum:
      return sum;
    case Aggregate::maximum:
      return largest;
    case Aggregate::arithmetic_mean:
      return sum / weights;
  }
  return 0.0;
}

double GeneralizationObjective::bound(const Levels& levels) const { return bound(levels, Added{}); }

double GeneralizationObjective::bound(const Levels& levels, const Added& added) const {
  return aggregated(costs_of(levels, added));
}

std::vector<double> GeneralizationObjective::worst_first(const Levels& levels, const Added& added) const {
  std::vector<double> costs = costs_of(levels, added);
  for (std::size_t j = 0; j < costs.size() && !importance_.empty(); ++j) costs[j] *= importance_[j];
  std::sort(costs.begin(), costs.end(), std::greater<>());
  return costs;
}

std::vector<double> GeneralizationObjective::costs_of(const Levels& levels, const Added& added) const {
  std::vector<double> costs(levels.size(), 0.0);
  for (std::size_t j = 0; j < levels.size(); ++j) {
    const ColumnCosts& column = columns_[j];
    const double more = added.empty() ? 0.0 : added[j][levels[j]];
    if (column.width > 0.0) costs[j] = (column.totals[levels[j]] + more - column.least) / column.width;
  }
  return costs;
}

GeneralizationObjective::Added GeneralizationObjective::added_by(const EntryClasses& classes,
                                                                 const std::vector<char>& dropped) const {
  // The smaller part is counted; the other follows from it.
  std::vector<std::uint32_t> listed[2];
  for (std::uint32_t entry = 0; entry < table_.entries(); ++entry) {
    listed[dropped[classes.of_entry[entry]] != 0 ? 1 : 0].push_back(entry);
  }
  const bool few = listed[1].size() <= listed[0].size();
  Added added;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const ColumnCosts& column = columns_[j];
    const std::vector<std::uint32_t> records = records_by_leaf(table_, j, listed[few ? 1 : 0]);
    std::vector<double>& more = added.emplace_back(column.of_cell.size(), 0.0);
    for (std::size_t leaf = 0; leaf < records.size(); ++leaf) {
      const double lost = few ? records[leaf] : column.records[leaf] - records[leaf];
      if (lost == 0.0) continue;
      for (std::size_t level = 0; level < more.size(); ++level) {
        more[level] += lost * (column.of_suppressed[leaf] - column.of_cell[level][leaf]);
      }
    }
  }
  return added;
}

double GeneralizationObjective::bound(const Levels& levels, const EntryClasses& classes) const {
  if (by_cells_) return bound(levels);
  return class_score(levels, classes, std::vector<char>(classes.count(), 0));
}

double GeneralizationObjective::bound_of_suppressed(std::size_t suppressed_records, std::size_t k) const {
  const auto records = static_cast<double>(table_.rows), lost = static_cast<double>(suppressed_records),
             least = static_cast<double>(k);
  if (objective_ == Objective::discernibility) return lost * records + (records - lost) * least;
  if (objective_ == Objective::average_class_size) return records / ((records - lost) / least + 1.0);
  return 0.0;
}

double GeneralizationObjective::score(const Levels& levels, const EntryClasses& classes,
                                      const std::vector<char>& unsafe) const {
  if (!by_cells_) return class_score(levels, classes, unsafe);
  return bound(levels, added_by(classes, unsafe));
}

double GeneralizationObjective::class_score(const Levels& levels, const EntryClasses& classes,
                                            const std::vector<char>& unsafe) const {
  if (objective_ == Objective::kl) return divergence(levels, classes, unsafe);
  const auto records = static_cast<double>(table_.rows);
  double squares = 0.0, kept = 0.0;
  bool any = false;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const double size = classes.sizes[i];
    squares += size * (unsafe[i] != 0 ? records : size);
    kept += unsafe[i] != 0 || classes.sizes[i] == 0 ? 0.0 : 1.0;
    any = any || unsafe[i] != 0;
  }
  if (objective_ == Objective::discernibility) return squares;
  return table_.rows == 0 ? 0.0 : records / (kept + (any ? 1.0 : 0.0));
}

double GeneralizationObjective::divergence(const Levels& levels, const EntryClasses& classes,
                                           const std::vector<char>& unsafe) const {
  double dropped = 0.0;
  for (std::size_t i = 0; i < classes.count(); ++i) dropped += unsafe[i] != 0 ? classes.sizes[i] : 0.0;
  std::vector<double> log_sizes(classes.count());
  for (std::size_t i = 0; i < classes.count(); ++i) {
    log_sizes[i] = std::log(std::max(1.0, unsafe[i] != 0 ? dropped : classes.sizes[i]));
  }
  double sum = 0.0;
  for (std::size_t entry = 0; entry < table_.entries(); ++entry) {
    const std::uint32_t own = classes.of_entry[entry];
    double volume = log_domain_;  // of the leaves that the entry is spread over
    if (unsafe[own] == 0) {
      volume = 0.0;
      for (std::size_t j = 0; j < levels.size(); ++j) {
        volume += log_leaves_[j][levels[j]][table_.leaves[j][entry]];
      }
    }
    sum += table_.counts[entry] * (log_counts_[entry] - log_sizes[own] + volume);
  }
  return table_.rows == 0 ? 0.0 : sum / static_cast<double>(table_.rows);
}

std::vector<double> GeneralizationObjective::column_costs(const std::vector<Levels>& level_of_entry) const {
  std::vector<double> result(columns_.size(), 0.0);
  for (std::size_t j = 0; j < result.size(); ++j) {
    const ColumnCosts& column = columns_[j];
    if (!(column.width > 0.0)) continue;
    double sum = 0.0;
    for (std::size_t entry = 0; entry < table_.entries(); ++entry) {
      const std::uint32_t level = level_of_entry[j][entry], leaf = table_.leaves[j][entry];
      sum += table_.counts[entry] *
             (level == suppressed ? column.of_suppressed[leaf] : column.of_cell[level][leaf]);
    }
    result[j] = (sum - column.least) / column.width;
  }
  return result;
}

}  // namespace sfumato::stats
