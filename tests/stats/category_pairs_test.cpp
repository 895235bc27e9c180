// Two columns as categories of one list: by text, by deciles, and what counts as missing.
#include "stats/categories/category_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

using Codes32 = std::vector<std::int32_t>;

TEST(CategoryPairs, MatchesTextsWhateverTheirTypesAndCodes) {
  const Column original = Integers{{7, 3, 7, 0}, {0, 0, 0, 1}};
  const Column masked = Codes{{0, 1, 2, 3}, {"7", "10", "*", "3"}};
  const CategoryPair pair = text_categories(original, masked);
  EXPECT_EQ(pair.texts, (std::vector<std::string>{"3", "7", "10"}));
  EXPECT_EQ(pair.original, (Codes32{1, 0, 1, -1}));
  EXPECT_EQ(pair.masked, (Codes32{1, 2, -1, 0}));
}

TEST(CategoryPairs, CutsNumbersAtTheDecilesOfTheOriginal) {
  // The deciles of 0 … 10 are 1, 2, …, 9; each is the upper end of its category.
  Numbers values;
  for (int i = 0; i <= 10; ++i) values.push_back(i);
  const CategoryPair pair =
      decile_categories(Column(values), Column(Numbers{-5, 1, 1.5, 9, 9.1, 100, std::nan("")}));
  EXPECT_EQ(pair.count(), 10U);
  EXPECT_EQ(pair.original, (Codes32{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(pair.masked, (Codes32{0, 0, 1, 8, 9, 9, -1}));
}

TEST(CategoryPairs, TakesEqualDecilesOnceAndLabelsAsTheirOwn) {
  // Nine zeros and a five: all deciles are 0 but for the interpolated last, 0.5·0.1 … here type 7 gives 0.5.
  const Column original(Numbers{0, 0, 0, 0, 0, 0, 0, 0, 0, 5});
  const CategoryPair numbers = decile_categories(original, original);
  EXPECT_EQ(numbers.original, numbers.masked);
  EXPECT_NE(numbers.original.front(), numbers.original.back());
  const Column constant(Numbers{4, 4, 4});
  EXPECT_EQ(decile_categories(constant, Column(Numbers{3, 4, 9})).masked, (Codes32{0, 0, 0}));
  const CategoryPair labels = decile_categories(constant, Codes{{0, 1, 1}, {"[0, 5[", "*"}});
  EXPECT_EQ(labels.masked, (Codes32{1, -1, -1}));
  EXPECT_EQ(labels.original, (Codes32{0, 0, 0}));
}

TEST(CategoryPairs, CountsRowsThatLackAValue) {
  const Column a(Numbers{1, std::nan(""), 3}), b(Numbers{std::nan(""), std::nan(""), 3});
  const std::vector<CategoryPair> pairs{decile_categories(a, b), decile_categories(b, a)};
  EXPECT_EQ(rows_lacking(pairs, &CategoryPair::original), 2U);
  Value details = Value::object();
  describe(pairs, details);
  EXPECT_EQ(details.at("records"), Value(3));
  EXPECT_EQ(details.at("incomplete_records"), Value(2));
}

}  // namespace
}  // namespace sfumato::stats
