// People with the keys of each record, against a comparison of every pair.
#include "risk/population_keys.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato::risk {
namespace {

using sfumato::testing::numbers_table;

Table random_keys(std::size_t rows, double gaps, Rng& rng) {
  std::vector<double> a(rows), b(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    a[i] = rng.chance(gaps) ? std::nan("") : static_cast<double>(rng.below(4));
    b[i] = rng.chance(gaps) ? std::nan("") : static_cast<double>(rng.below(3));
  }
  return numbers_table({{"a", a}, {"b", b}});
}

bool is_blank_row(const Table& table, std::size_t row) {
  return table.column(0).missing(row) && table.column(1).missing(row);
}

// One that misses every key counts for no other that has one.
bool agree(const Table& one, std::size_t i, const Table& other, std::size_t j, MissingAs reading) {
  if (reading == MissingAs::wildcard && is_blank_row(other, j) && !is_blank_row(one, i)) return false;
  for (const ColumnId id : {ColumnId{0}, ColumnId{1}}) {
    const double x = one.column(id).to_numbers()[i], y = other.column(id).to_numbers()[j];
    if (std::isnan(x) || std::isnan(y)) {
      if (reading == MissingAs::category && std::isnan(x) != std::isnan(y)) return false;
    } else if (x != y) {
      return false;
    }
  }
  return true;
}

TEST(PopulationKeys, AreThoseOfAllPairs) {
  Rng rng({6, 2});
  for (const MissingAs reading : {MissingAs::wildcard, MissingAs::category}) {
    for (int round = 0; round < 10; ++round) {
      const Table file = random_keys(20, 0.1, rng), people = random_keys(60, 0.1, rng);
      const PopulationCounts counts =
          population_counts(file, {0, 1}, people, reading, std::vector<double>(20, 0.0), sfumato::Run());
      EXPECT_EQ(counts.people_in_all, 60U);
      EXPECT_EQ(counts.outnumbered, 0U);
      for (std::size_t i = 0; i < 20; ++i) {
        double expected = 0.0;
        for (std::size_t j = 0; j < 60; ++j) expected += agree(file, i, people, j, reading) ? 1.0 : 0.0;
        EXPECT_EQ(counts.people[i], expected);
      }
    }
  }
}

TEST(PopulationKeys, CountsUniquesAndRecordsThatAreMoreThanPeople) {
  const Table file = numbers_table({{"a", {1, 1, 2}}});
  const Table people = numbers_table({{"a", {1, 2, 2, 3}}});
  const PopulationCounts counts =
      population_counts(file, {0}, people, MissingAs::category, {2, 2, 1}, sfumato::Run());
  EXPECT_EQ(counts.people, (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(counts.outnumbered, 2U);
  EXPECT_EQ(counts.uniques, 2.0);
  EXPECT_THROW(population_counts(file, {0}, numbers_table({{"b", {1}}}), MissingAs::category, {2, 2, 1},
                                 sfumato::Run()),
               Error);
}

TEST(PopulationKeys, DatesAreComparedWithTheirTexts) {
  ColumnInfo info;
  info.name = "born";
  const Table file({info}, {Column(Dates{{0, 1, Dates::missing}})});
  const Table people({info}, {Column(Codes{{0, 0, 1}, {"1970-01-01", "1970-01-02"}})});
  const PopulationCounts counts =
      population_counts(file, {0}, people, MissingAs::category, {0, 0, 0}, sfumato::Run());
  EXPECT_EQ(counts.people, (std::vector<double>{2, 1, 0}));
}

TEST(PopulationKeys, HasTheNumberOfPeople) {
  EXPECT_EQ(people_known(7.0, {1, 2}), 7.0);
  EXPECT_EQ(people_known(std::nullopt, {1, 2}), 3.0);
  EXPECT_EQ(people_known(std::nullopt, {}), 0.0);
}

}  // namespace
}  // namespace sfumato::risk
