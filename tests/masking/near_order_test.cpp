// The order of near records: the curve visits neighbours, and keys do not depend on parts.
#include "masking/near_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

TEST(HilbertPlace, ConsecutivePlacesAreNeighbours) {
  for (const auto& [axes, bits] : {std::pair{2U, 4}, std::pair{3U, 3}, std::pair{4U, 2}}) {
    const auto side = std::uint64_t{1} << static_cast<unsigned>(bits);
    std::size_t cells = 1;
    for (unsigned axis = 0; axis < axes; ++axis) cells *= side;
    std::vector<std::vector<std::uint64_t>> at(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      std::vector<std::uint64_t> point;
      std::size_t rest = cell;
      for (unsigned axis = 0; axis < axes; ++axis, rest /= side) point.push_back(rest % side);
      const std::uint64_t place = hilbert_place(point, bits);
      ASSERT_LT(place, cells);
      ASSERT_TRUE(at[place].empty());
      at[place] = point;
    }
    for (std::size_t place = 1; place < cells; ++place) {
      std::uint64_t apart = 0;
      for (unsigned axis = 0; axis < axes; ++axis) {
        apart += at[place][axis] > at[place - 1][axis] ? at[place][axis] - at[place - 1][axis]
                                                       : at[place - 1][axis] - at[place][axis];
      }
      EXPECT_EQ(apart, 1U) << place;
    }
  }
}

// Every part is observed by itself, and what the parts found is merged.
NearOrder order_of(const Table& table, const ColumnSet& columns, bool equal, std::size_t parts) {
  NearOrder order(table.taking_rows({}), columns, equal);
  for (std::size_t pass = 0; pass < NearOrder::passes; ++pass) {
    const NearOrder known = order;
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<std::size_t> rows;
      for (std::size_t row = part; row < table.rows(); row += parts) rows.push_back(row);
      const std::vector<std::uint64_t> numbers(rows.begin(), rows.end());
      NearOrder own = known;
      own.observe(pass, table.taking_rows(rows), RecordNumbers(std::span(numbers)));
      order.merge(pass, own.partial(pass));
    }
    order.finish(pass);
  }
  return order;
}

TEST(NearOrder, KeysDoNotDependOnParts) {
  const double gap = std::nan("");
  const Table table = testing::numbers_table(
      {{"x", {1, 5, gap, 2, 2, 1e9, gap, -3}}, {"y", {0.5, gap, 7, 0.5, -0.0, 0.0, gap, 1e-9}}});
  for (const bool equal : {false, true}) {
    const std::vector<std::int64_t> keys = order_of(table, {0, 1}, equal, 1).keys(table);
    EXPECT_EQ(order_of(table, {0, 1}, equal, 3).keys(table), keys);
    EXPECT_EQ(keys[6], NearOrder::blank);
    for (const std::size_t row : {0U, 1U, 2U, 3U, 4U, 5U, 7U}) {
      EXPECT_GE(keys[row], 0);
      EXPECT_LT(keys[row], NearOrder::blank);
    }
  }
}

TEST(NearOrder, EqualRecordsHaveEqualKeysAndOthersDoNot) {
  const Table table = testing::numbers_table({{"x", {3, 1, 3, 1, 2}}, {"y", {9, 8, 9, 9, 8}}});
  const std::vector<std::int64_t> keys = order_of(table, {0, 1}, true, 2).keys(table);
  EXPECT_EQ(keys[0], keys[2]);
  EXPECT_EQ(std::set<std::int64_t>(keys.begin(), keys.end()).size(), 4U);
  EXPECT_LT(keys[1], keys[3]);  // by x, then by y
  EXPECT_LT(keys[3], keys[4]);
  EXPECT_LT(keys[4], keys[0]);
}

}  // namespace
}  // namespace sfumato::masking
