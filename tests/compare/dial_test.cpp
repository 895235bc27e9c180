#include "compare/dial.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "masking/registry.hpp"

namespace {

using sfumato::compare::dial_range;
using sfumato::compare::DialRange;
using sfumato::compare::scan_points;

DialRange dial_of(const std::string& method, const std::string& parameter, std::size_t rows) {
  for (const sfumato::ParamInfo& info : sfumato::masking::method(method).params) {
    if (info.name == parameter) return dial_range(info, rows);
  }
  return {};
}

TEST(DialRange, OfAnIntegerEndsAtTheNumberOfRecords) {
  const DialRange k = dial_of("mdav", "k", 1080);
  EXPECT_TRUE(k.integer);
  EXPECT_TRUE(k.more_is_safer);
  EXPECT_EQ(k.lower, 1.0);
  EXPECT_EQ(k.upper, 1080.0);
  EXPECT_EQ(k.value(5.0), sfumato::Value(5));
}

TEST(DialRange, RecordsWhenLessIsSafer) {
  const DialRange quality = dial_of("jpeg", "quality", 1080);
  EXPECT_FALSE(quality.more_is_safer);
  EXPECT_EQ(quality.upper, 100.0);
}

TEST(ScanPoints, GoFromEndToEndInEqualSteps) {
  const DialRange dial{.parameter = "x", .lower = 0.0, .upper = 10.0};
  EXPECT_EQ(scan_points(dial, 5), (std::vector<double>{0, 2.5, 5, 7.5, 10}));
}

TEST(ScanPoints, OfALogarithmicDialHaveEqualRatiosAndTheEndAtZero) {
  const DialRange dial = dial_of("additive-noise", "amount", 10);
  const std::vector<double> points = scan_points(dial, 7);
  ASSERT_EQ(points.size(), 8U);
  EXPECT_EQ(points.front(), 0.0);
  EXPECT_NEAR(points[1], 1e-4, 1e-12);
  EXPECT_EQ(points.back(), 100.0);
  for (std::size_t i = 2; i + 1 < points.size(); ++i) EXPECT_NEAR(points[i] / points[i - 1], 10.0, 1e-9);
}

TEST(ScanPoints, OfIntegersAreEachThereOnce) {
  const std::vector<double> points = scan_points(dial_of("mdav", "k", 4), 11);
  EXPECT_EQ(points, (std::vector<double>{1, 2, 3, 4}));
}

}  // namespace
