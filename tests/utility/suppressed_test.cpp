// The suppressed share by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::texts_table;

TEST(Suppressed, CountsCellsThatHadAValueAndHaveNone) {
  const Table original = texts_table({{"x", {"a", "b", "c", ""}}, {"y", {"d", "e", "*", "f"}}});
  const Table masked = texts_table({{"x", {"a", "", "*", ""}}, {"y", {"d", "", "*", "g"}}});
  const Score score = measure(original, masked, "suppressed");
  // Three of x and three of y had a value; x lost two, y one.
  EXPECT_DOUBLE_EQ(score.value.value(), 50.0);
  EXPECT_EQ(score.details.at("cells"), Value(6));
  EXPECT_EQ(score.details.at("suppressed_cells"), Value(3));
  EXPECT_EQ(score.details.at("suppressed_records"), Value(2));
  EXPECT_DOUBLE_EQ(score.details.at("suppressed_records_percent").as_number(), 50.0);
  EXPECT_EQ(score.details.at("empty_records"), Value(2));  // the third had x alone
  EXPECT_EQ(score.details.at("incomplete_records"), Value(2));
  EXPECT_DOUBLE_EQ(score.details.at("columns").at("x").as_number(), 200.0 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("columns").at("y").as_number(), 100.0 / 3.0);
}

TEST(Suppressed, OfLocalSuppressionIsItsCells) {
  std::vector<std::string> x, y;
  for (int i = 0; i < 60; ++i) {
    x.push_back(i % 20 == 0 ? "rare" + std::to_string(i) : "common");
    y.push_back(i % 2 == 0 ? "m" : "f");
  }
  const Table original = texts_table({{"x", x}, {"y", y}});
  const Masked masked = testing::mask(original, "local-suppression", {{"k", 3}});
  const Score score = measure(original, masked.tables[0], "suppressed");
  EXPECT_GT(score.value.value(), 0.0);
  EXPECT_EQ(score.details.at("suppressed_cells"), masked.details.at("suppressed_cells"));
}

TEST(Suppressed, ChangedNumbersAreNotSuppressed) {
  const Table original = testing::numbers_table({{"x", {1, 2, std::nan("")}}});
  EXPECT_EQ(measure(original, testing::numbers_table({{"x", {5, 6, 7}}}), "suppressed").value, 0.0);
  const double nan = std::nan("");
  EXPECT_EQ(measure(original, testing::numbers_table({{"x", {5, nan, nan}}}), "suppressed").value, 50.0);
  EXPECT_FALSE(measure(testing::numbers_table({{"x", {nan}}}),
                       original.taking_rows(std::vector<std::size_t>{0}), "suppressed")
                   .value);
}

}  // namespace
}  // namespace sfumato
