// The made-up people: repeatable, the same on any number of threads, and shaped as promised.
#include "sample/people.hpp"

#include <algorithm>

namespace sfumato::sample {
namespace {

Table people_with(std::size_t rows, std::uint64_t seed, int threads = 1) {
  return people(rows, Run(Run::Options{.seed = seed, .threads = threads}));
}

double correlation(const Numbers& x, const Numbers& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    n += 1;
    sx += x[i];
    sy += y[i];
    sxx += x[i] * x[i];
    syy += y[i] * y[i];
    sxy += x[i] * y[i];
  }
  return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

Numbers numbers_of(const Table& table, const char* name) {
  return table.column(table.require(name)).to_numbers();
}

TEST(People, AreTheSameForOneSeedOnAnyNumberOfThreads) {
  EXPECT_TRUE(people_with(9000, 7, 1).same_data(people_with(9000, 7, 8)));
  EXPECT_FALSE(people_with(100, 7).same_data(people_with(100, 8)));
}

TEST(People, OfAShorterTableAreTheFirstOfALonger) {
  std::vector<std::size_t> first(50);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = i;
  EXPECT_TRUE(people_with(500, 1).taking_rows(first).same_data(people_with(50, 1)));
}

TEST(People, HaveRolesForEveryColumn) {
  const Table table = people_with(10, 1);
  for (const ColumnInfo& info : table.schema()) EXPECT_TRUE(info.role) << info.name;
  EXPECT_EQ(table.info(table.require("education")).kind, Kind::ordinal);
}

TEST(People, HaveSkewedIncomesThatRiseWithEducation) {
  const Table table = people_with(5000, 1);
  Numbers income = numbers_of(table, "income");
  EXPECT_GT(correlation(income, numbers_of(table, "education")), 0.2);
  EXPECT_GT(correlation(income, numbers_of(table, "tax")), 0.8);
  std::erase_if(income, [](double value) { return std::isnan(value); });
  std::sort(income.begin(), income.end());
  double sum = 0;
  for (const double value : income) sum += value;
  EXPECT_GT(sum / static_cast<double>(income.size()), 1.05 * income[income.size() / 2]);
  EXPECT_GT(income.front(), 0.0);
}

TEST(People, HaveZeroSavingsAndAHeavyTail) {
  Numbers savings = numbers_of(people_with(5000, 1), "savings");
  std::sort(savings.begin(), savings.end());
  const auto zeros = std::count(savings.begin(), savings.end(), 0.0);
  EXPECT_GT(zeros, 500);
  EXPECT_LT(zeros, 2500);
  EXPECT_GT(savings.back(), 10.0 * savings[savings.size() * 9 / 10]);
}

TEST(People, HaveAFewMissingValuesAndSharedHouseholds) {
  const Table table = people_with(5000, 1);
  const std::size_t missing = table.column(table.require("income")).missing_count();
  EXPECT_GT(missing, 20U);
  EXPECT_LT(missing, 100U);
  const Numbers household = numbers_of(table, "household_id");
  EXPECT_TRUE(std::is_sorted(household.begin(), household.end()));
  EXPECT_LT(household.back() - household.front() + 1, 4000);
}

TEST(People, CanBeNone) { EXPECT_EQ(people_with(0, 1).rows(), 0U); }

}  // namespace
}  // namespace sfumato::sample
