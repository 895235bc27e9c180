// Files whose rows stand in another order are found, and releases of all methods, whose rows correspond, are
// not taken for such files.
#include "compare/row_correspondence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "masking/registry.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::compare {
namespace {

using Order = std::vector<std::size_t>;

Order in_order(std::size_t rows) {
  Order result(rows);
  std::iota(result.begin(), result.end(), std::size_t{0});
  return result;
}

Order reversed_order(std::size_t rows) {
  Order result = in_order(rows);
  std::reverse(result.begin(), result.end());
  return result;
}

Order shifted_order(std::size_t rows) {
  Order result = in_order(rows);
  std::rotate(result.begin(), result.begin() + 1, result.end());
  return result;
}

const sfumato::Run& plain_run() {
  static const sfumato::Run run({.seed = 5, .threads = 2});
  return run;
}

// Without identifiers, as a release has it.
Table made_up_people(std::size_t rows) {
  const Table drawn = sample::draw_table(sample::sample("people"), rows, plain_run());
  ColumnSet kept;
  for (ColumnId id = 0; id < drawn.column_count(); ++id) {
    if (drawn.info(id).role != Role::identifier) kept.push_back(id);
  }
  return drawn.taking_columns(kept);
}

Table with_rows(const Table& table, const Order& order) { return table.taking_rows(order); }

TEST(RowCorrespondence, FindsVerbatimCopiesInAnotherOrder) {
  const Table original = made_up_people(400);
  EXPECT_FALSE(moved_rows(original, original, plain_run()));
  for (const Order& order : {reversed_order(400), shifted_order(400)}) {
    const auto moved = moved_rows(original, with_rows(original, order), plain_run());
    ASSERT_TRUE(moved);
    EXPECT_GT(moved->moved, 390U);
    EXPECT_EQ(moved->columns.size(), original.column_count());
  }
}

// Ten lines: all pairs of numbers are different, and one line has moved to the end.
TEST(RowCorrespondence, FindsItInTenLines) {
  const Table original =
      testing::numbers_table({{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, {"b", {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}}});
  const auto moved = moved_rows(original, with_rows(original, shifted_order(10)), plain_run());
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->found, 10U);
  EXPECT_EQ(moved->moved, 10U);
  EXPECT_EQ(moved->columns, (std::vector<std::string>{"a", "b"}));
}

// Row i is value i mod 5 of one column and (i / 5) mod 4 of the other: 20 combinations, each 10 times.
Table without_unique_rows() {
  std::vector<double> a(200), b(200);
  for (std::size_t row = 0; row < 200; ++row) {
    a[row] = static_cast<double>(row % 5);
    b[row] = static_cast<double>(row / 5 % 4);
  }
  return testing::numbers_table({{"a", a}, {"b", b}});
}

Order random_order(std::size_t rows, std::uint64_t seed) {
  Order result = in_order(rows);
  Rng rng({seed, 1});
  rng.shuffle(std::span(result));
  return result;
}

// A random order leaves 10 of 200 places on average, with a standard deviation of about 3.
TEST(RowCorrespondence, FindsReorderedRowsOfWhichNoneIsUnique) {
  const Table original = without_unique_rows();
  EXPECT_FALSE(moved_rows(original, original, plain_run()));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto moved = moved_rows(original, with_rows(original, random_order(200, seed)), plain_run());
    ASSERT_TRUE(moved) << seed;
    EXPECT_TRUE(moved->whole);
    EXPECT_EQ(moved->found, 200U);
    EXPECT_GT(moved->moved, 170U);
    EXPECT_NE(moved_rows_warning(*moved, "x", "y").find("equally often"), std::string::npos);
  }
}

