// Composed costs: hand-computed numbers, and the worst neighbours by exhaustive search.
#include "queries/composition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/rng.hpp"
#include "queries/ledger/column_cost.hpp"
#include "queries/ledger/cost_account.hpp"

namespace sfumato::queries {
namespace {

using Point = std::vector<std::int64_t>;  // a value for each column; −1 is NULL

Catalogue tables_of(std::size_t tables, std::size_t columns, std::int64_t last, std::int64_t rows_per_unit) {
  Catalogue catalogue;
  for (std::size_t t = 0; t < tables; ++t) {
    CatalogueTable table;
    table.name = "t" + std::to_string(t);
    table.rows_per_unit = rows_per_unit;
    for (std::size_t i = 0; i < columns; ++i) {
      CatalogueColumn column;
      column.name = "c" + std::to_string(i);
      column.upper = last;
      column.nullable = true;
      table.columns.push_back(column);
    }
    catalogue.tables.push_back(table);
  }
  return catalogue;
}

Footprint about(std::vector<Range> ranges, std::int64_t epsilon, bool null = false) {
  return {0, {RangeSet(std::move(ranges))}, {null}, epsilon};
}

std::int64_t cost(const std::vector<Footprint>& answered, Neighbours neighbours, std::int64_t rows = 1) {
  return composed_cost(answered, tables_of(1, 1, 99, rows), neighbours);
}

TEST(Composition, DisjointQuestionsCostTheTwoLargestOrTheLargest) {
  const std::vector<Footprint> answered = {about({{0, 0}}, 5), about({{1, 1}}, 3), about({{2, 2}}, 9),
                                           about({{3, 3}}, 2)};
  EXPECT_EQ(cost(answered, Neighbours::replace), 14);
  EXPECT_EQ(cost(answered, Neighbours::add_remove), 9);
}

TEST(Composition, AQuestionAboutAllAndAPartitionShareOnlyThePartition) {
  std::vector<Footprint> answered = {about({{0, 99}}, 1000, true)};
  for (std::int64_t i = 0; i < 10; ++i) answered.push_back(about({{10 * i, 10 * i + 9}}, 100));
  EXPECT_EQ(cost(answered, Neighbours::replace), 1200);
  EXPECT_EQ(cost(answered, Neighbours::add_remove), 1100);
}

TEST(Composition, TheSameQuestionsAddUp) {
  EXPECT_EQ(cost({about({{0, 9}}, 5), about({{0, 9}}, 5), about({{5, 20}}, 7)}, Neighbours::replace), 17);
  EXPECT_EQ(cost({about({{0, 9}}, 5), about({{0, 9}}, 5), about({{15, 20}}, 7)}, Neighbours::add_remove), 10);
}

TEST(Composition, NullIsAPieceOfItsOwn) {
  EXPECT_EQ(cost({about({{0, 99}}, 5), about({}, 4, true)}, Neighbours::add_remove), 5);
  EXPECT_EQ(cost({about({{0, 99}}, 5, true), about({}, 4, true)}, Neighbours::add_remove), 9);
  EXPECT_EQ(cost({about({{0, 99}}, 5), about({}, 4, true)}, Neighbours::replace), 9);
}

TEST(Composition, AQuestionThatNothingCanMatchIsFree) {
  EXPECT_EQ(cost({about({}, 5)}, Neighbours::replace), 0);
}

TEST(Composition, UnitsOfSeveralRowsTouchMorePieces) {
  std::vector<Footprint> answered;
  for (std::int64_t i = 0; i < 8; ++i) answered.push_back(about({{i, i}}, 10 + i));
  EXPECT_EQ(cost(answered, Neighbours::replace, 2), 17 + 16 + 15 + 14);
  EXPECT_EQ(cost(answered, Neighbours::add_remove, 3), 17 + 16 + 15);
  EXPECT_EQ(cost(answered, Neighbours::replace, 1000), 8 * 10 + 28);
  EXPECT_EQ(cost(answered, Neighbours::add_remove, INT64_MAX / 4), 8 * 10 + 28);
}

TEST(Composition, TablesDescribeTheSamePeople) {
  std::vector<Footprint> answered = {about({{0, 0}}, 5), about({{1, 1}}, 3), about({{2, 2}}, 3)};
  answered[2].table = 1;
  EXPECT_EQ(composed_cost(answered, tables_of(2, 1, 9, 1), Neighbours::replace), 11);
  EXPECT_EQ(composed_cost(answered, tables_of(2, 1, 9, 1), Neighbours::add_remove), 8);
}

TEST(Composition, TheColumnWithTheLowestBoundIsUsed) {
  const auto both = [](Range a, Range b) {
    return Footprint{0, {RangeSet({a}), RangeSet({b})}, {true, true}, 10};
  };
  std::vector<Footprint> answered;
  for (std::int64_t i = 0; i < 6; ++i) answered.push_back(both({i, 9}, {i, i}));
  for (Footprint& one : answered) one.null = {true, false};
  EXPECT_EQ(composed_cost(answered, tables_of(1, 2, 9, 1), Neighbours::replace), 20);
}

// All sets of at most `size` points.
void each_choice(const std::vector<Point>& points, std::size_t size, std::size_t from,
                 std::vector<Point>& chosen, const std::function<void(const std::vector<Point>&)>& visit) {
  visit(chosen);
  if (chosen.size() == size) return;
  for (std::size_t i = from; i < points.size(); ++i) {
    chosen.push_back(points[i]);
    each_choice(points, size, i + 1, chosen, visit);
    chosen.pop_back();
  }
}

bool matches(const Footprint& query, const Point& point) {
  for (std::size_t i = 0; i < point.size(); ++i)
    if (point[i] < 0 ? !query.null[i] : !query.values[i].contains(point[i])) return false;
  return true;
}

// Removed and added records are points of the domain; a query without such a record is not affected.
std::int64_t worst_neighbours(const std::vector<Footprint>& queries, std::size_t columns, std::int64_t last,
                              std::size_t changed) {
  std::vector<Point> points = {{}};
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<Point> longer;
    for (const Point& point : points)
      for (std::int64_t value = -1; value <= last; ++value) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    points = longer;
  }
  std::int64_t worst = 0;
  std::vector<Point> chosen;
  each_choice(points, changed, 0, chosen, [&](const std::vector<Point>& records) {
    std::int64_t sum = 0;
    for (const Footprint& query : queries)
      if (std::any_of(records.begin(), records.end(),
                      [&](const Point& point) { return matches(query, point); }))
        sum += query.micro_epsilon;
    worst = std::max(worst, sum);
  });
  return worst;
}

std::vector<Footprint> random_queries(Rng& rng, std::size_t columns, std::int64_t last) {
  std::vector<Footprint> queries(1 + rng.below(6));
  for (Footprint& query : queries) {
    query.micro_epsilon = 1 + static_cast<std::int64_t>(rng.below(9));
    for (std::size_t c = 0; c < columns; ++c) {
      std::vector<Range> ranges;
      for (std::int64_t value = 0; value <= last; ++value)
        if (rng.below(2) == 0) ranges.push_back({value, value});
      query.values.emplace_back(ranges);
      query.null.push_back(rng.below(3) == 0);
    }
  }
  return queries;
}

TEST(Composition, IsNeverLessThanTheWorstNeighboursAndNeverMoreThanTheSum) {
  Rng rng({11, 1});
  for (int repeat = 0; repeat < 400; ++repeat) {
    const std::size_t columns = 1 + rng.below(2);
    const std::int64_t last = columns == 1 ? 4 : 2;
    const auto rows = static_cast<std::int64_t>(1 + rng.below(2));
    std::vector<Footprint> queries = random_queries(rng, columns, last);
    const Catalogue catalogue = tables_of(1, columns, last, rows);
    std::int64_t sum = 0;
    for (const Footprint& query : queries) sum += query.micro_epsilon;
    for (const Neighbours neighbours : {Neighbours::replace, Neighbours::add_remove}) {
      const std::int64_t changed = neighbours == Neighbours::replace ? 2 * rows : rows;
      const std::int64_t worst = worst_neighbours(queries, columns, last, static_cast<std::size_t>(changed));
      const std::int64_t composed = composed_cost(queries, catalogue, neighbours);
      ASSERT_GE(composed, worst) << repeat;
      ASSERT_LE(composed, sum) << repeat;
      if (changed > 2) continue;
      if (columns == 1) {
        ASSERT_EQ(composed, worst) << repeat;
      }
      std::reverse(queries.begin(), queries.end());
      ASSERT_EQ(composed_cost(queries, catalogue, neighbours), composed) << repeat;
    }
  }
}

TEST(Composition, GrowsWithEveryAnswerByAtMostItsEpsilonAndUndoRestoresIt) {
  Rng rng({11, 2});
  for (const std::int64_t rows : {1, 2, 3}) {
    for (const Neighbours neighbours : {Neighbours::replace, Neighbours::add_remove}) {
      CostAccount account(neighbours);
      CostAccount disturbed(neighbours);
      for (int i = 0; i < 50; ++i) {
        std::vector<Footprint> queries = random_queries(rng, 3, 40);
        const std::int64_t growth = account.add(queries[0], rows);
        EXPECT_GE(growth, 0);
        EXPECT_LE(growth, queries[0].micro_epsilon);
        disturbed.add(random_queries(rng, 3, 40)[0], rows);
        disturbed.undo_last();
        if (rng.below(2) == 0)
          disturbed.restore(queries[0], rows, growth);
        else
          ASSERT_EQ(disturbed.add(queries[0], rows), growth);
      }
      EXPECT_EQ(account.spent(), disturbed.spent());
    }
  }
}

// The pair of pieces by exhaustive search over all pairs of values.
TEST(Composition, ThePairOfPiecesIsTheBestOfAllPairs) {
  Rng rng({11, 3});
  for (int repeat = 0; repeat < 30; ++repeat) {
    ColumnCost column(2);
    std::vector<std::pair<RangeSet, std::int64_t>> queries;
    for (int i = 0; i < 25; ++i) {
      std::vector<Range> ranges;
      for (std::uint64_t k = 0; k < 1 + rng.below(3); ++k) {
        const auto first = static_cast<std::int64_t>(rng.below(60)) - 30;
        ranges.push_back({first, first + static_cast<std::int64_t>(rng.below(9))});
      }
      queries.emplace_back(RangeSet(ranges), 1 + static_cast<std::int64_t>(rng.below(20)));
      column.add(queries.back().first, false, queries.back().second);
      std::int64_t best = 0;
      for (std::int64_t a = -30; a < 40; ++a)
        for (std::int64_t b = a; b < 40; ++b) {
          std::int64_t sum = 0;
          for (const auto& [set, weight] : queries)
            if (set.contains(a) || set.contains(b)) sum += weight;
          best = std::max(best, sum);
        }
      ASSERT_EQ(column.bound(), best) << repeat << " " << i;
    }
  }
}

TEST(Composition, SetsOfManyRangesAreWidenedNeverNarrowed) {
  std::vector<Range> ranges;
  for (std::int64_t i = 0; i < 300; ++i) ranges.push_back({10 * i + (i % 3), 10 * i + 3});
  const RangeSet set(ranges);
  const RangeSet wide = widened(set);
  EXPECT_EQ(wide.ranges().size(), 64U);
  EXPECT_TRUE(set.difference(wide).empty());
  EXPECT_EQ(wide.ranges().front().first, 0);
  EXPECT_EQ(wide.ranges().back().last, 2993);
  EXPECT_EQ(widened(wide), wide);
}

TEST(Composition, ManyDifferentSetsAreStillBoundedFromAbove) {
  CostAccount account(Neighbours::replace);
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < 200; ++i) {
    std::vector<Range> ranges;  // of 64 ranges each: the exact search would be too long before the end
    for (std::int64_t k = 0; k < 64; ++k) ranges.push_back({1000 * k + i, 1000 * k + i});
    account.add(about(ranges, 10), 1);
    sum += 10;
  }
  EXPECT_GE(account.spent(), 20);
  EXPECT_LE(account.spent(), sum);
}

TEST(Composition, FootprintsFollowTheCondition) {
  const Catalogue catalogue = tables_of(1, 2, 99, 1);
  Query query;
  query.where.kind = Condition::Kind::leaf;
  query.where.column = 1;
  query.where.values = RangeSet({{5, 9}});
  query.where.null = true;
  const Footprint made = footprint(query, catalogue, 77);
  EXPECT_EQ(made.micro_epsilon, 77);
  EXPECT_EQ(made.values[0], RangeSet({{0, 99}}));
  EXPECT_TRUE(made.null[0]);
  EXPECT_EQ(made.values[1], RangeSet({{5, 9}}));
  EXPECT_TRUE(made.null[1]);
}

}  // namespace
}  // namespace sfumato::queries
