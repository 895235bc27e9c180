// Tries to break what suppression and rounding protect by the rule group: an exhaustive search over all
// tables of integers that agree with what is published, which shares nothing with the audit.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <tuple>

#include "core/error.hpp"
#include "tables/filled_table.hpp"
#include "tables/rounding/rounding.hpp"
#include "tables/rules/rules.hpp"
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::random_table;
using sfumato::testing::two_level_dimension;

using LeafCounts = std::vector<std::int64_t>;

// The sums of leaves that each cell is, by codes alone.
class AllTables {
 public:
  explicit AllTables(const CellTable& table) : table_(table) {
    std::vector<std::vector<std::vector<std::size_t>>> below;
    for (const Dimension& dimension : table.dimensions) below.push_back(leaves_below(dimension));
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      bool leaf = true;
      for (std::size_t d = 0; d < below.size(); ++d) {
        leaf = leaf && below[d][table.codes_of(cell)[d]].size() == 1;
      }
      if (leaf && !table.dimensions.empty() && !is_sum(cell)) leaves_.push_back(cell);
    }
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      std::vector<std::size_t>& parts = parts_.emplace_back();
      for (std::size_t i = 0; i < leaves_.size(); ++i) {
        bool within = true;
        for (std::size_t d = 0; d < below.size(); ++d) {
          const auto& codes = below[d][table.codes_of(cell)[d]];
          within =
              within && std::find(codes.begin(), codes.end(), table.codes_of(leaves_[i])[d]) != codes.end();
        }
        if (within) parts.push_back(i);
      }
    }
    above_.resize(leaves_.size());
    for (std::size_t cell = 0; cell < parts_.size(); ++cell) {
      for (const std::size_t leaf : parts_[cell]) above_[leaf].push_back(cell);
    }
  }

  // Calls `see` with the values of all cells of every table whose cells lie in the ranges.
  void visit(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges,
             const std::function<bool(const LeafCounts&)>& see) const {
    LeafCounts sums(table_.cells.size(), 0);
    bool going = true;
    const std::function<void(std::size_t)> fill = [&](std::size_t place) {
      if (place == leaves_.size()) {
        going = see(sums);
        return;
      }
      const auto [low, high] = ranges[leaves_[place]];
      std::int64_t value = 0;
      const auto add = [&](std::int64_t more) {
        value += more;
        for (const std::size_t cell : above_[place]) sums[cell] += more;
      };
      add(low);
      for (; going && value <= high; add(1)) {
        if (fits(ranges, sums, place)) fill(place + 1);
      }
      add(-value);
    };
    fill(0);
  }

 private:
  // No cell above its range, and none below it whose last leaf this is.
  bool fits(const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges, const LeafCounts& sums,
            std::size_t place) const {
    return std::all_of(above_[place].begin(), above_[place].end(), [&](std::size_t cell) {
      if (sums[cell] > ranges[cell].second) return false;
      return parts_[cell].back() != place || sums[cell] >= ranges[cell].first;
    });
  }

  bool is_sum(std::size_t cell) const {
    for (std::size_t d = 0; d < table_.dimensions.size(); ++d) {
      if (table_.dimensions[d].is_sum(table_.codes_of(cell)[d])) return true;
    }
    return false;
  }

  const CellTable& table_;
  std::vector<std::size_t> leaves_;
  std::vector<std::vector<std::size_t>> parts_;  // of each cell, its leaves
  std::vector<std::vector<std::size_t>> above_;  // of each leaf, the cells with it
};

struct GroupPair {
  std::size_t cell, margin;
  bool operator<(const GroupPair& other) const {
    return std::tie(cell, margin) < std::tie(other.cell, other.margin);
  }
};

