// Intervals of numbers without a hierarchy: by hand, and that no label follows a single record.
#include "masking/number_intervals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/number_text.hpp"
#include "core/run.hpp"
#include "masking/level_columns.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

std::vector<CountedNumber> counted_numbers(const std::vector<double>& values) {
  std::vector<CountedNumber> result;
  for (const double value : values) {
    const auto same = [&](const CountedNumber& one) { return one.number == value; };
    const auto found = std::find_if(result.begin(), result.end(), same);
    if (found == result.end()) {
      result.push_back({shortest(value), value, 1});
    } else {
      ++found->records;
    }
  }
  return result;
}

std::vector<double> from_0_to(int last) {
  std::vector<double> values;
  for (int i = 0; i <= last; ++i) values.push_back(i);
  return values;
}

std::vector<std::string> row_of(const Hierarchy& tree, const std::string& leaf) {
  std::vector<std::string> row;
  for (std::size_t level = 0; level < tree.levels(); ++level) row.push_back(tree.at(leaf, level));
  return row;
}

// "[10, 20)" as "10" and "20".
std::vector<std::string> words_of(const std::string& label) {
  std::vector<std::string> words(1);
  for (const char letter : label) {
    if (std::string_view("[], )").find(letter) == std::string_view::npos) {
      words.back() += letter;
    } else {
      words.emplace_back();
    }
  }
  return words;
}

// 101 records: tails of 6, so cuts lie above 5 and up to 95; 90/16 is below 10, and no smaller width 1, 2 or
// 5 times a power of ten is enough.
TEST(NumberIntervals, EndAtRoundNumbersAndAreOpenOutside) {
  const Hierarchy tree = interval_levels(counted_numbers(from_0_to(100)), {});
  EXPECT_EQ(row_of(tree, "37"),
            (std::vector<std::string>{"37", "[30, 40)", "[20, 40)", "below 40", "below 80", "*"}));
  EXPECT_EQ(row_of(tree, "40"),
            (std::vector<std::string>{"40", "[40, 50)", "[40, 60)", "[40, 80)", "below 80", "*"}));
  EXPECT_EQ(row_of(tree, "0"),
            (std::vector<std::string>{"0", "below 10", "below 20", "below 40", "below 80", "*"}));
  EXPECT_EQ(row_of(tree, "100"),
            (std::vector<std::string>{"100", "90 or more", "80 or more", "80 or more", "80 or more", "*"}));
}

// −50 to 50: cuts by 10 above −45 and up to 45; 0 is a cut of every width, and the last one.
TEST(NumberIntervals, OfNegativeAndPositiveNumbersMeetAtZero) {
  std::vector<double> values = from_0_to(100);
  for (double& value : values) value -= 50.0;
  const Hierarchy tree = interval_levels(counted_numbers(values), {});
  EXPECT_EQ(row_of(tree, "-37"),
            (std::vector<std::string>{"-37", "[-40, -30)", "[-40, -20)", "[-40, 0)", "below 0", "*"}));
  EXPECT_EQ(row_of(tree, "0"),
            (std::vector<std::string>{"0", "[0, 10)", "[0, 20)", "[0, 40)", "0 or more", "*"}));
}

TEST(NumberIntervals, OuterOnesEndAtADeclaredDomain) {
  const Hierarchy tree = interval_levels(counted_numbers(from_0_to(100)), Domain{1, 99});
  EXPECT_EQ(row_of(tree, "3")[1], "[1, 10)");
  EXPECT_EQ(row_of(tree, "97")[1], "[90, 99]");
  EXPECT_EQ(row_of(tree, "0")[1], "below 1");
  EXPECT_EQ(row_of(tree, "100")[1], "above 99");
}

// Decimal cuts are equal to the numbers that are read from the same text: 0.3 is in [0.3, …).
TEST(NumberIntervals, DecimalCutsAreExact) {
  std::vector<double> values;
  for (int i = 0; i <= 100; ++i) values.push_back(i / 100.0);
  const Hierarchy tree = interval_levels(counted_numbers(values), {});
  for (int tenth = 1; tenth < 9; ++tenth) {
    const std::string lower = shortest(tenth / 10.0), upper = shortest((tenth + 1) / 10.0);
    EXPECT_EQ(row_of(tree, lower)[1], "[" + lower + ", " + upper + ")");
  }
}

