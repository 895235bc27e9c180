// Checks the sums of a dimension and finds the leaves below each code. Files may contain dimensions of any
// shape, so that time and memory of the checks are linear in the length of the sums.
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "tables/dimension.hpp"

namespace sfumato::tables {
namespace {

// Topological order: children come before parents. A code that never appears is below itself.
std::vector<std::size_t> bottom_up(const Dimension& dimension) {
  std::vector<std::size_t> waiting(dimension.codes.size(), 0);
  std::vector<std::vector<std::size_t>> above(dimension.codes.size());
  for (const CodeSum& sum : dimension.sums) {
    for (const std::size_t child : sum.children) {
      above[child].push_back(sum.parent);
      ++waiting[sum.parent];
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t code = 0; code < waiting.size(); ++code) {
    if (waiting[code] == 0) order.push_back(code);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::size_t parent : above[order[next]]) {
      if (--waiting[parent] == 0) order.push_back(parent);
    }
  }
  return order;
}

using SumsOf = std::vector<std::vector<std::size_t>>;

// For each code the sums that it is the parent of.
SumsOf sums_by_parent(const Dimension& dimension) {
  SumsOf sums_of(dimension.codes.size());
  for (std::size_t i = 0; i < dimension.sums.size(); ++i) sums_of[dimension.sums[i].parent].push_back(i);
  return sums_of;
}

// A code that is below itself: each code that the topological order misses has another such code below it, so
// that going down from one to the next ends in a cycle.
std::size_t code_on_cycle(const Dimension& dimension, const std::vector<bool>& done) {
  std::vector<std::size_t> below(dimension.codes.size(), 0);
  for (const CodeSum& sum : dimension.sums) {
    for (const std::size_t child : sum.children) {
      if (!done[child]) below[sum.parent] = child;
    }
  }
  auto code = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
  for (std::size_t step = 0; step < dimension.codes.size(); ++step) code = below[code];
  return code;
}

// A fingerprint of the leaves below a code, with multiplicity. Fingerprints add up over the parts of a sum,
// so that no lists of leaves are needed, which a small file could make arbitrarily long.
struct LeafTally {
  std::uint64_t count = 0;  // no more than one above the number of all leaves
  std::array<std::uint64_t, 2> scrambled{};
  bool operator==(const LeafTally&) const = default;
};

// Two independent numbers for a leaf (the finalizer of SplitMix64).
LeafTally tally_of_leaf(std::size_t leaf) {
  const auto scramble = [](std::uint64_t number) {
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebULL;
    return number ^ (number >> 31U);
  };
  const std::uint64_t first = scramble((leaf + 1) * 0x9e3779b97f4a7c15ULL);
  return {1, {first, scramble(first + 0x9e3779b97f4a7c15ULL)}};
}

// Reports which code has a leaf twice below it, or different leaves in two of its sums; the lowest such code,
// so that the error names the cause and not a consequence.
class Offence {
 public:
  Offence(const Dimension& dimension, const SumsOf& sums_of)
      : dimension_(dimension), sums_of_(sums_of), reached_(dimension.codes.size(), 0) {}

  [[noreturn]] void name(const std::vector<std::size_t>& bottom_up_order) {
    for (const std::size_t code : bottom_up_order) {
      std::vector<std::size_t> first;
      for (const std::size_t sum : sums_of_[code]) {
        std::vector<std::size_t> leaves = leaves_of(dimension_.sums[sum]);
        if (first.empty()) first = leaves;
        if (leaves == first) continue;
        bad_input("in '" + dimension_.name + "' the code " + data_value(dimension_.codes[code]) +
                      " represents different codes in two hierarchies",
                  "rename it in one of them");
      }
    }
    give_up();
  }

 private:
  // Ascending. No code below the sum has a leaf twice, so that the number of steps is bounded by the number
  // of leaves.
  std::vector<std::size_t> leaves_of(const CodeSum& sum) {
    std::vector<std::size_t> leaves;
    std::vector<std::size_t> open = sum.children;
    ++round_;
    while (!open.empty()) {
      const std::size_t code = open.back();
      open.pop_back();
      if (++steps_ > most_steps) give_up();
      if (!sums_of_[code].empty()) {
        const CodeSum& parts = dimension_.sums[sums_of_[code].front()];
        open.insert(open.end(), parts.children.begin(), parts.children.end());
        continue;
      }
      if (reached_[code] == round_) {
        bad_input("in '" + dimension_.name + "' the code " + data_value(dimension_.codes[sum.parent]) +
                      " has " + data_value(dimension_.codes[code]) + " twice below it",
                  "each code may occur once below another");
      }
      reached_[code] = round_;
      leaves.push_back(code);
    }
    std::sort(leaves.begin(), leaves.end());
    return leaves;
  }

  [[noreturn]] void give_up() const {
    bad_input("in '" + dimension_.name +
                  "' some code has another twice below it, or represents different codes in two hierarchies",
              "each code may occur once below another");
  }

