// What columns of each kind are ranked by.
#include "stats/ranks/rank_values.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "core/hierarchy.hpp"

#include <cmath>

namespace sfumato::stats {
namespace {

ColumnInfo of_kind(Kind kind) {
  ColumnInfo info;
  info.kind = kind;
  return info;
}

TEST(RankValues, NumbersAreThemselves) {
  const Column column(Integers{{3, 1, 2}, {0, 1, 0}});
  const Numbers values = rank_values(column, of_kind(Kind::numeric));
  EXPECT_EQ(values[0], 3.0);
  EXPECT_TRUE(std::isnan(values[1]));
}

TEST(RankValues, OrdinalCategoriesKeepTheOriginalsOrderWhateverTheirCodes) {
  const Column original(Codes{{0, 1, 2}, {"low", "middle", "high"}});
  const Column masked(Codes{{0, 1, 2, Codes::missing}, {"high", "other", "low"}});
  const Numbers values = rank_values(masked, of_kind(Kind::ordinal), original);
  EXPECT_EQ(values[0], 2.0);
  EXPECT_TRUE(std::isnan(values[1]));  // the original has no such category
  EXPECT_EQ(values[2], 0.0);
  EXPECT_TRUE(std::isnan(values[3]));
}

TEST(RankValues, NominalCategoriesStandForTheirMarginality) {
  // Shares in the original: a 3/5, b 1/5, c 1/5; the missing value has none.
  const Column original(Codes{{0, 0, 1, 0, 2, Codes::missing}, {"a", "b", "c"}});
  const Numbers values = rank_values(original, of_kind(Kind::nominal));
  EXPECT_DOUBLE_EQ(values[0], 0.4);
  EXPECT_DOUBLE_EQ(values[2], 0.8);
  EXPECT_EQ(values[2], values[4]);  // equally frequent: tied
  EXPECT_TRUE(std::isnan(values[5]));
  const Column masked(Codes{{0, 1}, {"c", "new"}});
  EXPECT_EQ(rank_values(masked, of_kind(Kind::nominal), original), (Numbers{values[4], 1.0}));
}

TEST(RankValues, NominalCategoriesMayBeWrittenAsNumbers) {
  const Column original(Numbers{7, 7, 7, 9});
  EXPECT_EQ(rank_values(Column(Numbers{9, 7, 5}), of_kind(Kind::nominal), original),
            (Numbers{0.75, 0.25, 1.0}));
}

// Two towns of one region, and one abroad: levels town, region, world.
TEST(RankValues, AHierarchySaysHowFarCategoriesAreApart) {
  ColumnInfo info = of_kind(Kind::nominal);
  info.tree = std::make_shared<const Hierarchy>(std::vector<std::vector<std::string>>{
      {"Reus", "Camp", "*"}, {"Valls", "Camp", "*"}, {"Pau", "Bearn", "*"}});
  const Column towns(Codes{{0, 0, 1, 2}, {"Reus", "Valls", "Pau"}});
  // Reus: 2·0 + ½ + 1 = 1.5 of 4; Valls: 2·½ + 0 + 1 = 2; Pau: 2 + 1 + 0 = 3.
  const Numbers values = rank_values(towns, info);
  EXPECT_DOUBLE_EQ(values[0], 0.375);
  EXPECT_DOUBLE_EQ(values[2], 0.5);
  EXPECT_DOUBLE_EQ(values[3], 0.75);
  const Column elsewhere(Codes{{0}, {"Rome"}});  // not in the hierarchy: far from all
  EXPECT_DOUBLE_EQ(rank_values(elsewhere, info, towns)[0], 1.0);
}

}  // namespace
}  // namespace sfumato::stats
