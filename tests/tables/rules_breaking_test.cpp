// Rules against their definition on random cells: a naive recount, and attackers who try every coalition on
// cells that the rules call safe.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rng.hpp"
#include "tables/rules/rules.hpp"
#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::Given;
using sfumato::testing::rules;
using sfumato::testing::table_of;

struct Random {
  explicit Random(std::uint64_t seed) : rng(StreamKey{seed, 0}) {}
  std::int64_t upto(std::int64_t most) {
    return static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(most) + 1));
  }
  Rng rng;
};

// Amounts with many ties; weights in halves.
struct Drawn {
  std::vector<std::int64_t> amounts;
  std::vector<std::int64_t> halves;
};

Drawn draw(Random& random, bool weighted) {
  Drawn drawn;
  const std::int64_t count = random.upto(7);
  const std::int64_t spread = random.upto(1) == 0 ? 4 : 200;
  for (std::int64_t i = 0; i < count; ++i) {
    drawn.amounts.push_back(random.upto(3) == 0 ? random.upto(spread) * 10 : random.upto(spread));
    drawn.halves.push_back(weighted ? 1 + random.upto(5) : 2);
  }
  return drawn;
}

std::vector<Given> given(const Drawn& drawn) {
  std::vector<Given> cell;
  for (std::size_t i = 0; i < drawn.amounts.size(); ++i) {
    cell.push_back({std::to_string(drawn.amounts[i]), Decimal(drawn.halves[i] * 5, 1).text()});
  }
  return cell;
}

// Twice the sum of the largest respondents, by listing every half respondent.
std::int64_t twice_largest(const Drawn& drawn, std::int64_t number) {
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < drawn.amounts.size(); ++i)
    all.insert(all.end(), static_cast<std::size_t>(drawn.halves[i]), drawn.amounts[i]);
  std::sort(all.rbegin(), all.rend());
  const auto taken = std::min(all.size(), static_cast<std::size_t>(2 * number));
  return std::accumulate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(taken), std::int64_t{0});
}

TEST(RulesOnRandomCells, AgreeWithANaiveRecount) {
  Random random(7);
  std::size_t hits = 0;
  for (int round = 0; round < 3000; ++round) {
    const Drawn drawn = draw(random, round % 2 == 1);
    const std::int64_t n = 1 + random.upto(2);
    const std::int64_t tenths = 1 + random.upto(998);  // of a percent
    const std::int64_t q = 1 + random.upto(99);
    const std::string percent = Decimal(tenths, 1).text();
    const std::string also = "," + std::to_string(n);
    std::vector<std::string> typed = {"p-percent=" + percent + also,
                                      "dominance=" + std::to_string(n) + "," + percent};
    const bool pq = tenths < 10 * q;
    if (pq) typed.push_back("pq=" + percent + "," + std::to_string(q) + also);
    const CellTable table = apply_rules(table_of({given(drawn)}), rules(typed)).table;

    const std::int64_t total = twice_largest(drawn, 100);
    const std::int64_t rest = total - twice_largest(drawn, n + 1);
    const std::int64_t first = twice_largest(drawn, 1);
    const std::int64_t top = twice_largest(drawn, n);
    const bool by_p = 1000 * rest < tenths * first;
    const bool by_dominance = 1000 * top > tenths * total;
    const bool by_pq = pq && 10 * q * rest < tenths * first;
    EXPECT_EQ(table.hits[0], (by_p ? 1U : 0U) | (by_dominance ? 2U : 0U) | (by_pq ? 4U : 0U)) << round;
    hits += by_p || by_dominance || by_pq ? 1 : 0;

    double level = 0;
    const auto half = [](std::int64_t number) { return static_cast<double>(number) / 2; };
    const double p = static_cast<double>(tenths) / 10;
    if (by_p) level = std::max(level, p / 100 * half(first) - half(rest));
    if (by_dominance) level = std::max(level, 100 * half(top) / p - half(total));
    if (by_pq) level = std::max(level, p / static_cast<double>(q) * half(first) - half(rest));
    if (pq) level = std::min(level, half(total) * static_cast<double>(q) / 100);
    EXPECT_NEAR(table.cells[0].upper_level.number(), level, 2e-6 + 1e-12 * level) << round;
    if (!pq) {
      EXPECT_GE(table.cells[0].upper_level.number(), level * (1 - 1e-12)) << round;
    }
  }
  EXPECT_GT(hits, 500U);
}

// The smallest error, as a share of the target, with which any coalition of at most `pooling` respondents
// bounds the contribution of another respondent: the cell minus their own contributions.
double best_attack(const std::vector<std::int64_t>& amounts, std::int64_t pooling) {
  const std::int64_t total = std::accumulate(amounts.begin(), amounts.end(), std::int64_t{0});
  double best = INFINITY;
  for (std::uint32_t coalition = 0; coalition < 1U << amounts.size(); ++coalition) {
    if (std::popcount(coalition) > pooling) continue;
    std::int64_t known = 0;
    for (std::size_t i = 0; i < amounts.size(); ++i) known += (coalition >> i & 1U) != 0 ? amounts[i] : 0;
    for (std::size_t target = 0; target < amounts.size(); ++target) {
      if ((coalition >> target & 1U) != 0 || amounts[target] == 0) continue;
      const auto error = static_cast<double>(total - known - amounts[target]);
      best = std::min(best, error / static_cast<double>(amounts[target]));
    }
  }
  return best;
}

