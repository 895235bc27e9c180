// Values of a class are counted in a row of memory with a place for each code, which is cleared by what was
// counted.
#include "stats/class_models.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sfumato::stats {
namespace {

constexpr double tolerance = 1e-12;  // of comparisons with a bound that a user typed

double entropy(std::span<const std::uint32_t> counts, double size) {
  double sum = 0.0;
  for (const std::uint32_t count : counts) {
    if (count > 0) sum -= count / size * std::log(count / size);
  }
  return sum;
}

bool recursive(std::span<const std::uint32_t> counts, double c, std::size_t l) {
  std::vector<std::uint32_t> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double rest = 0.0;
  for (std::size_t i = l - 1; i < sorted.size(); ++i) rest += sorted[i];
  return sorted.front() < c * rest;
}

double ordered_distance(std::span<const std::uint32_t> counts, const std::vector<double>& shares,
                        double size) {
  double sum = 0.0, carried = 0.0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    carried += counts[code] / size - shares[code];
    sum += std::fabs(carried);
  }
  return counts.size() < 2 ? 0.0 : sum / static_cast<double>(counts.size() - 1);
}

// What children of a node have too much meets what others have too little, at the cost of the node's level
// (Li, Li, Venkatasubramanian 2007, t-closeness, ICDE).
double hierarchical_distance(std::span<const std::uint32_t> counts, const ConfidentialValues& values,
                             double size) {
  const auto& levels = values.hierarchy;
  std::vector<double> extra(counts.size());
  for (std::size_t code = 0; code < counts.size(); ++code)
    extra[code] = counts[code] / size - values.shares[code];
  // `extra` is by the codes of the level below; a code's parent is that of any of its leaves.
  std::vector<std::uint32_t> below(counts.size());
  std::iota(below.begin(), below.end(), 0U);
  double cost = 0.0;
  for (std::size_t level = 1; level < levels.size(); ++level) {
    const std::size_t nodes = *std::max_element(levels[level].begin(), levels[level].end()) + 1;
    std::vector<double> over(nodes, 0.0), under(nodes, 0.0);
    std::vector<char> seen(extra.size(), 0);
    for (std::size_t leaf = 0; leaf < below.size(); ++leaf) {
      if (std::exchange(seen[below[leaf]], 1) != 0) continue;
      const double amount = extra[below[leaf]];
      (amount > 0.0 ? over : under)[levels[level][leaf]] += std::fabs(amount);
    }
    extra.assign(nodes, 0.0);
    for (std::size_t node = 0; node < nodes; ++node) {
      cost += static_cast<double>(level) * std::min(over[node], under[node]);
      extra[node] = over[node] - under[node];
    }
    below = levels[level];
  }
  return levels.size() < 2 ? 0.0 : cost / static_cast<double>(levels.size() - 1);
}

// The largest of what `of` says of a code with its shares in the class and among all.
template <class Of>
double largest(std::span<const std::uint32_t> counts, const ConfidentialValues& values, double size, Of of) {
  double most = 0.0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (values.shares[code] > 0.0) most = std::max(most, of(counts[code] / size, values.shares[code]));
  }
  return most;
}

}  // namespace

ConfidentialValues confidential_values(const LevelTable& table, const std::vector<std::uint32_t>& code_of_row,
                                       std::size_t distinct) {
  std::vector<std::size_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(table.entry_of_row[a], code_of_row[a]) <
           std::pair(table.entry_of_row[b], code_of_row[b]);
  });
  ConfidentialValues values;
  values.shares.assign(distinct, 0.0);
  for (const std::size_t row : rows) {
    const std::uint32_t entry = table.entry_of_row[row], code = code_of_row[row];
    values.shares[code] += 1.0 / static_cast<double>(table.rows);
    const bool fresh = values.begin.size() <= entry;
    if (fresh) values.begin.push_back(values.codes.size());
    if (fresh || values.codes.back() != code) {
      values.codes.push_back(code);
      values.records.push_back(0);
    }
    ++values.records.back();
  }
  values.begin.push_back(values.codes.size());
  return values;
}