// By the codes of the cells: a margin has the parent code of one dimension, and the same others.
std::set<GroupPair> sensitive_pairs(const CellTable& table, std::int64_t k) {
  std::set<GroupPair> pairs;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    for (std::size_t margin = 0; margin < table.cells.size(); ++margin) {
      std::size_t different = 0, dimension = 0;
      for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
        if (table.codes_of(cell)[d] == table.codes_of(margin)[d]) continue;
        ++different;
        dimension = d;
      }
      if (different != 1) continue;
      for (const CodeSum& sum : table.dimensions[dimension].sums) {
        const bool part = sum.parent == table.codes_of(margin)[dimension] &&
                          std::find(sum.children.begin(), sum.children.end(),
                                    table.codes_of(cell)[dimension]) != sum.children.end();
        const std::int64_t value = table.cells[cell].value.units();
        if (part && value > 0 && table.cells[margin].value.units() - value < k) pairs.insert({cell, margin});
      }
    }
  }
  return pairs;
}

std::set<GroupPair> unprotected(const CellTable& table, std::set<GroupPair> pairs, std::int64_t k,
                                const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
  if (pairs.empty()) return pairs;
  AllTables(table).visit(ranges, [&](const LeafCounts& values) {
    std::erase_if(pairs, [&](const GroupPair& pair) { return values[pair.margin] - values[pair.cell] >= k; });
    return !pairs.empty();
  });
  return pairs;
}

CellTable checked_by_group(CellTable table, std::int64_t k) {
  return apply_rules(std::move(table),
                     {.rules = {parse_rule("group=" + std::to_string(k))}, .safety_range = std::nullopt})
      .table;
}

// How many differences were attacked.
std::size_t attack_suppression(const std::vector<Dimension>& dimensions, std::uint64_t bound, std::int64_t k,
                               std::int64_t cap, std::uint64_t seed) {
  Rng rng({seed, 7});
  const CellTable table = checked_by_group(random_table(rng, dimensions, true, bound), k);
  const std::set<GroupPair> pairs = sensitive_pairs(table, k);
  std::size_t attacked = 0;
  for (const SuppressionAlgorithm& algorithm : suppression_algorithms()) {
    SuppressionOptions options;
    options.algorithm = algorithm.info.name;
    options.problem.cost = CellCost::value;
    options.limit = optimize::Effort::work(5);
    Suppression made;
    try {
      made = suppress(table, options, sfumato::Run({.seed = 1}));
    } catch (const Error&) {
      continue;  // the algorithm does not fit the table
    }
    std::set<GroupPair> open = pairs;
    for (const OutOfReach& one : made.out_of_reach) {
      if (one.margin) open.erase({one.cell, *one.margin});
    }
    EXPECT_EQ(made.audit.safe, made.out_of_reach.empty());
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (const Cell& cell : made.table.cells) {
      const std::int64_t value = cell.value.units();
      ranges.emplace_back(cell.suppressed() ? 0 : value, cell.suppressed() ? 1000 : value);
    }
    for (auto& [low, high] : ranges) high = low == high ? high : std::min<std::int64_t>(high, 1000);
    // LeafCounts up to the cap are enough: no protection moves a cell by more than k.
    for (std::size_t cell = 0; cell < ranges.size(); ++cell) {
      bool leaf = true;
      for (std::size_t d = 0; d < dimensions.size(); ++d) {
        leaf = leaf && !dimensions[d].is_sum(table.codes_of(cell)[d]);
      }
      if (leaf && ranges[cell].first != ranges[cell].second) ranges[cell].second = cap;
    }
    EXPECT_TRUE(unprotected(made.table, open, k, ranges).empty())
        << algorithm.info.name << ", seed " << seed << ", k " << k;
    attacked += open.size();
  }
  return attacked;
}

TEST(GroupAttack, NoPatternOfTwoDimensionsDisclosesAGroup) {
  std::size_t attacked = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    attacked +=
        attack_suppression({flat_dimension("a", 2), flat_dimension("b", 2)}, 5, 1 + seed % 3, 8, seed);
    attacked +=
        attack_suppression({flat_dimension("a", 2), flat_dimension("b", 3)}, 4, 1 + seed % 3, 7, 100 + seed);
  }
  EXPECT_GT(attacked, 50U);
}

