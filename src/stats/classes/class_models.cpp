// Values of a class are counted in an array with an element for each code. A model is a function of these
// counts alone.
#include "stats/classes/class_models.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sfumato::stats {
namespace {

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

double equal_distance(const std::vector<double>& own, const std::vector<double>& shares) {
  double sum = 0.0;
  for (std::size_t code = 0; code < own.size(); ++code) sum += std::fabs(own[code] - shares[code]);
  return sum / 2.0;
}

double ordered_distance(const std::vector<double>& own, const std::vector<double>& shares) {
  double sum = 0.0, carried = 0.0;
  for (std::size_t code = 0; code < own.size(); ++code) {
    carried += own[code] - shares[code];
    sum += std::fabs(carried);
  }
  return own.size() < 2 ? 0.0 : sum / static_cast<double>(own.size() - 1);
}

// The surplus of some children of a node is moved to the deficit of others, at the cost of the node's level
// (Li, Li, Venkatasubramanian 2007, t-closeness, ICDE).
double hierarchical_distance(const std::vector<double>& own, const ConfidentialValues& values) {
  const auto& levels = values.hierarchy;
  std::vector<double> extra(own.size());
  for (std::size_t code = 0; code < own.size(); ++code) extra[code] = own[code] - values.shares[code];
  // `extra` is by the codes of the level below; a code's parent is that of any of its leaves.
  std::vector<std::uint32_t> below(own.size());
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

// The largest value of `of` over all codes, with their shares in the class and among all.
template <class Of>
double largest(std::span<const std::uint32_t> counts, const ConfidentialValues& values, double size, Of of) {
  double most = 0.0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (values.shares[code] > 0.0) most = std::max(most, of(counts[code] / size, values.shares[code]));
  }
  return most;
}

bool of_diversity(ClassRule rule) {
  return rule == ClassRule::distinct_diversity || rule == ClassRule::entropy_diversity ||
         rule == ClassRule::recursive_diversity;
}

// The entries of each class, ascending.
class Members {
 public:
  Members(const LevelTable& table, const EntryClasses& classes)
      : begin_(classes.count() + 1, 0), entries_(table.entries()) {
    for (const std::uint32_t own : classes.of_entry) ++begin_[own + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t entry = 0; entry < entries_.size(); ++entry) {
      entries_[next[classes.of_entry[entry]]++] = entry;
    }
  }
  std::span<const std::uint32_t> of(std::size_t i) const {
    return std::span(entries_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> entries_;
};

// The shares of the values in a class, by its counts of codes.
std::vector<double> class_shares(const ConfidentialValues& values, std::span<const std::uint32_t> counts,
                                 double all) {
  std::vector<double> result(values.distinct(), 0.0);
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (values.sets.empty()) {
      result[code] = counts[code] / all;
      continue;
    }
    const auto& set = values.sets[code];
    if (counts[code] == 0) continue;
    for (const std::uint32_t value : set)
      result[value] += counts[code] / all / static_cast<double>(set.size());
  }
  return result;
}

// Each set as that of its values which most records of the class have.
std::vector<std::uint32_t> commonest_counts(const ConfidentialValues& values,
                                            std::span<const std::uint32_t> counts) {
  std::vector<std::uint32_t> having(values.distinct(), 0), result(values.distinct(), 0);
  for (std::size_t code = 0; code < counts.size(); ++code) {
    for (const std::uint32_t value : values.sets[code]) having[value] += counts[code];
  }
  const auto rarer = [&](std::uint32_t a, std::uint32_t b) {
    return having[a] != having[b] ? having[a] < having[b] : values.text_places[a] > values.text_places[b];
  };
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const auto& set = values.sets[code];
    if (counts[code] > 0) result[*std::max_element(set.begin(), set.end(), rarer)] += counts[code];
  }
  return result;
}

std::vector<std::uint32_t> kept_sizes(const EntryClasses& classes, const ModelCheck::Outcome& outcome) {
  std::vector<std::uint32_t> sizes;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    if (outcome.unsafe[i] == 0 && classes.sizes[i] > 0) sizes.push_back(classes.sizes[i]);
  }
  return sizes;
}

}  // namespace