bool keeps(const ClassModel& model, const ConfidentialValues& values, std::span<const std::uint32_t> counts,
           std::uint32_t size) {
  const double all = size;
  switch (model.rule) {
    case ClassRule::distinct_diversity:
      return static_cast<double>(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; })) >=
             model.bound;
    case ClassRule::entropy_diversity:
      return std::exp(entropy(counts, all)) >= model.bound - tolerance;
    case ClassRule::recursive_diversity:
      return recursive(counts, model.c, static_cast<std::size_t>(model.bound));
    case ClassRule::equal_closeness: {
      double sum = 0.0;
      for (std::size_t code = 0; code < counts.size(); ++code) {
        sum += std::fabs(counts[code] / all - values.shares[code]);
      }
      return sum / 2.0 <= model.bound + tolerance;
    }
    case ClassRule::ordered_closeness:
      return ordered_distance(counts, values.shares, all) <= model.bound + tolerance;
    case ClassRule::hierarchical_closeness:
      return hierarchical_distance(counts, values, all) <= model.bound + tolerance;
    case ClassRule::disclosure:
      return largest(counts, values, all, [](double p, double q) { return std::fabs(std::log(p / q)); }) <=
             model.bound + tolerance;
    case ClassRule::likeness:
      return largest(counts, values, all, [](double p, double q) { return (p - q) / q; }) <=
             model.bound + tolerance;
  }
  return false;
}

bool absorbing(ClassRule rule) { return rule == ClassRule::distinct_diversity; }

bool ModelCheck::safe(const LevelTable& table, std::span<const std::uint32_t> entries) const {
  std::uint32_t size = 0;
  for (const std::uint32_t entry : entries) size += table.counts[entry];
  if (size < k_) return false;
  return std::all_of(models_.begin(), models_.end(), [&](const ClassModel& model) {
    const ConfidentialValues& values = values_[model.values];
    std::vector<std::uint32_t> counts(values.distinct(), 0);
    for (const std::uint32_t entry : entries) {
      for (std::size_t i = values.begin[entry]; i < values.begin[entry + 1]; ++i) {
        counts[values.codes[i]] += values.records[i];
      }
    }
    return keeps(model, values, counts, size);
  });
}

ModelCheck::Outcome ModelCheck::check(const LevelTable& table, const EntryClasses& classes) const {
  Outcome outcome{std::vector<char>(classes.count(), 0), std::vector<char>(classes.count(), 0), 0, 0};
  std::vector<char>& surely = outcome.surely;
  for (std::size_t i = 0; i < classes.count(); ++i) outcome.unsafe[i] = surely[i] = classes.sizes[i] < k_;
  if (!models_.empty()) {
    std::vector<std::vector<std::uint32_t>> members(classes.count());
    for (std::uint32_t entry = 0; entry < table.entries(); ++entry) {
      members[classes.of_entry[entry]].push_back(entry);
    }
    std::vector<std::uint32_t> counts;
    for (const ClassModel& model : models_) {
      const ConfidentialValues& values = values_[model.values];
      for (std::size_t i = 0; i < classes.count(); ++i) {
        if (surely[i] != 0) continue;
        counts.assign(values.distinct(), 0);
        for (const std::uint32_t entry : members[i]) {
          for (std::size_t at = values.begin[entry]; at < values.begin[entry + 1]; ++at) {
            counts[values.codes[at]] += values.records[at];
          }
        }
        if (keeps(model, values, counts, classes.sizes[i])) continue;
        outcome.unsafe[i] = 1;
        if (absorbing(model.rule)) surely[i] = 1;
      }
    }
  }
  for (std::size_t i = 0; i < classes.count(); ++i) {
    outcome.suppressed += outcome.unsafe[i] != 0 ? classes.sizes[i] : 0;
    outcome.surely_suppressed += surely[i] != 0 ? classes.sizes[i] : 0;
  }
  return outcome;
}

}  // namespace sfumato::stats