TEST(NumberIntervals, FewOrEqualNumbersHaveNone) {
  EXPECT_EQ(interval_levels(counted_numbers({1, 2, 3, 4}), {}).levels(), 2U);
  EXPECT_EQ(interval_levels(counted_numbers(std::vector<double>(50, 7.0)), {}).levels(), 2U);
  std::vector<double> mostly(100, 0.0);
  mostly.insert(mostly.end(), {10, 20, 30, 40});  // the third from above is 20: cuts by 2, by 4 and by 8
  EXPECT_EQ(row_of(interval_levels(counted_numbers(mostly), {}), "40"),
            (std::vector<std::string>{"40", "16 or more", "*"}));  // three numbers that count need no three
                                                                   // intervals
}

// The middle of 1 to 6 spans less than 16, so that the width depends on whether the numbers are whole. One
// record with a fraction changes no label of the others; a tenth of the records makes intervals narrower.
TEST(NumberIntervals, OneFractionDoesNotChangeTheWidth) {
  std::vector<double> values;
  for (int i = 0; i < 240; ++i) values.push_back(1 + i % 6);
  const Hierarchy tree = interval_levels(counted_numbers(values), {});
  EXPECT_EQ(row_of(tree, "3")[1], "[2, 4)");  // six intervals of width 1 would say as much as the numbers
  for (std::size_t place = 0; place < 6; ++place) {
    std::vector<double> replaced = values;
    replaced[place] += 0.25;
    const Hierarchy other = interval_levels(counted_numbers(replaced), {});
    for (const char* leaf : {"1", "2", "3", "4", "5", "6"})
      EXPECT_EQ(row_of(other, leaf), row_of(tree, leaf));
  }
  for (std::size_t place = 0; place < 24; ++place) values[place] += place < 12 ? 0.25 : 0.75;
  EXPECT_EQ(row_of(interval_levels(counted_numbers(values), {}), "3")[1], "[3, 3.5)");
}

TEST(NumberIntervals, OneFractionAmongFewRecordsDoesNotChangeTheWidth) {
  for (int copies = 2; copies < 5; ++copies) {
    std::vector<double> values;
    for (int i = 0; i < 6 * copies; ++i) values.push_back(1 + i % 6);
    values[3] += 0.25;
    const Hierarchy tree = interval_levels(counted_numbers(values), {});
    for (const std::string& label : row_of(tree, "3")) EXPECT_EQ(label.find('.'), std::string::npos) << label;
  }
}

// Skewed amounts with three decimals that are all different. The richest record is replaced by one a thousand
// times richer: every label stays as it was, also that of the replaced record, and no label has a value of
// the data.
TEST(NumberIntervals, DoNotFollowSingleRecords) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng = sfumato::Run({.seed = seed, .threads = 1}).rng("amounts");
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) {
      values.push_back(std::round(1e3 * std::exp(8.0 + 1.5 * rng.normal())) / 1e3 + 0.001 * (i % 7));
    }
    std::vector<double> replaced = values;
    *std::max_element(replaced.begin(), replaced.end()) *= 1000.0;
    *std::min_element(replaced.begin(), replaced.end()) -= 1e6;
    const GeneralizedColumn before = generalized_column(testing::numbers_table({{"x", values}}), 0);
    const GeneralizedColumn after = generalized_column(testing::numbers_table({{"x", replaced}}), 0);
    ASSERT_EQ(before.texts.size(), after.texts.size());
    ASSERT_GT(before.texts.size(), 3U);
    std::set<std::string> own(before.texts[0].begin(), before.texts[0].end());
    for (std::size_t level = 1; level < before.texts.size(); ++level) {
      for (std::size_t row = 0; row < values.size(); ++row) {
        const std::string& label = before.texts[level][before.leaf_of_row[row]];
        EXPECT_EQ(label, after.texts[level][after.leaf_of_row[row]]) << seed << " " << values[row];
        for (const std::string& word : words_of(label)) EXPECT_FALSE(own.contains(word)) << label;
      }
    }
  }
}

TEST(NumberIntervals, DatesHaveMonthsQuartersYearsAndDecades) {
  ColumnInfo info;
  info.name = "born";
  const Table table({info}, {Dates{{0, 40, 400, 4000}}});  // 1970-01-01 and later
  const GeneralizedColumn column = generalized_column(table, 0);
  EXPECT_EQ(column.texts[1][0], "1970-01");
  EXPECT_EQ(column.texts[2][1], "1970-Q1");
  EXPECT_EQ(column.texts[3][2], "1971");
  EXPECT_EQ(column.texts[4][3], "1980s");
}

}  // namespace
}  // namespace sfumato::masking
