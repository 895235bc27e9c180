// Complete records of two sides, and samples of the longer.
#include "stats/neighbours/unpaired_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

Matrix column_of(const std::vector<double>& values) {
  Matrix result(values.size(), 1);
  std::copy(values.begin(), values.end(), result.column(0).begin());
  return result;
}

TEST(UnpairedRecords, AreCompleteOnEachSide) {
  const UnpairedRecords records =
      unpaired_records(column_of({1, std::nan(""), 3}), column_of({std::nan(""), std::nan(""), 5, 6, 7}));
  EXPECT_EQ(records.original.rows(), 2U);
  EXPECT_EQ(records.masked.rows(), 3U);
  Value details = Value::object();
  describe(records, details);
  EXPECT_EQ(details.at("records"), Value(2));
  EXPECT_EQ(details.at("masked_records"), Value(3));
  EXPECT_EQ(details.at("incomplete_records"), Value(1));
  EXPECT_EQ(details.at("incomplete_masked_records"), Value(2));
  EXPECT_EQ(details.find("sampled_rows"), nullptr);
}

TEST(UnpairedRecords, TheLongerSideIsSampledInItsOrder) {
  std::vector<double> many(100);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
  UnpairedRecords records = unpaired_records(column_of(many), column_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  sample_to_equal_length(records, sfumato::Run({.seed = 4}));
  EXPECT_EQ(records.sampled, 10U);
  const auto sample = records.original.column(0);
  EXPECT_EQ(sample.size(), 10U);
  EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
  EXPECT_EQ(std::adjacent_find(sample.begin(), sample.end()), sample.end());  // without replacement
  EXPECT_GT(sample.back(), 20.0);
}

}  // namespace
}  // namespace sfumato::stats
