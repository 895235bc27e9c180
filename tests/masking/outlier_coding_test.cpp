// Outlier coding: who is moved, where to, and what stays.
#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "stats/linear/minimum_covariance.hpp"
#include "stats/linear/records.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

// 200 records on a line with some noise, two of which lie beside it though each value is usual.
Table companies() {
  Rng rng({2, 3});
  Numbers employees, turnover;
  for (int i = 0; i < 200; ++i) {
    employees.push_back(50.0 + 10.0 * rng.normal());
    turnover.push_back(4.0 * employees.back() + 5.0 * rng.normal());
  }
  employees[7] = 40.0;
  turnover[7] = 240.0;
  employees[8] = 60.0;
  turnover[8] = std::nan("");
  return testing::numbers_table({{"employees", employees}, {"turnover", turnover}});
}

TEST(OutlierCoding, MovesRecordsStraightOntoTheEllipsoid) {
  const Table original = companies();
  const Masked masked = testing::mask(original, "outlier-coding", {{"quantile", 0.999}});
  const Numbers x = original.column(0).to_numbers(), y = original.column(1).to_numbers();
  const Numbers u = masked.tables[0].column(0).to_numbers(), v = masked.tables[0].column(1).to_numbers();
  EXPECT_NE(u[7], x[7]);
  EXPECT_LT(v[7], y[7]);
  EXPECT_LT(std::fabs(v[7] - 4.0 * u[7]), std::fabs(y[7] - 4.0 * x[7]) / 2.0) << "nearer to the line";
  EXPECT_EQ(u[8], x[8]) << "incomplete records stay";
  std::size_t changed = 0;
  for (std::size_t row = 0; row < 200; ++row) changed += u[row] != x[row] ? 1 : 0;
  EXPECT_EQ(masked.details.at("coded").as_integer(), static_cast<std::int64_t>(changed));
  EXPECT_LT(changed, 5U);
  EXPECT_NEAR(masked.details.at("limit").as_number(), std::sqrt(-2.0 * std::log(0.001)), 1e-9);
  // Top-coding by columns does not see it.
  EXPECT_EQ(testing::mask(original, "top-coding").tables[0].column(0).to_numbers()[7], x[7]);
}

// A share of χ²: of normal records about that share is moved.
TEST(OutlierCoding, TheQuantileIsTheShareInsideForNormalData) {
  Rng rng({4, 5});
  Numbers x, y;
  for (int i = 0; i < 4000; ++i) {
    x.push_back(rng.normal());
    y.push_back(0.7 * x.back() + rng.normal());
  }
  const Table original = testing::numbers_table({{"x", x}, {"y", y}});
  for (const double quantile : {0.5, 0.9, 0.975}) {
    const auto moved =
        testing::mask(original, "outlier-coding", {{"quantile", quantile}}).details.at("coded");
    EXPECT_NEAR(static_cast<double>(moved.as_integer()) / 4000.0, 1.0 - quantile, 0.03) << quantile;
  }
}

TEST(OutlierCoding, ConstantAndShortTablesStay) {
  const Table constant = testing::numbers_table({{"x", Numbers(30, 2.0)}, {"y", Numbers(30, 3.0)}});
  EXPECT_TRUE(testing::mask(constant, "outlier-coding").tables[0].same_data(constant));
  const Table few = testing::numbers_table({{"x", {1, 2, 3, 100}}, {"y", {3, 1, 2, 500}}});
  const Masked masked = testing::mask(few, "outlier-coding");
  EXPECT_TRUE(masked.tables[0].same_data(few));
  EXPECT_EQ(masked.details.at("records_of_centre").as_integer(), 0);
}

}  // namespace
}  // namespace sfumato
