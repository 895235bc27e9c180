// Bottom-coding by hand, and as top-coding of the negated table.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

TEST(BottomCoding, LimitsByHand) {
  const double nan = std::nan("");
  const Table original = numbers_table({{"x", {5, 1, nan, 3, 4, 2}}});
  // Type 7: the 0.1-quantile of 1 … 5 lies at place 0.4, 1.4.
  const Masked masked = mask(original, "bottom-coding", {{"quantile", 0.1}});
  const Numbers x = masked.tables[0].column(0).to_numbers();
  EXPECT_DOUBLE_EQ(x[1], 1.4);
  EXPECT_EQ(x[0], 5.0);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(masked.details.at("coded").as_integer(), 1);
  const Numbers at = mask(original, "bottom-coding", {{"at", 3}}).tables[0].column(0).to_numbers();
  EXPECT_EQ(at[0] + at[1] + at[3] + at[4] + at[5], 5.0 + 3.0 + 3.0 + 4.0 + 3.0);
}

TEST(BottomCoding, MirrorsTopCoding) {
  const Table original = testing::incomes(300);
  Table negated = original;
  for (ColumnId id = 0; id < 4; ++id) {
    for (double& value : negated.edit_numbers(id)) value = -value;
  }
  for (const bool multivariate : {false, true}) {
    const Masked bottom =
        mask(original, "bottom-coding", {{"quantile", 0.25}, {"multivariate", multivariate}});
    const Masked top = mask(negated, "top-coding", {{"quantile", 0.75}, {"multivariate", multivariate}});
    EXPECT_EQ(bottom.details.at("coded"), top.details.at("coded"));
    EXPECT_GT(bottom.details.at("coded").as_integer(), 0);
    for (ColumnId id = 0; id < 4; ++id) {
      const Numbers a = bottom.tables[0].column(id).to_numbers(), b = top.tables[0].column(id).to_numbers();
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], -b[i], 1e-9 * (1.0 + std::fabs(a[i])));
    }
  }
}

// Five categories with 1, 2, 4, 2 and 1 records, and one record without.
Table schooling() {
  ColumnInfo info;
  info.name = "school";
  info.kind = Kind::ordinal;
  return Table({info}, {Codes{{0, 1, 1, 2, 2, 2, 2, 3, 3, 4, -1}, {"none", "some", "much", "more", "all"}}});
}

TEST(BottomCoding, AnOrdinalColumnByCategoryOrRank) {
  const Masked named = mask(schooling(), "bottom-coding", {{"category", "some"}});
  EXPECT_EQ(named.details.at("coded"), Value(1));
  EXPECT_EQ(named.tables[0].column(0).text(0), "some");
  EXPECT_TRUE(named.tables[0].column(0).missing(10));
  // 3 of 10 records reach up to "some".
  const Masked ranked = mask(schooling(), "bottom-coding", {{"quantile", 0.3}});
  EXPECT_EQ(ranked.details.at("limits").at("school"), Value("some"));
  EXPECT_EQ(ranked.details.at("coded"), Value(1));
  EXPECT_EQ(ranked.tables[0].info(0), schooling().info(0));
  EXPECT_THROW(mask(schooling(), "bottom-coding", {{"category", "lots"}}), Error);
  EXPECT_THROW(mask(schooling(), "bottom-coding", {{"at", 3}}), Error);
  EXPECT_THROW(mask(schooling(), "bottom-coding", {{"multivariate", true}}), Error);
}

TEST(BottomCoding, TheTailCanBecomeItsMean) {
  const Table original = testing::numbers_table({{"x", {1, 2, 6, 10, 11}}});
  const Masked masked = testing::mask(original, "bottom-coding", {{"at", 10}, {"replacement", "mean"}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{3, 3, 3, 10, 11}));
}

}  // namespace
}  // namespace sfumato
