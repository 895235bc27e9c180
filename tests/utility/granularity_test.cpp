// Granularity by hand, and that of generalization's own releases.
#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "masking/registry.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::texts_table;
using testing::Tree;

const Tree towns{{"Reus", "Tarragona", "*"},
                 {"Valls", "Tarragona", "*"},
                 {"Girona", "Girona", "*"},
                 {"Olot", "Girona", "*"},
                 {"Blanes", "Girona", "*"}};

double granularity(const std::vector<std::string>& original, const std::vector<std::string>& masked) {
  return measure(texts_table({{"town", original}}, {{"town", towns}}), texts_table({{"town", masked}}),
                 "granularity")
      .value.value();
}

TEST(Granularity, ByHand) {
  const std::vector<std::string> original{"Reus", "Valls", "Olot", "Girona"};
  EXPECT_EQ(granularity(original, original), 100.0);
  EXPECT_EQ(granularity(original, {"*", "", "*", ""}), 0.0);
  // Tarragona stands for 2 of 5 leaves and loses 1/4.
  EXPECT_DOUBLE_EQ(granularity(original, {"Tarragona", "Tarragona", "Olot", "Girona"}),
                   100.0 * (1.0 - 0.5 / 4.0));
}

TEST(Granularity, DistinguishesALeafFromItsParentByTheOriginalValues) {
  // "Girona" is a town and a province of three towns. Over Olot it can only be the province: both cells lose
  // 2/4. Where it stands for itself alone it is the town.
  EXPECT_DOUBLE_EQ(granularity({"Girona", "Olot"}, {"Girona", "Girona"}), 50.0);
  EXPECT_DOUBLE_EQ(granularity({"Girona", "Olot"}, {"Girona", "Olot"}), 100.0);
  // A swapped town is as fine as before.
  EXPECT_DOUBLE_EQ(granularity({"Reus", "Olot"}, {"Olot", "Reus"}), 100.0);
}

TEST(Granularity, UnknownTextsLoseAllAndAreCounted) {
  const Score score = measure(texts_table({{"town", {"Reus", "Olot"}}}, {{"town", towns}}),
                              texts_table({{"town", {"Reus", "Somewhere"}}}), "granularity");
  EXPECT_DOUBLE_EQ(score.value.value(), 50.0);
  EXPECT_EQ(score.details.at("unknown_cells"), Value(1));
}

TEST(Granularity, HasNoValueWithoutAHierarchy) {
  const Table original = texts_table({{"town", {"Reus", "Olot", "Olot"}}});
  for (const Table& masked : {original, texts_table({{"town", {"Reus", "Reus", "coast"}}})}) {
    const Score score = measure(original, masked, "granularity");
    EXPECT_FALSE(score.value);
    EXPECT_NE(score.note.find("hierarchy"), std::string::npos);
  }
}

TEST(Granularity, HasNoValueWhereNewLabelsHaveNoHierarchy) {
  const Table original = texts_table({{"town", {"Reus", "Olot"}}, {"job", {"a", "b"}}}, {{"town", towns}});
  const Score score = measure(
      original, texts_table({{"town", {"Reus", "Olot"}}, {"job", {"a or b", "a or b"}}}), "granularity");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("'job' has new labels and no hierarchy"), std::string::npos);
}

// Beside a column with a hierarchy: suppressed cells lose all, and values of the original nothing.
TEST(Granularity, SuppressionNeedsNoHierarchy) {
  const Table original = texts_table({{"x", {"a", "b", "c", ""}}, {"town", {"Reus", "Olot", "Olot", "Reus"}}},
                                     {{"town", towns}});
  const Table masked = texts_table({{"x", {"b", "*", "c", ""}}, {"town", {"Reus", "Olot", "Olot", "Reus"}}});
  const Score score = measure(original, masked, "granularity");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * (1.0 - (1.0 / 3.0) / 2.0));
  EXPECT_EQ(score.details.at("without_hierarchy"), Value::array_of({"x"}));
  EXPECT_DOUBLE_EQ(score.details.at("columns").at("x").as_number(), 100.0 * (1.0 - 1.0 / 3.0));
}

TEST(Granularity, IntervalsOfNumbersGoThroughTheirHierarchy) {
  Table original = testing::numbers_table({{"age", {20, 25, 31, 38}}});
  ColumnInfo info = original.info(0);
  info.tree = std::make_shared<const Hierarchy>(Tree{
      {"20", "20s", "*"}, {"25", "20s", "*"}, {"31", "30s", "*"}, {"38", "30s", "*"}, {"39", "30s", "*"}});
  original.set_info(0, info);
  const Table masked = texts_table({{"age", {"20s", "20s", "30s", "*"}}});
  EXPECT_DOUBLE_EQ(measure(original, masked, "granularity").value.value(),
                   100.0 * (1.0 - (0.25 + 0.25 + 0.5 + 1.0) / 4.0));
}

// Generalization says the granularity of what it wrote.
TEST(Granularity, AgreesWithGeneralization) {
  Rng rng({8, 1});
  std::vector<std::string> town, sex;
  for (int i = 0; i < 300; ++i) {
    town.push_back(towns[rng.below(5)][0]);
    sex.push_back(rng.chance(0.03) ? "x" : rng.chance(0.5) ? "m" : "f");
  }
  // "Girona" is not a town here: every text has one level.
  Tree tree = towns;
  for (std::vector<std::string>& row : tree) row[1] += " province";
  const Table original = texts_table({{"town", town}, {"sex", sex}},
                                     {{"town", tree}, {"sex", {{"m", "*"}, {"f", "*"}, {"x", "*"}}}});
  for (const bool local : {false, true}) {
    const Masked masked = masking::method("generalization")
                              .apply(original, {0, 1}, {{"k", 10}, {"suppress", 5.0}, {"local", local}},
                                     sfumato::Run({.seed = 1, .threads = 1}));
    EXPECT_NEAR(measure(original, masked.tables[0], "granularity").value.value(),
                100.0 * masked.details.at("granularity").as_number(), 1e-9);
  }
}

}  // namespace
}  // namespace sfumato