TEST(RulesOnRandomCells, NoCoalitionComesWithinPPercentOfAnyoneInASafeCell) {
  Random random(11);
  std::size_t safe = 0;
  for (int round = 0; round < 3000; ++round) {
    const Drawn drawn = draw(random, false);
    const std::int64_t pooling = 1 + random.upto(2);
    const std::int64_t p = 1 + random.upto(98);
    const CellTable table =
        apply_rules(table_of({given(drawn)}),
                    rules({"p-percent=" + std::to_string(p) + "," + std::to_string(pooling)}))
            .table;
    const double error = best_attack(drawn.amounts, pooling);
    const bool sensitive = table.hits[0] != 0;
    // Safe cells resist every coalition, and every sensitive cell is disclosed to some coalition.
    EXPECT_EQ(sensitive, error < static_cast<double>(p) / 100 - 1e-12) << round;
    safe += sensitive ? 0 : 1;
    if (!sensitive || drawn.amounts.empty()) continue;
    // With the level added to the cell the attacker would be exactly p % off the largest.
    const double largest = static_cast<double>(*std::max_element(drawn.amounts.begin(), drawn.amounts.end()));
    EXPECT_NEAR(error * largest + table.cells[0].upper_level.number(), static_cast<double>(p) / 100 * largest,
                1e-5);
  }
  EXPECT_GT(safe, 500U);
}

TEST(RulesOnRandomCells, MoreProtectionNeverUnmarksACell) {
  Random random(13);
  for (int round = 0; round < 500; ++round) {
    const CellTable cell = table_of({given(draw(random, true))});
    const auto hit = [&](const std::string& rule) { return apply_rules(cell, rules({rule})).table.hits[0]; };
    EXPECT_LE(hit("p-percent=10"), hit("p-percent=20"));
    EXPECT_LE(hit("p-percent=10"), hit("p-percent=10,2"));
    EXPECT_LE(hit("p-percent=10"), hit("pq=10,80"));
    EXPECT_EQ(hit("p-percent=10"), hit("pq=10,100"));
    EXPECT_LE(hit("dominance=1,85"), hit("dominance=2,85"));
    EXPECT_LE(hit("dominance=1,85"), hit("dominance=1,80"));
  }
}

TEST(RulesOnRandomCells, AnyOrderOfTheContributionsGivesTheSame) {
  Random random(17);
  for (int round = 0; round < 300; ++round) {
    CellTable table = table_of({given(draw(random, true))});
    const RuleOptions options = rules({"p-percent=30,2", "dominance=2,60"});
    const Cell expected = apply_rules(table, options).table.cells[0];
    std::reverse(table.contributors[0].largest.begin(), table.contributors[0].largest.end());
    EXPECT_EQ(apply_rules(table, options).table.cells[0], expected);
  }
}

// Any decimal number, including the ends of its range.
Decimal any_number(Random& random) {
  const std::vector<std::int64_t> ends = {0, 1, std::numeric_limits<std::int64_t>::max(),
                                          std::numeric_limits<std::int64_t>::min()};
  const std::int64_t kind = random.upto(7);
  const std::int64_t units =
      kind < 4 ? ends[static_cast<std::size_t>(kind)] : static_cast<std::int64_t>(random.rng.bits());
  return {kind == 7 ? units % 1000 : units, static_cast<int>(random.upto(Decimal::most_decimals))};
}

TEST(RulesOnRandomCells, NumbersOfAHostileFileAreDecidedOrRefused) {
  Random random(19);
  std::size_t decided = 0;
  for (int round = 0; round < 3000; ++round) {
    CellTable table;
    table.cells.resize(1);
    table.cells[0].value = any_number(random);
    if (random.upto(1) == 0) table.cells[0].upper = any_number(random);
    Contributors behind;
    behind.frequency = random.upto(9) == 0 ? any_number(random).units() : random.upto(5) - 1;
    behind.total = any_number(random);
    behind.largest_request = {any_number(random), any_number(random)};
    for (std::int64_t i = random.upto(4); i > 0; --i)
      behind.largest.push_back({any_number(random), any_number(random), -1});
    table.contributors = {behind};
    RuleOptions options =
        rules({"p-percent=15,2", "dominance=2,85", "pq=10,33.3", "request=50,25", "zero"}, "20");
    options.weighted = random.upto(1) == 0;
    try {
      const Cell cell = apply_rules(table, options).table.cells[0];
      EXPECT_FALSE(cell.lower_level.is_negative());
      EXPECT_FALSE(cell.upper_level.is_negative());
      ++decided;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
    }
  }
  EXPECT_GT(decided, 100U);
}

}  // namespace
}  // namespace sfumato::tables
