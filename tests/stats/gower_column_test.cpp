// Centres of categories, by hand.
#include "stats/neighbours/gower_column.hpp"

#include <gtest/gtest.h>

namespace sfumato::stats {
namespace {

TEST(GowerColumn, CentresByHand) {
  GowerColumn column;
  column.categorical = true;
  column.count = 4;
  column.missing_code = 3;
  EXPECT_EQ(centre_of(column, {{0, 2}, {1, 3}, {3, 3}}), 1);  // the first of the most frequent
  EXPECT_EQ(centre_of(column, {{0, 2}, {3, 3}}), 3);
  column.centre = Centre::median;
  EXPECT_EQ(centre_of(column, {{0, 1}, {1, 1}, {2, 2}}), 1);  // the lower of two
  EXPECT_EQ(centre_of(column, {{0, 1}, {2, 2}, {3, 3}}), 2);
  EXPECT_EQ(centre_of(column, {{0, 1}, {2, 1}, {3, 3}}), 3);  // more than half are missing
}

}  // namespace
}  // namespace sfumato::stats