ConfidentialValues confidential_values(const LevelTable& table, const std::vector<std::uint32_t>& code_of_row,
                                       std::size_t distinct) {
  std::vector<std::size_t> rows(table.entry_of_row.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(table.entry_of_row[a], code_of_row[a]) <
           std::pair(table.entry_of_row[b], code_of_row[b]);
  });
  ConfidentialValues values;
  values.shares.assign(distinct, 0.0);
  double known = 0.0;
  for (const std::size_t row : rows) {
    const std::uint32_t entry = table.entry_of_row[row], code = code_of_row[row];
    if (code == ConfidentialValues::missing) continue;
    const std::uint32_t records = table.row_counts[row];
    values.shares[code] += records;
    known += records;
    const bool fresh = values.begin.size() <= entry;
    values.begin.resize(std::max<std::size_t>(values.begin.size(), entry + std::size_t{1}),
                        values.codes.size());
    if (fresh || values.codes.back() != code) {
      values.codes.push_back(code);
      values.records.push_back(0);
    }
    values.records.back() += records;
  }
  for (double& share : values.shares) share /= known;
  // An entry that only the population has has no values, nor has one whose records all miss theirs.
  values.begin.resize(table.entries() + 1, values.codes.size());
  return values;
}

bool keeps(const ClassModel& model, const ConfidentialValues& values, std::span<const std::uint32_t> counts) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (all == 0.0) return !of_diversity(model.rule) && !of_population(model.rule);
  if (!values.sets.empty() && of_diversity(model.rule)) {
    ConfidentialValues single;
    single.shares = values.shares;
    return keeps(model, single, commonest_counts(values, counts));
  }
  switch (model.rule) {
    case ClassRule::distinct_diversity:
      return static_cast<double>(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; })) >=
             model.bound;
    case ClassRule::entropy_diversity:
      return std::exp(entropy(counts, all)) >= model.bound - bound_tolerance;
    case ClassRule::recursive_diversity:
      return recursive(counts, model.c, static_cast<std::size_t>(model.bound));
    case ClassRule::equal_closeness:
      return equal_distance(class_shares(values, counts, all), values.shares) <=
             model.bound + bound_tolerance;
    case ClassRule::ordered_closeness:
      return ordered_distance(class_shares(values, counts, all), values.shares) <=
             model.bound + bound_tolerance;
    case ClassRule::hierarchical_closeness:
      return hierarchical_distance(class_shares(values, counts, all), values) <=
             model.bound + bound_tolerance;
    case ClassRule::disclosure:
      return largest(counts, values, all, [](double p, double q) { return std::fabs(std::log(p / q)); }) <=
             model.bound + bound_tolerance;
    case ClassRule::likeness:
      return largest(counts, values, all, [](double p, double q) { return (p - q) / q; }) <=
             model.bound + bound_tolerance;
    case ClassRule::knowledge:
      return worst_disclosure({std::vector<std::uint32_t>(counts.begin(), counts.end())},
                              static_cast<std::size_t>(model.bound)) < model.c;
    case ClassRule::population_size:
    case ClassRule::presence:
      break;
  }
  return false;
}

bool absorbing(ClassRule rule) {
  return rule == ClassRule::distinct_diversity || rule == ClassRule::population_size;
}

bool of_population(ClassRule rule) {
  return rule == ClassRule::population_size || rule == ClassRule::presence;
}

std::vector<std::uint32_t> ModelCheck::value_counts(const ConfidentialValues& values,
                                                    std::span<const std::uint32_t> entries) const {
  std::vector<std::uint32_t> counts(values.code_count(), 0);
  for (const std::uint32_t entry : entries) {
    for (std::size_t i = values.begin[entry]; i < values.begin[entry + 1]; ++i) {
      counts[values.codes[i]] += values.records[i];
    }
  }
  return counts;
}

bool ModelCheck::keeps_model(const ClassModel& model, std::span<const std::uint32_t> entries,
                             std::uint32_t size) const {
  if (!of_population(model.rule)) {
    const ConfidentialValues& values = values_[model.values];
    return keeps(model, values, value_counts(values, entries));
  }
  double people = 0.0;
  for (const std::uint32_t entry : entries) people += population_[entry];
  if (model.rule == ClassRule::population_size) return people >= model.bound;
  return size >= (model.c - bound_tolerance) * people && size <= (model.bound + bound_tolerance) * people;
}

bool ModelCheck::safe(const LevelTable& table, std::span<const std::uint32_t> entries) const {
  std::uint32_t size = 0;
  for (const std::uint32_t entry : entries) size += table.counts[entry];
  return size >= k_ && std::all_of(models_.begin(), models_.end(), [&](const ClassModel& model) {
           return keeps_model(model, entries, size);
         });
}

