// Linkage on categories and mixed columns: by hand, and the same number from comparing every pair.
#include "risk/mixed_linkage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::text_column;
using testing::texts_table;

const testing::Tree towns{{"Reus", "Tarragona", "Catalonia", "*"},
                          {"Valls", "Tarragona", "Catalonia", "*"},
                          {"Girona", "Girona province", "Catalonia", "*"},
                          {"Alcoi", "Alacant", "Valencia", "*"}};

TEST(MixedLinkage, NominalValuesDifferByNothingOrOne) {
  // The second masked record is at 0 from the first original and at 1 from its own and the third.
  const Table original = texts_table({{"x", {"a", "b", "c"}}}),
              masked = texts_table({{"x", {"a", "a", "c"}}});
  const Score score = measure(original, masked, "distance-linkage");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("second_nearest_percent").as_number(), 100.0 * 0.5 / 3.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{1.0, 0.0, 1.0}));
  // The other way: a has two nearest, b is at 1 from all three, c is found.
  const Score back = measure(original, masked, "distance-linkage", {{"direction", "original-to-masked"}});
  EXPECT_DOUBLE_EQ(back.value.value(), 100.0 * (0.5 + 1.0 / 3.0 + 1.0) / 3.0);
}

TEST(MixedLinkage, ASuppressedCellIsFarFromEverything) {
  const Table original = texts_table({{"x", {"a", "b", ""}}, {"y", {"p", "q", "q"}}});
  const Table masked = texts_table({{"x", {"a", "*", ""}}, {"y", {"p", "q", "q"}}});
  // Record 2 and 3 of the masked file: x is at 1 from all, y agrees with both q.
  EXPECT_DOUBLE_EQ(measure(original, masked, "distance-linkage").value.value(), 100.0 * 2.0 / 3.0);
  const Score alone = measure(original.taking_columns({0}), masked.taking_columns({0}), "distance-linkage");
  EXPECT_DOUBLE_EQ(alone.value.value(), 100.0 * (1.0 + 2.0 / 3.0) / 3.0);
  EXPECT_EQ(alone.details.at("incomplete_records"), Value(1));
}

TEST(MixedLinkage, OrdinalValuesDifferByTheirRanks) {
  ColumnInfo info;
  info.name = "size";
  info.kind = Kind::ordinal;
  const std::vector<std::string> order{"s", "m", "l", "xl"};
  const Table original({info}, {text_column({"s", "l", "xl"}, order)});
  // m is one step from both s and l; l is found; xl has become l, which is a step from its own.
  const Table masked({info}, {text_column({"m", "l", "l"}, order)});
  const Score score = measure(original, masked, "distance-linkage");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 1.5 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("second_nearest_percent").as_number(), 100.0 * (0.5 + 1.0) / 3.0);
}

TEST(MixedLinkage, HierarchyValuesDifferByTheLevelWhereTheyMeet) {
  const Table original = texts_table({{"town", {"Reus", "Valls", "Girona", "Alcoi"}}}, {{"town", towns}});
  // Tarragona is at 1/3 from Reus and Valls; Catalonia at 2/3 from all three; Valencia at 2/3 from Alcoi.
  const Table masked = texts_table({{"town", {"Tarragona", "Tarragona", "Catalonia", "Valencia"}}});
  EXPECT_DOUBLE_EQ(measure(original, masked, "distance-linkage").value.value(),
                   100.0 * (0.5 + 0.5 + 1.0 / 3.0 + 1.0) / 4.0);
  // Girona is nearer to Reus than to Alcoi, which a nominal column does not know.
  const Table moved = texts_table({{"town", {"Girona", "Valls", "Girona", "Alcoi"}}});
  const Score score = measure(original, moved, "distance-linkage");
  EXPECT_DOUBLE_EQ(score.details.at("second_nearest_percent").as_number(), 100.0 * 0.5 / 4.0);
}

TEST(MixedLinkage, LabelsInPlaceOfNumbersAreReadThroughTheirHierarchy) {
  Table original = testing::numbers_table({{"age", {20, 25, 31}}});
  ColumnInfo info = original.info(0);
  info.tree = std::make_shared<const Hierarchy>(
      testing::Tree{{"20", "20s", "*"}, {"25", "20s", "*"}, {"31", "30s", "*"}});
  original.set_info(0, info);
  const Table masked = texts_table({{"age", {"20s", "20s", "30s"}}});
  EXPECT_DOUBLE_EQ(measure(original, masked, "distance-linkage").value.value(), 100.0 * 2.0 / 3.0);
}

TEST(MixedLinkage, WeightsDecideBetweenColumns) {
  // Masked (a, q): its own (a, p) differs in y, (b, q) in x.
  const Table original = texts_table({{"x", {"a", "b"}}, {"y", {"p", "q"}}});
  const Table masked = texts_table({{"x", {"a", "b"}}, {"y", {"q", "q"}}});
  const auto linked = [&](const Value& weights) {
    return measure(original, masked, "distance-linkage", {{"weights", weights}}).value.value();
  };
  EXPECT_DOUBLE_EQ(linked(Value::object()), 75.0);
  EXPECT_DOUBLE_EQ(linked(Value::object().set("x", 2)), 100.0);
  EXPECT_DOUBLE_EQ(linked(Value::object().set("y", 1.5)), 50.0);
  EXPECT_DOUBLE_EQ(linked(Value::object().set("x", 0)), 50.0);  // on y alone: 0 and 1 at the first q
}