// Columns that move apart give other rows, and columns of two values each often the same ones by chance.
TEST(RowCorrespondence, ColumnsWithFewValuesThatMoveApartAreNoEvidence) {
  const Table original = without_unique_rows();
  Rng rng({3, 1});
  std::vector<double> first(200), second(200);
  for (std::size_t row = 0; row < 200; ++row) {
    first[row] = rng.chance(0.5) ? 1 : 0;
    second[row] = rng.chance(0.5) ? 1 : 0;
  }
  const Table two = testing::numbers_table({{"a", first}, {"b", second}});
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    for (const Table& table : {original, two}) {
      Table masked = table;
      for (ColumnId id = 0; id < 2; ++id) {
        masked.replace(id, with_rows(table, random_order(200, 2 * seed + id)).column(id));
      }
      EXPECT_FALSE(moved_rows(table, masked, plain_run())) << seed;
      masked.replace(0, table.column(0));
      EXPECT_FALSE(moved_rows(table, masked, plain_run())) << seed;
    }
  }
}

TEST(RowCorrespondence, OneMovedColumnIsNoEvidence) {
  const Table original = made_up_people(300);
  Table masked = original;
  const Table reversed = with_rows(original, reversed_order(300));
  const ColumnId income = original.require("income"), tax = original.require("tax");
  masked.replace(income, reversed.column(income));
  EXPECT_FALSE(moved_rows(original, masked, plain_run()));
  masked.replace(tax, reversed.column(tax));  // two that moved together, while the others stayed
  EXPECT_FALSE(moved_rows(original, masked, plain_run()));
}

TEST(RowCorrespondence, FindsAFifthOfTheRowsInAnotherOrder) {
  const Table original = made_up_people(500);
  Order order = in_order(500);
  std::reverse(order.begin() + 100, order.begin() + 200);
  EXPECT_TRUE(moved_rows(original, with_rows(original, order), plain_run()));
}

TEST(RowCorrespondence, ManyRowsAreComparedInPart) {
  const Table original = made_up_people(60000);
  EXPECT_FALSE(moved_rows(original, original, plain_run()));
  EXPECT_TRUE(moved_rows(original, with_rows(original, reversed_order(60000)), plain_run()));
}

// Copies of the nearest other record are not a reordered file: some are used several times.
TEST(RowCorrespondence, DonorsAreNoReordering) {
  const Table original = made_up_people(500);
  Order donors = in_order(500);
  for (std::size_t row = 0; row < donors.size(); ++row) donors[row] = (row * row + 7) % 500;
  EXPECT_FALSE(moved_rows(original, with_rows(original, donors), plain_run()));
}

// The columns of `original` that `masked` has as they were.
std::size_t columns_as_they_were(const Table& original, const Table& masked) {
  std::size_t count = 0;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const auto other = masked.find(original.info(id).name);
    if (other && original.column(id) == masked.column(*other)) ++count;
  }
  return count;
}

TEST(RowCorrespondence, NoMethodGivesAFalseAlarmAndEachIsFoundReordered) {
  const Table original = made_up_people(600);
  std::size_t tried = 0, reordered = 0;
  for (const Method& method : masking::methods()) {
    for (const bool few : {true, false}) {
      ColumnSet columns;
      for (ColumnId id = 0; id < original.column_count(); ++id) {
        const ColumnInfo& info = original.info(id);
        const bool wanted = info.role == Role::quasi_identifier || info.role == Role::confidential;
        if (wanted && method.info.accepts.has(info.kind) && (!few || columns.size() < 2))
          columns.push_back(id);
      }
      Masked masked;
      try {
        masked = method.apply(original, columns, {}, plain_run());
      } catch (const Error&) {
        continue;  // needs parameters
      }
      const Table& release = masked.tables.front();
      if (masked.mapping != Mapping::same_rows || release.rows() != original.rows()) continue;
      ++tried;
      EXPECT_FALSE(moved_rows(original, release, plain_run())) << method.info.name;
      if (columns_as_they_were(original, release) < 2) continue;
      ++reordered;
      EXPECT_TRUE(moved_rows(original, with_rows(release, reversed_order(600)), plain_run()))
          << method.info.name;
    }
  }
  EXPECT_GE(tried, 30U);
  EXPECT_GE(reordered, 25U);
}

}  // namespace
}  // namespace sfumato::compare
