// Entropy-based loss by hand and at its ends.
#include <gtest/gtest.h>

#include <cmath>

#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::texts_table;

double loss(const Table& original, const Table& masked) {
  return measure(original, masked, "entropy-loss").value.value();
}

TEST(EntropyLoss, OfARecodingByHand) {
  // Four different values are two bits each; two and two of them under one label leave one bit each.
  const Table original = texts_table({{"x", {"a", "b", "c", "d"}}});
  EXPECT_DOUBLE_EQ(loss(original, texts_table({{"x", {"p", "p", "q", "q"}}})), 50.0);
  // A single suppressed cell is identified: no other is suppressed.
  EXPECT_DOUBLE_EQ(loss(original, texts_table({{"x", {"a", "b", "c", ""}}})), 0.0);
  // Two suppressed cells: one bit each of eight.
  EXPECT_DOUBLE_EQ(loss(original, texts_table({{"x", {"a", "b", "*", ""}}})), 25.0);
}

TEST(EntropyLoss, WeightsColumnsByTheirEntropy) {
  // x has 2 bits a record and loses all, y has 1 and loses nothing: 8 of 12 bits.
  const Table original = texts_table({{"x", {"a", "b", "c", "d"}}, {"y", {"e", "e", "f", "f"}}});
  const Table masked = texts_table({{"x", {"*", "*", "*", "*"}}, {"y", {"e", "e", "f", "f"}}});
  const Score score = measure(original, masked, "entropy-loss");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 8.0 / 12.0);
  EXPECT_DOUBLE_EQ(score.details.at("columns").at("x").as_number(), 100.0);
  EXPECT_DOUBLE_EQ(score.details.at("columns").at("y").as_number(), 0.0);
  EXPECT_DOUBLE_EQ(score.details.at("bits").as_number(), 12.0);
}

TEST(EntropyLoss, OfChangedValuesIsWhatTheyLeaveOpen) {
  // Under "a" stand a, a, b: 3·H(1/3) bits; under "b" one b. Of 4·1 bit.
  const Table original = texts_table({{"x", {"a", "a", "b", "b"}}});
  const double third = (2.0 * std::log2(1.5) + std::log2(3.0)) / 4.0;
  EXPECT_NEAR(loss(original, texts_table({{"x", {"a", "a", "a", "b"}}})), 100.0 * third, 1e-12);
  EXPECT_EQ(loss(original, texts_table({{"x", {"z", "z", "a", "a"}}})),
            0.0);  // other names have the same information
}

TEST(EntropyLoss, LeavesOutWhatWasMissingAndConstantColumns) {
  const Table original = texts_table({{"x", {"a", "b", "", ""}}, {"y", {"c", "c", "c", "c"}}});
  const Table masked = texts_table({{"x", {"p", "p", "a", "b"}}, {"y", {"", "", "c", "c"}}});
  const Score score = measure(original, masked, "entropy-loss");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
  EXPECT_TRUE(score.details.at("columns").at("y").is_null());
  EXPECT_EQ(score.details.at("incomplete_records"), Value(2));
  EXPECT_FALSE(measure(original.taking_columns({1}), masked.taking_columns({1}), "entropy-loss").value);
}

TEST(EntropyLoss, IsNothingForUnchangedNumbersAndAllForOneInterval) {
  const Table original = testing::incomes(200);
  EXPECT_EQ(loss(original, original), 0.0);
  Table masked = original;
  for (ColumnId id = 0; id < masked.column_count(); ++id) {
    masked.replace(id, testing::text_column(std::vector<std::string>(200, "any")));
  }
  EXPECT_DOUBLE_EQ(loss(original, masked), 100.0);
}

}  // namespace
}  // namespace sfumato
