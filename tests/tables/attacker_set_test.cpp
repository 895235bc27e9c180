// What an attacker computes from an adjusted table: sets worked out by hand for each rule, all contributions
// of small cells and all tables with given margins tried one by one, and properties of random tables.
#include "tables/adjustment/adjusted_audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/error.hpp"
#include "support/random_cell_table.hpp"
#include "tables/filled_table.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {
namespace {

sfumato::Run audit_run() { return sfumato::Run({.seed = 1, .threads = 1}); }

Contributors contributors_of(const std::vector<std::int64_t>& amounts, int decimals) {
  Contributors who;
  who.frequency = who.holdings = static_cast<std::int64_t>(amounts.size());
  who.weighted_frequency = Decimal::whole(who.frequency);
  for (const std::int64_t amount : amounts) {
    who.total = who.total + Decimal(amount, decimals);
    who.largest.push_back({Decimal(amount, decimals)});
  }
  return who;
}

// Total = first + second; the first has these contributions, the second four that are equal and large.
CellTable with_contributions(const std::vector<std::int64_t>& amounts, const std::string& rule,
                             int decimals = 0) {
  std::vector<std::int64_t> others(4, 100 * *std::max_element(amounts.begin(), amounts.end()));
  std::vector<std::int64_t> all = others;
  all.insert(all.end(), amounts.begin(), amounts.end());
  CellTable table;
  table.cells.resize(3);
  table.responses = {{.name = "turnover", .counts = false, .mean_of = ""}};
  table.kept_contributions = all.size();
  for (const auto& parts : {all, amounts, others}) {
    table.contributors.push_back(contributors_of(parts, decimals));
    table.cells[table.contributors.size() - 1].value = table.contributors.back().total;
  }
  const Term terms[] = {{0, -1}, {1, 1}, {2, 1}};
  table.relations.add(Decimal(), terms);
  RuleOptions options;
  options.rules = {parse_rule(rule)};
  return apply_rules(std::move(table), options).table;
}

// The second cell is published as `units`, and the total follows.
CellTable published_as(const CellTable& table, std::int64_t units, int decimals = 0) {
  std::vector<Decimal> values;
  for (const Cell& cell : table.cells) values.push_back(cell.value);
  values[1] = Decimal(units, decimals);
  values[0] = values[1] + values[2];
  return published_table(table, values);
}

AdjustedSet set_of(const CellTable& table, std::int64_t units, const AdjustedAuditOptions& options = {},
                   int decimals = 0) {
  const AdjustedAudit audit =
      audit_adjusted(table, published_as(table, units, decimals), options, audit_run());
  EXPECT_EQ(audit.cells.size(), 1U);
  return audit.cells.at(0);
}

std::vector<double> ends(const AttackerSet& set) {
  std::vector<double> result;
  for (const Interval& one : set.intervals) {
    result.push_back(one.lower.value());
    result.push_back(one.upper.value());
  }
  return result;
}

using Ends = std::vector<double>;

// One respondent with 100 under 10 %: published as 110, it is 100 (100 + 10) or 123 (123 − 13).
TEST(AdjustedAudit, ASingleRespondentHasOneOfTwoValues) {
  const CellTable table = with_contributions({100}, "p-percent=10");
  const AdjustedSet up = set_of(table, 110);
  EXPECT_EQ(ends(up.set), (Ends{100, 100, 123, 123}));
  EXPECT_EQ(up.set.values, 2);
  EXPECT_TRUE(up.set.few);
  EXPECT_TRUE(up.set.contains_value);
  EXPECT_EQ(up.set.closest, 0);
  EXPECT_EQ(up.set.near_of_need, 0);
  EXPECT_EQ(up.set.attacker, CellAttacker::outsider);
  EXPECT_TRUE(up.moved);
  EXPECT_FALSE(up.beyond);
  EXPECT_FALSE(up.set.spans);
  EXPECT_FALSE(up.safe);
  // Published as 90: 81 + 9, or 100 − 10, or 101 − 11 (10.1 rounded up).
  const AdjustedSet down = set_of(table, 90);
  EXPECT_EQ(ends(down.set), (Ends{81, 81, 100, 101}));
  EXPECT_TRUE(down.set.few);
  EXPECT_DOUBLE_EQ(down.set.near_of_need.value(), 0.05);
  // With two decimals: 100.01 + 10.01 (10.001 rounded up), or 122.25 − 12.23.
  const CellTable cents = with_contributions({10'001}, "p-percent=10", 2);
  EXPECT_EQ(ends(set_of(cents, 11'002, {}, 2).set), (Ends{100.01, 100.01, 122.25, 122.25}));
}

TEST(AdjustedAudit, ACellThatDidNotMoveEnoughIsUnsafe) {
  const AdjustedSet little = set_of(with_contributions({100}, "p-percent=10"), 104);
  EXPECT_FALSE(little.moved);
  EXPECT_FALSE(little.safe);
}

// Moved by 30 in place of 10: an attacker who believes in 10 computes 118 (118 + 12) or 145
// (145 − 15), at least a level away.
TEST(AdjustedAudit, ACellThatMovedFurtherMisleadsTheAttacker) {
  const AdjustedSet far = set_of(with_contributions({100}, "p-percent=10"), 130);
  EXPECT_TRUE(far.beyond);
  EXPECT_EQ(ends(far.set), (Ends{118, 118, 145, 145}));
  EXPECT_FALSE(far.set.contains_value);
  EXPECT_EQ(far.set.closest, 18);
  EXPECT_DOUBLE_EQ(far.set.closest_of_need.value(), 1.8);
  EXPECT_TRUE(far.safe);
  // Moved by 12: the attacker computes 101 (101 + 11) or 125 (125 − 13), and the first is too close.
  const AdjustedSet near = set_of(with_contributions({100}, "p-percent=10"), 112);
  EXPECT_TRUE(near.beyond);
  EXPECT_EQ(ends(near.set), (Ends{101, 101, 125, 125}));
  EXPECT_DOUBLE_EQ(near.set.closest_of_need.value(), 0.1);
  EXPECT_FALSE(near.safe);
}

// 50 and 3 under 15 %, published as 61: the level is 0.15·50 = 7.5, in whole numbers 8. The contributor of 3
// finds 53 + 8 and 72 − 11; an outsider only that the largest has between half and all of the cell.
TEST(AdjustedAudit, TheSecondContributorHasTwoValuesAndAnOutsiderIntervals) {
  const CellTable table = with_contributions({50, 3}, "p-percent=15");
  ASSERT_EQ(table.cells[1].upper_level, Decimal(75, 1));
  const AdjustedSet inside = set_of(table, 61);
  EXPECT_EQ(inside.set.attacker, CellAttacker::contributors);
  EXPECT_EQ(ends(inside.set), (Ends{53, 53, 72, 72}));
  AdjustedAuditOptions outsiders;
  outsiders.insiders = false;
  const AdjustedSet outside = set_of(table, 61, outsiders);
  EXPECT_EQ(outside.set.attacker, CellAttacker::outsider);
  // (61 − 1)/1.15 = 52.2 < v <= 61/1.075 = 56.7; 61/0.925 = 65.9 <= v < 62/0.85 = 72.9.
  EXPECT_EQ(ends(outside.set), (Ends{53, 56, 66, 72}));
}

// 90 of 100 with dominance 1,85: upper value 105.88, level 5.88, in whole numbers 6. The contributor of 10
// knows that the rest is 10: level 0.1765·v − 11.76.
TEST(AdjustedAudit, DominanceIsSolvedByTheSecondContributor) {
  const CellTable table = with_contributions({90, 10}, "dominance=1,85");
  const AdjustedSet one = set_of(table, 106);
  EXPECT_EQ(one.set.attacker, CellAttacker::contributors);
  EXPECT_TRUE(one.set.contains_value);
  // 100 + 6; downwards 116: 0.17647·116 − 11.76 = 8.7 → 107; 115: 8.53 → 106; 114: 8.35 → 105.
  EXPECT_EQ(ends(one.set), (Ends{100, 100, 115, 115}));
}

// Levels of another origin count as a known share of the cell: 20 of 100 is 20 %.
TEST(AdjustedAudit, LevelsOfAFileAreAKnownShare) {
  CellTable table = with_contributions({100}, "p-percent=10");
  table.rules.clear();
  table.hits.clear();
  table.contributors.clear();
  table.cells[1].lower_level = table.cells[1].upper_level = Decimal::whole(20);
  // 100 + 20; downwards 150 − 30 and 151 − 31 (30.2 rounded up).
  EXPECT_EQ(ends(set_of(table, 120).set), (Ends{100, 100, 150, 151}));
}

// 100,000 under 10 % with levels of 100 to 150 %, moved by 120 %: 112,000. Upwards 112,000/1.15 to
// 112,000/1.1, downwards 112,000/0.9 to 112,000/0.85, with a unit for rounding.
TEST(AdjustedAudit, ARangeOfLevelsGivesTwoIntervals) {
  const CellTable table = with_contributions({100'000}, "p-percent=10");
  AdjustedAuditOptions options;
  options.levels = parse_level_range("100:150");
  const AdjustedSet one = set_of(table, 112'000, options);
  EXPECT_EQ(ends(one.set), (Ends{97'391, 101'818, 124'445, 131'765}));
  EXPECT_DOUBLE_EQ(one.set.near_of_need.value(), (101'818.0 - 97'391) / 20'000);
  EXPECT_FALSE(one.set.few);
  EXPECT_FALSE(one.safe);
}

// The documented bound: HIGH of 300/(1 − 2p/100) percent makes every draw safe, and less does not.
TEST(AdjustedAudit, AWideRangeIsSafeForEveryDraw) {
  const double p = 0.1, value = 1e6;
  const CellTable table = with_contributions({1'000'000}, "p-percent=10");
  AdjustedAuditOptions wide, narrow;
  wide.levels = parse_level_range("100:376");
  narrow.levels = parse_level_range("100:370");
  for (const double factor : {1.0, 1.3, 2.0, 3.0, 3.76}) {
    for (const double sign : {1.0, -1.0}) {
      const double moved = value + sign * std::ceil(factor * p * value - 1e-6);
      const AdjustedSet one = set_of(table, static_cast<std::int64_t>(moved), wide);
      EXPECT_TRUE(one.safe) << factor << ' ' << sign;
      EXPECT_TRUE(one.set.contains_value) << factor << ' ' << sign;
    }
  }
  EXPECT_FALSE(set_of(table, 1'100'000, narrow).safe);
}

// Every way to divide v among the contributors, with the level that it gives.
void for_contributions(std::int64_t left, std::int64_t most, std::size_t count,
                       std::vector<std::int64_t>& so_far, const std::function<void()>& body) {
  if (count == 0) {
    if (left == 0) body();
    return;
  }
  for (std::int64_t one = std::min(left, most); one >= 1; --one) {
    so_far.push_back(one);
    for_contributions(left - one, one, count - 1, so_far, body);
    so_far.pop_back();
  }
}

// True totals of cells of whole contributions that are published as y, by trying all; `second` where the
// attacker knows it.
std::set<std::int64_t> tried_all(std::int64_t y, std::size_t count, double p, std::int64_t second) {
  std::set<std::int64_t> result;
  for (std::int64_t v = 1; v <= 2 * y + 4; ++v) {
    std::vector<std::int64_t> x;
    for_contributions(v, v, count, x, [&] {
      if (second > 0 && (x.size() < 2 || x[1] != second)) return;
      double level = p * static_cast<double>(x[0]);
      for (std::size_t i = 2; i < x.size(); ++i) level -= static_cast<double>(x[i]);
      if (level <= 1e-9) return;
      const auto moved = static_cast<std::int64_t>(std::ceil(level - 1e-9));
      if (v + moved == y || v - moved == y) result.insert(v);
    });
  }
  return result;
}

bool is_in(const AttackerSet& set, std::int64_t value) {
  const auto number = static_cast<double>(value);
  return std::any_of(set.intervals.begin(), set.intervals.end(), [&](const Interval& one) {
    return *one.lower <= number && number <= one.upper.value_or(number);
  });
}

void compare_with_all(const std::vector<std::int64_t>& x, double p, std::int64_t second, bool same) {
  const CellTable table = with_contributions(x, "p-percent=" + std::to_string(static_cast<int>(100 * p)));
  if (table.cells[1].status != CellStatus::primary) return;
  const std::int64_t v = table.cells[1].value.units();
  const auto level = static_cast<std::int64_t>(std::ceil(table.cells[1].upper_level.number() - 1e-9));
  AdjustedAuditOptions options;
  options.insiders = second > 0;
  options.use_relations = false;
  for (const std::int64_t y : {v + level, v - level}) {
    const std::set<std::int64_t> tried = tried_all(y, x.size(), p, second);
    ASSERT_TRUE(tried.contains(v));
    const AdjustedSet one = set_of(table, y, options);
    for (const std::int64_t value : tried)
      EXPECT_TRUE(is_in(one.set, value)) << v << " as " << y << ": " << value;
    if (!same) continue;
    EXPECT_EQ(one.set.values.value(), static_cast<double>(tried.size())) << v << " as " << y;
  }
}

// A single respondent, and the smaller of two: exactly the values that fit. Otherwise no value that fits is
// missing.
TEST(AdjustedAudit, AgreesWithAllContributionsOfSmallCells) {
  for (std::int64_t first = 3; first <= 60; ++first) compare_with_all({first}, 0.15, 0, true);
  for (std::int64_t second = 1; second <= 6; ++second) {
    for (std::int64_t first = second; first <= 40; first += 3) {
      compare_with_all({first, second}, 0.2, second, true);
      compare_with_all({first, second}, 0.2, 0, false);
      compare_with_all({first, second, 1}, 0.2, second, false);
      compare_with_all({first, second, 1}, 0.2, 0, false);
    }
  }
}

// All tables of 2 × 3 leaves with the margins of the true one, in which each sensitive leaf could have been
// moved to its published value.
class AllTables {
 public:
  AllTables(const CellTable& table, const CellTable& published, const AdjustedAudit& audit)
      : table_(table), published_(published) {
    for (const AdjustedSet& one : audit.cells) audited_[one.cell] = &one;
  }

  bool fits(std::size_t cell, std::int64_t value) const {
    if (value < 0) return false;
    const auto found = audited_.find(cell);
    if (found == audited_.end()) return true;
    const Cell& own = table_.cells[cell];
    const double share = own.upper_level.number() / own.value.number();
    const double level = std::max(1.0, std::ceil(share * static_cast<double>(value) - 1e-7));
    const auto change = std::abs(static_cast<double>(value) - published_.cells[cell].value.number());
    return found->second->beyond ? change >= level - 1e-7 : change == level;
  }

  std::set<std::int64_t> values(std::size_t wanted) const {
    std::set<std::int64_t> result;
    const CellIndex index(table_);
    const auto at = [&](std::uint32_t row, std::uint32_t column) {
      const std::uint32_t codes[] = {row, column, 0};
      return *index.find(codes);
    };
    const auto whole = [&](std::uint32_t row, std::uint32_t column) {
      return table_.cells[at(row, column)].value.units();
    };
    for (std::int64_t a = 0; a <= whole(1, 0); ++a) {
      for (std::int64_t b = 0; a + b <= whole(1, 0); ++b) {
        const std::int64_t leaves[] = {a, b, whole(1, 0) - a - b};
        bool good = true;
        std::int64_t here = -1;
        for (std::uint32_t c = 1; c <= 3; ++c) {
          const std::int64_t upper = leaves[c - 1], lower = whole(0, c) - upper;
          good = good && fits(at(1, c), upper) && fits(at(2, c), lower);
          if (at(1, c) == wanted) here = upper;
          if (at(2, c) == wanted) here = lower;
        }
        if (good) result.insert(here);
      }
    }
    return result;
  }

 private:
  const CellTable& table_;
  const CellTable& published_;
  std::map<std::size_t, const AdjustedSet*> audited_;
};

TEST(AdjustedAudit, RelationsLeaveTheTablesThatFitAndNoOthers) {
  Rng rng({3, 41});
  std::size_t compared = 0, narrower = 0;
  for (int trial = 0; trial < 150; ++trial) {
    CellTable table = sfumato::testing::filled_table(
        {sfumato::testing::flat_dimension("r", 2), sfumato::testing::flat_dimension("c", 3)}, false,
        [&] { return Decimal::whole(static_cast<std::int64_t>(5 + rng.below(30))); });
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const auto codes = table.codes_of(i);
      if (codes[0] == 0 || codes[1] == 0 || rng.below(2) == 0) continue;
      Cell& cell = table.cells[i];
      cell.status = CellStatus::primary;
      cell.lower_level = cell.upper_level = Decimal(cell.value.units() * 2, 1);  // 20 %
    }
    AdjustmentOptions how;
    how.fix_margins = true;
    how.limit = optimize::Effort::work(5);
    const Adjustment made = adjust_table(table, how, audit_run());
    if (!made.found || !made.safe() || made.cells.empty()) continue;
    AdjustedAuditOptions options;
    options.fix_margins = true;
    const AdjustedAudit audit = audit_adjusted(table, made.table, options, audit_run());
    EXPECT_EQ(audit.wider, 0U);
    const AllTables all(table, made.table, audit);
    for (std::size_t i = 0; i < audit.cells.size(); ++i) {
      const AdjustedSet& one = audit.cells[i];
      if (one.beyond) continue;
      ++compared;
      const std::set<std::int64_t> tried = all.values(one.cell);
      EXPECT_TRUE(one.set.contains_value);
      EXPECT_EQ(one.set.values.value(), static_cast<double>(tried.size())) << "trial " << trial;
      for (const std::int64_t value : tried) EXPECT_TRUE(is_in(one.set, value)) << "trial " << trial;
      if (ends(one.set).size() < 2 * made.cells[i].attacker_set.size()) ++narrower;
    }
  }
  EXPECT_GT(compared, 50U);
  EXPECT_GT(narrower, 10U);  // margins often tell the direction
}

// With real rules, contributors and drawn levels the true value is in every set of a cell that was not moved
// further, and sets from the relations are never larger than sets from the cell alone.
TEST(AdjustedAudit, TheTrueValueIsInTheSetOfRandomTables) {
  Rng rng({3, 42});
  std::size_t seen = 0;
  for (int trial = 0; trial < 30; ++trial) {
    RuleOptions rules;
    rules.rules = {parse_rule(trial % 3 == 0   ? "dominance=1,70"
                              : trial % 3 == 1 ? "p-percent=15"
                                               : "pq=20,60")};
    const CellTable table =
        apply_rules(
            sfumato::testing::random_cell_table(
                rng, {.most_dimensions = 2, .most_records = 20, .statuses = false, .contributors = true}),
            rules)
            .table;
    AdjustmentOptions how;
    how.levels = parse_level_range(trial % 2 == 0 ? "100:170" : "100");
    how.limit = optimize::Effort::work(5);
    const Adjustment made = adjust_table(table, how, audit_run());
    if (!made.found) continue;
    AdjustedAuditOptions options;
    options.levels = how.levels;
    const AdjustedAudit joint = audit_adjusted(table, made.table, options, audit_run());
    options.use_relations = false;
    const AdjustedAudit alone = audit_adjusted(table, made.table, options, audit_run());
    ASSERT_EQ(joint.cells.size(), alone.cells.size());
    for (std::size_t i = 0; i < joint.cells.size(); ++i) {
      if (joint.cells[i].beyond) continue;
      ++seen;
      const Cell& cell = table.cells[joint.cells[i].cell];
      const std::string what = std::to_string(trial) + ' ' + cell_name(table, joint.cells[i].cell) + ": " +
                               cell.value.text() + " published as " + joint.cells[i].published.text() +
                               ", levels " + cell.lower_level.text() + " and " + cell.upper_level.text();
      EXPECT_TRUE(joint.cells[i].set.contains_value) << what;
      EXPECT_TRUE(alone.cells[i].set.contains_value) << what;
      EXPECT_LE(joint.cells[i].set.near_of_need.value_or(1e9),
                alone.cells[i].set.near_of_need.value_or(1e9) * (1 + 1e-9));
    }
  }
  EXPECT_GT(seen, 30U);
}

TEST(AdjustedAudit, RefusesTablesThatDoNotBelongTogether) {
  const CellTable table = with_contributions({100}, "p-percent=10");
  CellTable other = published_as(table, 110);
  other.cells.pop_back();
  EXPECT_THROW(audit_adjusted(table, other, {}, audit_run()), Error);
  AdjustedAuditOptions fixed;
  fixed.fix_margins = true;
  EXPECT_THROW(audit_adjusted(table, published_as(table, 110), fixed, audit_run()), Error);
}

}  // namespace
}  // namespace sfumato::tables
