// What a published table no longer contains, weights, and prior bounds.
#include "tables/protected_values.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/random_cell_table.hpp"

namespace sfumato::tables {
namespace {

CellTable three_cells() {
  CellTable table;
  table.cells.resize(3);
  table.cells[0].value = Decimal(125, 1);
  table.cells[1].value = Decimal::whole(-4);
  table.cells[2].cost = Decimal::whole(3);
  return table;
}

TEST(ProtectedValues, WeighChangesThreeWays) {
  const CellTable table = three_cells();
  EXPECT_EQ(distance_weights(table, DistanceWeight::unity), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(distance_weights(table, DistanceWeight::relative), (std::vector<double>{0.08, 0.25, 10}));
  EXPECT_EQ(distance_weights(table, DistanceWeight::cost), (std::vector<double>{0, 0, 3}));
  const std::vector<Decimal> values{Decimal::whole(10), Decimal::whole(0), Decimal::whole(1)};
  EXPECT_DOUBLE_EQ(weighted_distance(table, values, std::vector<double>{2, 1, 10}), 5 + 4 + 10);
  for (const DistanceWeight weight :
       {DistanceWeight::unity, DistanceWeight::relative, DistanceWeight::cost}) {
    EXPECT_EQ(distance_weight(to_text(weight)), weight);
  }
  EXPECT_FALSE(distance_weight("values"));
}

TEST(ProtectedValues, CountInTheLastDecimal) {
  const ExactUnits units = exact_units(three_cells());
  EXPECT_EQ(units.decimals, 1);
  EXPECT_EQ(units.values, (std::vector<std::int64_t>{125, -40, 0}));
  CellTable wide = three_cells();
  wide.cells[0].value = Decimal(1, 18);
  wide.cells[1].value = Decimal::whole(1'000'000'000);
  EXPECT_THROW(exact_units(wide), Error);
}

TEST(ProtectedValues, UseThePriorBoundsOfAnAudit) {
  CellTable table = three_cells();
  table.cells[1].lower = std::nullopt;
  table.cells[2].upper = Decimal::whole(7);
  std::vector<PriorBounds> bounds = prior_bounds(table, std::nullopt);
  EXPECT_EQ(bounds[0].lower, Decimal());
  EXPECT_FALSE(bounds[0].upper);
  EXPECT_FALSE(bounds[1].lower || bounds[1].upper);
  EXPECT_EQ(bounds[2].lower, Decimal());
  EXPECT_EQ(bounds[2].upper, Decimal::whole(7));
  bounds = prior_bounds(table, 10);
  EXPECT_EQ(bounds[0].lower, Decimal(1125, 2));
  EXPECT_EQ(bounds[1].upper, Decimal(-36, 1));
  bounds = prior_bounds(table, 150);
  EXPECT_EQ(bounds[0].lower, Decimal());  // the bound 0 is tighter
}

TEST(ProtectedValues, ArePublishedWithoutTrueValues) {
  Rng rng({1, 1});
  sfumato::testing::RandomCells cells;
  cells.contributors = cells.rules = true;
  const CellTable table = sfumato::testing::random_cell_table(rng, cells);
  const std::vector<Decimal> zeros(table.cells.size());
  const CellTable published = published_table(table, zeros);
  check_table(published);
  EXPECT_TRUE(published.contributors.empty());
  EXPECT_TRUE(published.hits.empty());
  EXPECT_TRUE(published.rules.empty());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    Cell blank;
    blank.status = table.cells[i].status == CellStatus::kept ? CellStatus::kept : CellStatus::safe;
    EXPECT_EQ(published.cells[i], blank);
  }
  EXPECT_EQ(published.relations, table.relations);
  EXPECT_EQ(published.coordinates, table.coordinates);
}

}  // namespace
}  // namespace sfumato::tables
