// What labels cover, from each source, and positions of cells against their definition.
#include "stats/covers/covered_column.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "core/hierarchy.hpp"
#include "core/rng.hpp"
#include "stats/covers/cover_positions.hpp"
#include "stats/covers/label_means.hpp"
#include "support/tables.hpp"

namespace sfumato::stats {
namespace {

using Rows = std::vector<std::vector<std::string>>;
using CellKind = MaskedCell::Kind;

Table texts_table(const std::vector<std::string>& texts, Kind kind = Kind::nominal) {
  Codes codes;
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto found = std::find(codes.labels.begin(), codes.labels.end(), text);
    codes.codes.push_back(static_cast<std::int32_t>(found - codes.labels.begin()));
    if (found == codes.labels.end()) codes.labels.push_back(text);
  }
  ColumnInfo info;
  info.name = "x";
  info.kind = kind;
  return {{info}, {codes}};
}

Table numbers_of(const std::vector<double>& values) { return testing::numbers_table({{"x", values}}); }

Table with_tree(Table table, Rows rows) {
  ColumnInfo info = table.info(0);
  info.tree = std::make_shared<const Hierarchy>(std::move(rows));
  table.set_info(0, info);
  return table;
}

// The values that the cell of a record covers, as texts.
std::set<std::string> covered_texts(const CoveredColumn& column, std::size_t row) {
  std::set<std::string> result;
  const MaskedCell& cell = column.cells[static_cast<std::size_t>(column.masked[row])];
  for (std::size_t place = 0; place < column.texts.size(); ++place) {
    if (cell.covers(static_cast<std::int32_t>(place))) result.insert(column.texts[place]);
  }
  return result;
}

const MaskedCell& cell_of(const CoveredColumn& column, std::size_t row) {
  return column.cells[static_cast<std::size_t>(column.masked[row])];
}

TEST(CoveredColumn, IsNothingWithoutLabels) {
  EXPECT_FALSE(coarse_column(numbers_of({1, 2, 3}), numbers_of({3, 2.5, 9}), 0, true));
  EXPECT_FALSE(coarse_column(texts_table({"a", "b", "c"}), texts_table({"b", "b", "c"}), 0, true));
  // A value that the original misses too is not suppressed.
  EXPECT_FALSE(coarse_column(numbers_of({1, std::nan("")}), numbers_of({1, std::nan("")}), 0, true));
}

TEST(CoveredColumn, TheHierarchyOfTheReleaseComesFirst) {
  // As the hierarchy says, "1-2" is not what it reads like.
  const Table original = numbers_of({1, 2, 3, 4});
  const Table masked = with_tree(texts_table({"1-2", "1-2", "1-2", "4"}),
                                 {{"1", "1-2", "*"}, {"2", "1-2", "*"}, {"3", "1-2", "*"}, {"4", "4", "*"}});
  const auto column = coarse_column(original, masked, 0, true);
  ASSERT_TRUE(column);
  EXPECT_EQ(covered_texts(*column, 0), (std::set<std::string>{"1", "2", "3"}));
  EXPECT_EQ(cell_of(*column, 0).source, CoverSource::hierarchy);
  EXPECT_EQ(cell_of(*column, 3).kind, CellKind::value);
}

TEST(CoveredColumn, ReadsIntervalsOfNumbers) {
  const auto column = coarse_column(numbers_of({1, 2, 3, 4, 10}),
                                    texts_table({"1-2", "[3, 4)", "<= 3", "4", ">= 4"}), 0, true);
  ASSERT_TRUE(column);
  EXPECT_EQ(covered_texts(*column, 0), (std::set<std::string>{"1", "2"}));
  EXPECT_EQ(covered_texts(*column, 1), (std::set<std::string>{"3"}));
  EXPECT_EQ(covered_texts(*column, 2), (std::set<std::string>{"1", "2", "3"}));
  EXPECT_EQ(cell_of(*column, 3).kind, CellKind::value);
  EXPECT_EQ(covered_texts(*column, 4), (std::set<std::string>{"4", "10"}));
}

TEST(CoveredColumn, AnIntervalWithoutValuesHasEnds) {
  const auto column = coarse_column(numbers_of({1, 9}), texts_table({"4-6", "9"}), 0, true);
  ASSERT_TRUE(column);
  EXPECT_TRUE(cell_of(*column, 0).runs.empty());
  EXPECT_EQ(cell_of(*column, 0).ends, (std::vector<double>{4, 6}));
}

TEST(CoveredColumn, ElseTheRecordsSayWhatALabelCovers) {
  const Table original = texts_table({"a", "b", "c", "a"}), masked = texts_table({"low", "low", "c", "low"});
  const auto column = coarse_column(original, masked, 0, true);
  ASSERT_TRUE(column);
  EXPECT_EQ(covered_texts(*column, 0), (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(cell_of(*column, 0).source, CoverSource::mapping);
  const auto unpaired = coarse_column(original, masked, 0, false);
  ASSERT_TRUE(unpaired);
  EXPECT_NE(unpaired->reason.find("'low'"), std::string::npos);
}

TEST(CoveredColumn, SuppressedCellsAndRootsAreOne) {
  const auto column =
      coarse_column(numbers_of({1, 2, 3, std::nan("")}), texts_table({"*", "", "1-3", ""}), 0, true);
  ASSERT_TRUE(column);
  for (std::size_t row = 0; row < 3; ++row)
    EXPECT_EQ(cell_of(*column, row).kind, CellKind::suppressed) << row;
  EXPECT_EQ(column->masked[3], CoveredColumn::missing);
}

TEST(CoveredColumn, AValueIsALabelWhereTheHierarchySaysSo) {
  // "other" is a value and the name of a group; its record was "x".
  const Rows rows{{"other", "other", "*"}, {"x", "other", "*"}, {"a", "a", "*"}};
  const Table original = with_tree(texts_table({"other", "x", "a"}), rows);
  const auto column = coarse_column(original, texts_table({"other", "other", "a"}), 0, true);
  ASSERT_TRUE(column);
  EXPECT_EQ(covered_texts(*column, 0), (std::set<std::string>{"other", "x"}));
  EXPECT_FALSE(coarse_column(original, texts_table({"other", "a", "a"}), 0, true));
}

// A random recoding of numbers: labels of consecutive groups, some of them suppressed.
struct Recoding {
  std::vector<double> values;
  std::vector<std::string> labels;
  Rows rows;
};

Recoding random_recoding(Rng& rng) {
  Recoding result;
  const std::uint64_t different = 2 + rng.below(30), width = 1 + rng.below(6);
  for (std::uint64_t value = 0; value < different; ++value) {
    result.rows.push_back({std::to_string(value), "g" + std::to_string(value / width), "*"});
  }
  for (std::size_t i = 0; i < 3 + rng.below(200); ++i) {
    const std::uint64_t value = rng.below(different);
    result.values.push_back(static_cast<double>(value));
    result.labels.push_back(rng.chance(0.2)   ? std::to_string(value)
                            : rng.chance(0.1) ? "*"
                                              : result.rows[value][1]);
  }
  return result;
}

TEST(CoveredColumn, PositionsAndMeansAgreeWithTheSetOfValues) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    Rng rng({round, 31});
    const Recoding made = random_recoding(rng);
    const Table original = numbers_of(made.values), masked = with_tree(texts_table(made.labels), made.rows);
    const auto column = coarse_column(original, masked, 0, true);
    ASSERT_TRUE(column);
    std::vector<double> ascending = made.values;
    std::sort(ascending.begin(), ascending.end());
    const std::vector<double> positions = cell_positions(*column, ascending, column->numbers, column->counts);
    const Numbers means = with_label_means(original, masked, {0}).masked.column(0).to_numbers();
    for (std::size_t i = 0; i < made.values.size(); ++i) {
      double ranks = 0.0, values = 0.0, count = 0.0;
      for (const double x : made.values) {
        const std::vector<std::string>& row = made.rows[static_cast<std::size_t>(x)];
        if (std::find(row.begin(), row.end(), made.labels[i]) == row.end()) continue;
        ranks += position_of(x, ascending);
        values += x;
        count += 1.0;
      }
      EXPECT_NEAR(positions[static_cast<std::size_t>(column->masked[i])], ranks / count, 1e-9);
      EXPECT_NEAR(means[i], values / count, 1e-9);
    }
  }
}

TEST(CoveredColumn, PositionsOfUnlabelledNumbers) {
  const std::vector<double> ascending{1, 2, 2, 5};
  EXPECT_EQ(position_of(2, ascending), 2.5);
  EXPECT_EQ(position_of(5, ascending), 4.0);
  EXPECT_EQ(position_of(3, ascending), 3.5);
  EXPECT_EQ(position_of(0, ascending), 0.5);
}

}  // namespace
}  // namespace sfumato::stats