  static constexpr std::size_t most_steps = 20'000'000;
  const Dimension& dimension_;
  const SumsOf& sums_of_;
  std::vector<std::size_t> reached_;  // the latest round in which each leaf was reached, from 1
  std::size_t round_ = 0;
  std::size_t steps_ = 0;
};

// No leaf twice below a code, and the same leaves in each of its sums: otherwise one code has two meanings.
// Every leaf is below the total, and a leaf that is twice below a code is twice below the total: if the sums
// of each code agree, it is enough that the total counts every leaf once.
void check_meanings(const Dimension& dimension, const std::vector<std::size_t>& bottom_up_order) {
  const SumsOf sums_of = sums_by_parent(dimension);
  const auto leaf_count = static_cast<std::uint64_t>(
      std::count_if(sums_of.begin(), sums_of.end(), [](const auto& sums) { return sums.empty(); }));
  std::vector<LeafTally> tallies(dimension.codes.size());
  for (const std::size_t code : bottom_up_order) {
    if (sums_of[code].empty()) tallies[code] = tally_of_leaf(code);
    for (const std::size_t sum : sums_of[code]) {
      LeafTally tally;
      for (const std::size_t child : dimension.sums[sum].children) {
        tally.count = std::min(tally.count + tallies[child].count, leaf_count + 1);
        for (std::size_t i = 0; i < 2; ++i) tally.scrambled[i] += tallies[child].scrambled[i];
      }
      if (sum == sums_of[code].front()) tallies[code] = tally;
      if (tallies[code] != tally) Offence(dimension, sums_of).name(bottom_up_order);
    }
  }
  if (tallies[0].count != leaf_count) Offence(dimension, sums_of).name(bottom_up_order);
}

void check_codes(const Dimension& dimension) {
  if (dimension.codes.empty()) {
    bad_input("the dimension '" + dimension.name + "' has no codes", "list its codes, the total first");
  }
  if (!dimension.labels.empty() && dimension.labels.size() != dimension.codes.size()) {
    bad_input("the dimension '" + dimension.name + "' has " + std::to_string(dimension.codes.size()) +
                  " codes and " + std::to_string(dimension.labels.size()) + " labels",
              "give each code a label, an empty one where it has none, or give no labels");
  }
  std::unordered_set<std::string_view> seen;
  for (const std::string& code : dimension.codes) {
    if (!seen.insert(code).second) {
      bad_input("the dimension '" + dimension.name + "' has the code " + data_value(code) + " twice",
                "codes must be distinct");
    }
  }
}

// Sums of existing codes, and every code except the total is part of a sum.
void check_sums(const Dimension& dimension) {
  std::vector<bool> reached(dimension.codes.size(), false);
  reached[0] = true;
  for (const CodeSum& sum : dimension.sums) {
    if (sum.children.empty()) {
      bad_input("a sum of the dimension '" + dimension.name + "' has no parts",
                "name the codes that add up to it, or remove it");
    }
    if (sum.parent >= dimension.codes.size()) {
      bad_input("a sum of the dimension '" + dimension.name + "' has an unknown code",
                "list it among the codes");
    }
    for (const std::size_t child : sum.children) {
      if (child >= dimension.codes.size()) {
        bad_input(data_value(dimension.codes[sum.parent]) + " of '" + dimension.name +
                      "' has an unknown code below it",
                  "list it among the codes");
      }
      reached[child] = true;
    }
  }
  const auto lost = std::find(reached.begin(), reached.end(), false);
  if (lost != reached.end()) {
    bad_input("the code " + data_value(dimension.codes[static_cast<std::size_t>(lost - reached.begin())]) +
                  " of '" + dimension.name + "' is not part of any sum",
              "every code except the total must be part of a sum");
  }
}

}  // namespace

void check_dimension(const Dimension& dimension) {
  check_codes(dimension);
  check_sums(dimension);
  const std::vector<std::size_t> order = bottom_up(dimension);
  std::vector<bool> done(dimension.codes.size(), false);
  for (const std::size_t code : order) done[code] = true;
  if (order.size() < dimension.codes.size()) {
    bad_input("the code " + data_value(dimension.codes[code_on_cycle(dimension, done)]) + " of '" +
                  dimension.name + "' is part of itself",
              "a hierarchy must not contain a cycle");
  }
  check_meanings(dimension, order);
}

std::vector<std::vector<std::size_t>> leaves_below(const Dimension& dimension) {
  std::vector<const CodeSum*> sum_of(dimension.codes.size(), nullptr);
  for (const CodeSum& sum : dimension.sums) {
    if (!sum_of[sum.parent]) sum_of[sum.parent] = &sum;
  }
  std::vector<std::vector<std::size_t>> below(dimension.codes.size());
  for (const std::size_t code : bottom_up(dimension)) {
    if (!sum_of[code]) {
      below[code] = {code};
      continue;
    }
    for (const std::size_t child : sum_of[code]->children) {
      below[code].insert(below[code].end(), below[child].begin(), below[child].end());
    }
    std::sort(below[code].begin(), below[code].end());
  }
  return below;
}

}  // namespace sfumato::tables
