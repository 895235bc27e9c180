// Complete records of two files, each for itself, whatever the kind of column.
#include "stats/neighbours/unpaired_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato::stats {
namespace {

TEST(UnpairedRows, CountEachFileForItself) {
  const double nan = std::nan("");
  const Table original = testing::numbers_table({{"a", {1, nan, 3}}, {"b", {1, 2, nan}}, {"c", {nan, 1, 1}}});
  const Table masked = testing::numbers_table({{"a", {1, 2}}, {"b", {3, 4}}, {"c", {nan, nan}}});
  const UnpairedRows records = unpaired_rows(original, masked, {0, 1});
  EXPECT_EQ(records.original, std::vector<std::size_t>{0});
  EXPECT_EQ(records.masked, (std::vector<std::size_t>{0, 1}));
  Value details = Value::object();
  describe(records, details);
  EXPECT_EQ(details.at("incomplete_records"), Value(2));
  EXPECT_EQ(details.at("masked_records"), Value(2));
  EXPECT_EQ(details.find("incomplete_masked_records"), nullptr);
}

TEST(UnpairedRows, MissingCategoriesCount) {
  Table table = testing::numbers_table({{"a", {1, 2}}});
  table.replace(0, Codes{{0, Codes::missing}, {"x"}});
  EXPECT_EQ(unpaired_rows(table, table, {0}).masked, std::vector<std::size_t>{0});
}

}  // namespace
}  // namespace sfumato::stats