TEST(GroupAttack, NoPatternOfAHierarchyOrThreeDimensionsDisclosesAGroup) {
  std::size_t attacked = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    attacked += attack_suppression({two_level_dimension("r")}, 4, 2, 8, seed);
    attacked += attack_suppression({two_level_dimension("r"), flat_dimension("b", 2)}, 4, 2, 5, 50 + seed);
    attacked += attack_suppression({flat_dimension("a", 2), flat_dimension("b", 2), flat_dimension("c", 2)},
                                   3, 2, 4, 200 + seed);
  }
  EXPECT_GT(attacked, 50U);
}

// Random patterns with all totals published: the audit's largest number outside a cell is the true one.
TEST(GroupAttack, AuditFindsTheLargestPossibleNumber) {
  std::size_t safe = 0, unsafe = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng({seed, 9});
    const std::int64_t k = 1 + static_cast<std::int64_t>(seed % 3);
    CellTable table =
        checked_by_group(random_table(rng, {flat_dimension("a", 3), flat_dimension("b", 3)}, true, 4), k);
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      Cell& one = table.cells[cell];
      const bool inner = table.codes_of(cell)[0] != 0 && table.codes_of(cell)[1] != 0;
      if (inner && rng.chance(0.5) && one.status != CellStatus::primary) one.status = CellStatus::secondary;
      const std::int64_t value = one.value.units();
      ranges.emplace_back(one.suppressed() ? 0 : value, one.suppressed() ? 12 : value);
    }
    const Audit shown = audit(table, {}, sfumato::Run({.seed = 1}));
    EXPECT_EQ(shown.outside.size(), sensitive_pairs(table, k).size());
    std::vector<std::int64_t> most(shown.outside.size(), 0);
    AllTables(table).visit(ranges, [&](const LeafCounts& values) {
      for (std::size_t i = 0; i < most.size(); ++i) {
        most[i] = std::max(most[i], values[shown.outside[i].margin] - values[shown.outside[i].cell]);
      }
      return true;
    });
    for (std::size_t i = 0; i < most.size(); ++i) {
      if (!shown.outside[i].interval.upper || most[i] >= 12) continue;  // beyond the search
      EXPECT_DOUBLE_EQ(*shown.outside[i].interval.upper, static_cast<double>(most[i])) << seed;
      EXPECT_EQ(shown.outside[i].safe, most[i] >= k) << seed;
      ++(shown.outside[i].safe ? safe : unsafe);
    }
  }
  EXPECT_GT(safe, 10U);
  EXPECT_GT(unsafe, 10U);
}

// What a reader of a rounded table knows: every true count is less than the base away.
TEST(GroupAttack, NoSafeRoundingDisclosesAGroup) {
  std::size_t safe = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng({seed, 7});
    const std::int64_t k = 2 + static_cast<std::int64_t>(seed % 2);
    const CellTable table =
        checked_by_group(random_table(rng, {flat_dimension("a", 2), flat_dimension("b", 2)}, true, 6), k);
    RoundingOptions options;
    options.base = Decimal::whole(seed % 3 == 0 ? 3 : 5);
    options.limit = optimize::Effort::work(5);
    const Rounding made = round_table(table, options, sfumato::Run({.seed = 1}));
    if (!made.found) continue;
    const auto reach = static_cast<std::int64_t>(made.reach) - 1;
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    for (const Decimal& value : made.values) {
      const std::int64_t published = value.units_at(0).value();
      ranges.emplace_back(std::max<std::int64_t>(0, published - reach), published + reach);
    }
    const std::set<GroupPair> open = unprotected(table, sensitive_pairs(table, k), k, ranges);
    bool outside = true;
    for (const AuditedOutside& one : made.audit.outside) outside = outside && one.safe;
    EXPECT_EQ(open.empty(), outside) << seed;
    safe += outside ? 1 : 0;
  }
  EXPECT_GT(safe, 3U);
}

}  // namespace
}  // namespace sfumato::tables
