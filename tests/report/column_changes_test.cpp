// Columns before and after as tables and figures, on tables of a few rows.
#include "report/column_changes.hpp"

#include <gtest/gtest.h>

#include "support/tables.hpp"

namespace sfumato::report {
namespace {

using Row = std::vector<std::string>;

template <class T>
std::vector<T> all(const std::vector<Block>& blocks) {
  std::vector<T> result;
  for (const Block& block : blocks) {
    if (const T* found = std::get_if<T>(&block)) result.push_back(*found);
  }
  return result;
}

profile::BeforeAfter compare(const Table& original, const Table& masked) {
  return profile::before_after(original, masked, testing::all_columns(original), Run());
}

Table one_column(Kind kind, Column column) {
  ColumnInfo info;
  info.name = "x";
  info.kind = kind;
  return Table({info}, {std::move(column)});
}

TEST(ColumnChanges, TellMeansQuantilesAndTheirChange) {
  const auto blocks = column_change_blocks(compare(testing::numbers_table({{"pay", {1, 2, 3, 6}}}),
                                                   testing::numbers_table({{"pay", {2, 2, 3, 3}}})));
  const auto tables = all<TableBlock>(blocks);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rows[0], (Row{"pay", "3", "2.5", "2.16", "0.577", "50 %"}));
  EXPECT_EQ(tables[1].rows[0], (Row{"mean", "3", "2.5", "-0.5"}));
  EXPECT_EQ(tables[1].rows[5], (Row{"median", "2.5", "2.5", "0"}));
  EXPECT_EQ(all<Figure>(blocks)[0].title, "pay before and after");
  EXPECT_EQ(all<Figure>(blocks)[0].alternative,
            "Before, the middle half of the values lies between 1.75 and 3.75, the median is 2.5. After, the "
            "middle "
            "half of the values lies between 2 and 3, the median is 2.5.");
}

TEST(ColumnChanges, OverlookDifferencesInTheLastDigits) {
  const auto tables = all<TableBlock>(
      column_change_blocks(compare(testing::numbers_table({{"x", {0.1, 0.2, 0.3}}}),
                                   testing::numbers_table({{"x", {0.30000000000000004, 0.1, 0.2}}}))));
  EXPECT_EQ(tables[1].rows[0], (Row{"mean", "0.2", "0.2", "0"}));
}

TEST(ColumnChanges, ShowCorrelationsThatChanged) {
  const auto figures = all<Figure>(column_change_blocks(
      compare(testing::numbers_table({{"a", {1, 2, 3}}, {"b", {1, 2, 3}}, {"c", {1, 1, 1}}}),
              testing::numbers_table({{"a", {1, 2, 3}}, {"b", {3, 2, 1}}, {"c", {1, 1, 1}}}))));
  const auto& map = std::get<HeatMap>(figures[0].chart);
  EXPECT_EQ(map.values[0][1], -1.0);  // from 1 to −1, as far as the scale goes
  EXPECT_TRUE(std::isnan(map.values[0][0]));
  EXPECT_TRUE(std::isnan(map.values[0][2]));
  EXPECT_EQ(figures[0].alternative, "The largest changes: a and b, from 1 to -1.");
  EXPECT_NE(figures[0].caption.find("Changes beyond ±1 are shown as ±1."), std::string::npos);
}

TEST(ColumnChanges, ShowDatesAsDates) {
  const auto blocks = column_change_blocks(
      compare(one_column(Kind::numeric, Dates{{0, 10, 20}}), one_column(Kind::numeric, Dates{{3, 13, 23}})));
  const auto tables = all<TableBlock>(blocks);
  EXPECT_EQ(tables[1].rows[0], (Row{"mean", "1970-01-11", "1970-01-14", "+3 days"}));
  EXPECT_EQ(tables[1].rows[1], (Row{"standard deviation, in days", "10", "10", "0"}));
  const auto chart = std::get<Histogram>(all<Figure>(blocks)[0].chart);
  EXPECT_EQ(chart.label, "x (year)");
  EXPECT_NEAR(chart.edges.front(), 1970.0, 0.01);
}

TEST(ColumnChanges, CompareCategoriesAndSayWhatIsMissing) {
  const auto tables = all<TableBlock>(
      column_change_blocks(compare(one_column(Kind::nominal, Codes{{0, 0, 1, 1}, {"f", "m"}}),
                                   one_column(Kind::nominal, Codes{{0, 1, 1, 1}, {"f", "m"}}))));
  EXPECT_EQ(tables[1].rows[0], (Row{"m", "50 %", "75 %", "+25 points"}));
  const double missing = std::nan("");
  const auto numbers = all<TableBlock>(column_change_blocks(
      compare(testing::numbers_table({{"x", {1, missing, 3}}}), testing::numbers_table({{"x", {1, 2, 3}}}))));
  EXPECT_EQ(numbers[1].rows[0], (Row{"missing", "1", "0", "-1"}));
  const auto none = all<Paragraph>(column_change_blocks(
      compare(testing::numbers_table({{"x", {missing}}}), testing::numbers_table({{"x", {missing}}}))));
  EXPECT_EQ(none[0].text, "No value is present.");
}

TEST(ReleasedColumns, HaveNothingOfTheOriginal) {
  const Table masked = testing::numbers_table({{"pay", {2, 2, 3, 3}}});
  const auto blocks =
      released_column_blocks(compare(testing::numbers_table({{"pay", {1000, 2000, 3000, 6000}}}), masked));
  const auto same = released_column_blocks(compare(masked, masked));
  ASSERT_EQ(blocks.size(), same.size());
  EXPECT_EQ(all<TableBlock>(blocks)[0].rows, all<TableBlock>(same)[0].rows);
  EXPECT_EQ(all<TableBlock>(blocks)[0].rows[0], (Row{"mean", "2.5"}));
  const auto chart = std::get<Histogram>(all<Figure>(blocks)[0].chart);
  EXPECT_TRUE(chart.before.empty());
  EXPECT_EQ(chart.edges, std::get<Histogram>(all<Figure>(same)[0].chart).edges);
}

}  // namespace
}  // namespace sfumato::report