ModelCheck::Outcome ModelCheck::check(const LevelTable& table, const EntryClasses& classes) const {
  Outcome outcome{std::vector<char>(classes.count(), 0), std::vector<char>(classes.count(), 0), 0, 0};
  for (std::size_t i = 0; i < classes.count(); ++i) {
    outcome.unsafe[i] = outcome.surely[i] = classes.sizes[i] > 0 && classes.sizes[i] < k_;
  }
  if (!models_.empty()) {
    const Members members(table, classes);
    for (std::size_t i = 0; i < classes.count(); ++i) {
      for (const ClassModel& model : models_) {
        if (outcome.surely[i] != 0 || classes.sizes[i] == 0) break;
        if (keeps_model(model, members.of(i), classes.sizes[i])) continue;
        outcome.unsafe[i] = 1;
        if (absorbing(model.rule)) outcome.surely[i] = 1;
      }
    }
  }
  for (std::size_t i = 0; i < classes.count(); ++i) {
    outcome.suppressed += outcome.unsafe[i] != 0 ? classes.sizes[i] : 0;
    outcome.surely_suppressed += outcome.surely[i] != 0 ? classes.sizes[i] : 0;
  }
  return outcome;
}

bool ModelCheck::keeps_release(ReleaseRule rule, const std::vector<std::uint32_t>& sizes) const {
  return std::all_of(of_release_.begin(), of_release_.end(),
                     [&](const ReleaseModel& model) { return model.rule != rule || keeps(model, sizes); });
}

// Fewer small classes lower both risks. The number of classes to suppress is searched by bisection, among
// those that the limit allows.
bool ModelCheck::suppress_smallest(ReleaseRule rule, const EntryClasses& classes, Outcome& outcome,
                                   std::size_t most) const {
  if (outcome.suppressed > most) return false;
  const bool any = std::any_of(of_release_.begin(), of_release_.end(),
                               [&](const ReleaseModel& model) { return model.rule == rule; });
  if (!any || keeps_release(rule, kept_sizes(classes, outcome))) return true;
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < classes.count(); ++i) {
    if (outcome.unsafe[i] == 0 && classes.sizes[i] > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return classes.sizes[a] < classes.sizes[b]; });
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t i : order) sizes.push_back(classes.sizes[i]);
  std::size_t allowed = 0, records = outcome.suppressed;
  while (allowed < order.size() && records + sizes[allowed] <= most) records += sizes[allowed++];
  const auto kept_without = [&](std::size_t first) {
    return keeps_release(rule, {sizes.begin() + static_cast<std::ptrdiff_t>(first), sizes.end()});
  };
  if (allowed == 0 || !kept_without(allowed)) return false;
  std::size_t broken = 0;  // without this many it is broken, without `allowed` kept
  while (allowed - broken > 1) {
    const std::size_t middle = broken + (allowed - broken) / 2;
    (kept_without(middle) ? allowed : broken) = middle;
  }
  for (std::size_t i = 0; i < allowed; ++i) {
    outcome.unsafe[order[i]] = 1;
    outcome.suppressed += sizes[i];
  }
  return true;
}

bool ModelCheck::suppress_for_average(const EntryClasses& classes, Outcome& outcome, std::size_t most) const {
  return suppress_smallest(ReleaseRule::average_risk, classes, outcome, most);
}

bool ModelCheck::suppress_for_estimates(const EntryClasses& classes, Outcome& outcome,
                                        std::size_t most) const {
  return suppress_smallest(ReleaseRule::population_uniqueness, classes, outcome, most);
}

bool ModelCheck::joining_kept(const LevelTable& table, const EntryClasses& classes,
                              const Outcome& outcome) const {
  for (const ReleaseModel& model : of_release_) {
    if (model.rule == ReleaseRule::average_risk && !keeps(model, kept_sizes(classes, outcome))) return false;
  }
  for (const ClassModel& model : models_) {
    if (model.rule != ClassRule::knowledge) continue;
    const Members members(table, classes);
    std::vector<std::vector<std::uint32_t>> counts;
    for (std::size_t i = 0; i < classes.count(); ++i) {
      if (outcome.unsafe[i] != 0 || classes.sizes[i] == 0) continue;
      std::vector<std::uint32_t> own = value_counts(values_[model.values], members.of(i));
      if (std::any_of(own.begin(), own.end(), [](auto n) { return n > 0; })) counts.push_back(std::move(own));
    }
    if (worst_disclosure(counts, static_cast<std::size_t>(model.bound)) >= model.c) return false;
  }
  return true;
}

bool ModelCheck::estimates_kept(const EntryClasses& classes, const Outcome& outcome) const {
  return std::all_of(of_release_.begin(), of_release_.end(), [&](const ReleaseModel& model) {
    return model.rule != ReleaseRule::population_uniqueness || keeps(model, kept_sizes(classes, outcome));
  });
}

}  // namespace sfumato::stats