// Squared distances of numbers and categories are summed; a label is at 0 from what it covers, and a
// suppressed cell as far from one original as from another.
TEST(MixedLinkage, AgreesWithComparingEveryPair) {
  Rng rng({6, 2});
  const std::size_t n = 300;
  std::vector<std::string> town, moved;
  Numbers x, y;
  for (std::size_t i = 0; i < n; ++i) {
    town.push_back(towns[rng.below(4)][0]);
    moved.push_back(rng.chance(0.2) ? towns[rng.below(4)][rng.below(4)] : town.back());
    x.push_back(static_cast<double>(rng.below(64)));
    y.push_back(x.back() + static_cast<double>(rng.below(9)) - 4.0);
    if (rng.chance(0.1)) y.back() = std::nan("");
  }
  ColumnInfo place;
  place.name = "town";
  place.kind = Kind::nominal;
  place.tree = std::make_shared<const Hierarchy>(towns);
  ColumnInfo number;
  number.name = "x";
  const Table original({place, number}, {text_column(town), x}),
      masked({place, number}, {text_column(moved), y});
  double low = 1e9, high = -1e9, linked = 0.0;
  for (const Numbers* side : {&x, &y}) {
    for (const double value : *side) {
      if (std::isnan(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  const auto covers = [&](const std::string& leaf, const std::string& value) {
    return std::any_of(towns.begin(), towns.end(), [&](const auto& row) {
      return row[0] == leaf && std::find(row.begin(), row.end(), value) != row.end();
    });
  };
  const auto level = [&](const std::string& leaf, const std::string& value) {
    for (std::size_t row = 0; row < towns.size(); ++row) {
      for (std::size_t height = 0; height < 4 && towns[row][0] == leaf; ++height) {
        if (towns[row][height] == value) return height;
      }
    }
    for (std::size_t height = 0; height < 4; ++height) {  // elsewhere: where it meets the leaf
      for (const auto& row : towns) {
        if (row[height] != value) continue;
        for (std::size_t above = height; above < 4; ++above) {
          for (const auto& own : towns) {
            if (own[0] == leaf && own[above] == row[above]) return above;
          }
        }
      }
    }
    return std::size_t{3};
  };
  for (std::size_t i = 0; i < n; ++i) {
    const auto squared = [&](std::size_t k) {
      const double apart = moved[i] == "*" || covers(town[k], moved[i])
                               ? 0.0
                               : static_cast<double>(level(town[k], moved[i])) / 3.0;
      const double difference = std::isnan(y[i]) ? high - low : y[i] - x[k];
      return difference * difference + apart * apart;
    };
    double equal = 0.0;
    bool nearest = true;
    for (std::size_t k = 0; k < n; ++k) {
      nearest = nearest && squared(k) >= squared(i) - 1e-9;
      equal += std::fabs(squared(k) - squared(i)) < 1e-9 ? 1.0 : 0.0;
    }
    linked += nearest ? 1.0 / equal : 0.0;
  }
  EXPECT_NEAR(measure(original, masked, "distance-linkage", {{"scale", "raw"}}).value.value(),
              100.0 * linked / static_cast<double>(n), 1e-9);
}

TEST(MixedLinkage, SaysWhatItCannotDo) {
  const Table original = texts_table({{"x", {"a", "b"}}, {"y", {"p", "p"}}});
  EXPECT_FALSE(measure(original, original, "distance-linkage", {{"scale", "mahalanobis"}}).value);
  const Score constant =
      measure(original.taking_columns({1}), original.taking_columns({1}), "distance-linkage");
  EXPECT_EQ(constant.note, "every compared column is constant");
  EXPECT_FALSE(measure(texts_table({{"x", {}}}), texts_table({{"x", {}}}), "distance-linkage").value);
}

TEST(MixedLinkage, CategoriesAgreeWhenTheyAreEqual) {
  std::vector<std::string> x, y, lost;
  for (int i = 0; i < 100; ++i) {
    x.push_back("x" + std::to_string(i % 10));
    y.push_back("y" + std::to_string(i / 10));
    lost.push_back(i % 2 == 0 ? "" : y.back());
  }
  const Table original = texts_table({{"x", x}, {"y", y}});
  const ParamValues params{{"link", "argmax"}, {"known-rates", true}};
  EXPECT_DOUBLE_EQ(measure(original, original, "probabilistic-linkage", params).value.value(), 100.0);
  // Records of an even x have all lost their y, of which nothing is known: ten of them agree in x alone. The
  // others agree in both.
  const Score score =
      measure(original, texts_table({{"x", x}, {"y", lost}}), "probabilistic-linkage", params);
  EXPECT_DOUBLE_EQ(score.details.at("m").as_array()[1].as_number(), 1.0 - 1e-6);
  EXPECT_NEAR(score.value.value(), 100.0 * (50.0 + 50.0 * 0.1) / 100.0, 1e-9);
}

}  // namespace
}  // namespace sfumato
