// Every class is split independently, so that the order does not matter; a local search follows.
#include "stats/generalization/local_generalization.hpp"

#include <algorithm>
#include <cmath>

#include "stats/generalization/generalization_objective.hpp"
#include "stats/generalization/local_improvement.hpp"

namespace sfumato::stats {
namespace {

using Entries = std::vector<std::uint32_t>;

// Chosen by trial on Adult: between the loss alone (0) and loss per bit (1).
constexpr double told_exponent = 0.6;
constexpr double least_information = 0.2;  // bits per record
constexpr double least_gain = 1e-9;

struct Split {
  double gain = 0.0;
  std::size_t column = 0;
  std::vector<Entries> parts;  // refined
  Entries rest;                // as they were
};

class Splitter {
 public:
  Splitter(const LevelTable& table, const ModelCheck& models, const std::vector<double>& importance)
      : table_(table), models_(models), importance_(importance) {}

  // The best split of a class, without gain where there is none.
  Split best(const LocalClass& whole) const {
    Split best;
    for (std::size_t j = 0; j < table_.columns.size(); ++j) {
      if (whole.levels[j] == 0) continue;
      Split split = along(whole, j);
      if (split.gain > best.gain) best = std::move(split);
    }
    return best;
  }

 private:
  std::size_t records(const Entries& entries) const {
    std::size_t sum = 0;
    for (const std::uint32_t entry : entries) sum += table_.counts[entry];
    return sum;
  }

  Split along(const LocalClass& whole, std::size_t column) const {
    const std::vector<std::uint32_t>& codes = table_.columns[column].codes[whole.levels[column] - 1];
    const std::vector<std::uint32_t>& leaves = table_.leaves[column];
    Entries sorted = whole.entries;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](auto a, auto b) { return codes[leaves[a]] < codes[leaves[b]]; });
    Split split;
    split.column = column;
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      while (end < sorted.size() && codes[leaves[sorted[end]]] == codes[leaves[sorted[begin]]]) ++end;
      Entries part(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                   sorted.begin() + static_cast<std::ptrdiff_t>(end));
      if (models_.safe(table_, part)) {
        split.parts.push_back(std::move(part));
      } else {
        split.rest.insert(split.rest.end(), part.begin(), part.end());
      }
    }
    // Entries that only the population has are in no class.
    if (records(split.rest) == 0) split.rest.clear();
    make_rest_safe(split);
    split.gain = gain(split, whole.levels[column]);
    return split;
  }

  void make_rest_safe(Split& split) const {
    std::stable_sort(split.parts.begin(), split.parts.end(),
                     [&](const Entries& a, const Entries& b) { return records(a) > records(b); });
    while (!split.rest.empty() && !split.parts.empty() && !models_.safe(table_, split.rest)) {
      split.rest.insert(split.rest.end(), split.parts.back().begin(), split.parts.back().end());
      split.parts.pop_back();
    }
  }

  // The information of a split on the records, Σ n_i·log₂(n/n_i) over its parts.
  double bits(const Split& split) const {
    double all = static_cast<double>(records(split.rest));
    for (const Entries& part : split.parts) all += static_cast<double>(records(part));
    const auto told = [all](double part) { return part > 0.0 ? part * std::log2(all / part) : 0.0; };
    double sum = told(static_cast<double>(records(split.rest)));
    for (const Entries& part : split.parts) sum += told(static_cast<double>(records(part)));
    return sum + least_information * all;
  }

  // Classes cannot be smaller than k records, so that loss is best reduced by splits of little information. A
  // split that reduces no loss may allow one that does, and comes last.
  double gain(const Split& split, std::uint32_t level) const {
    if (split.parts.empty()) return 0.0;
    const LevelColumn& column = table_.columns[split.column];
    double sum = 0.0;
    for (const Entries& part : split.parts) {
      const std::uint32_t leaf = table_.leaves[split.column][part.front()];
      sum +=
          static_cast<double>(records(part)) * (column.shares[level][leaf] - column.shares[level - 1][leaf]);
    }
    if (column.domain > 1.0) sum /= 1.0 - 1.0 / column.domain;
    if (!importance_.empty()) sum *= importance_[split.column];
    return std::max(sum, least_gain) / std::pow(bits(split), told_exponent);
  }

  const LevelTable& table_;
  const ModelCheck& models_;
  const std::vector<double>& importance_;
};

// Records that are equal at the given levels, where these keep the models.
std::vector<LocalClass> safe_classes(const LevelTable& table, const ModelCheck& models, const Levels& levels,
                                     std::size_t& suppressed) {
  ClassCounter counter(table);
  const EntryClasses& classes = counter.count(levels);
  const ModelCheck::Outcome outcome = models.check(table, classes);
  suppressed = outcome.suppressed;
  std::vector<LocalClass> result(classes.count(), {{}, levels});
  for (std::uint32_t entry = 0; entry < table.entries(); ++entry) {
    result[classes.of_entry[entry]].entries.push_back(entry);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (outcome.unsafe[i] == 0) std::swap(result[kept++], result[i]);
  }
  result.resize(kept);
  return result;
}

}  // namespace

LocalScheme local_generalization(const LevelTable& table, const ModelCheck& models,
                                 std::size_t most_suppressed, const std::vector<double>& importance,
                                 const Run& run) {
  Levels top;
  for (const LevelColumn& column : table.columns)
    top.push_back(static_cast<std::uint32_t>(column.levels() - 1));
  LocalScheme scheme;
  scheme.level_of_entry.assign(top.size(), Levels(table.entries(), GeneralizationObjective::suppressed));
  std::vector<LocalClass> waiting = safe_classes(table, models, top, scheme.suppressed_records);
  scheme.found = scheme.suppressed_records <= most_suppressed;
  const Splitter splitter(table, models, importance);
  std::vector<LocalClass> final_classes;
  while (scheme.found && !waiting.empty()) {
    run.check_stop();
    LocalClass whole = std::move(waiting.back());
    waiting.pop_back();
    Split split = splitter.best(whole);
    if (!(split.gain > 0.0)) {
      final_classes.push_back(std::move(whole));
      continue;
    }
    Levels finer = whole.levels;
    --finer[split.column];
    for (Entries& part : split.parts) waiting.push_back({std::move(part), finer});
    if (!split.rest.empty()) waiting.push_back({std::move(split.rest), std::move(whole.levels)});
  }
  improve_classes(table, models, importance, final_classes, run);
  scheme.classes = final_classes.size();
  for (const LocalClass& one : final_classes) {
    for (std::size_t j = 0; j < top.size(); ++j) {
      for (const std::uint32_t entry : one.entries) scheme.level_of_entry[j][entry] = one.levels[j];
    }
  }
  return scheme;
}

}  // namespace sfumato::stats
