// IPSO: exact moments and regressions, no trace of single records, few records, missing values.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/distributions/exact_normal.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "stats/linear/records.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::all_columns;
using testing::columns_named;
using testing::mask;
using testing::numbers_table;

// Means, and covariances relative to the standard deviations, agree to 1e-9.
void expect_same_moments(const stats::Matrix& before, const stats::Matrix& after) {
  const stats::Matrix wanted = stats::covariance(before), found = stats::covariance(after);
  for (std::size_t a = 0; a < before.columns(); ++a) {
    const stats::Moments x = stats::moments(before.column(a)), y = stats::moments(after.column(a));
    EXPECT_NEAR(y.mean, x.mean, 1e-9 * (std::abs(x.mean) + x.sd()));
    for (std::size_t b = 0; b < before.columns(); ++b) {
      EXPECT_NEAR(found(a, b), wanted(a, b), 1e-9 * std::sqrt(wanted(a, a) * wanted(b, b))) << a << " " << b;
    }
  }
}

TEST(Ipso, KeepsMeansAndCovariancesExactly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Table original = testing::incomes(20 + 30 * seed, seed);
    const Masked masked = mask(original, "ipso", {}, seed);
    const ColumnSet columns = all_columns(original);
    expect_same_moments(stats::numbers(original, columns), stats::numbers(masked.tables[0], columns));
    EXPECT_EQ(masked.mapping, Mapping::none);
  }
}

TEST(Ipso, KeepsThemOnSingularData) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");  // rank 12 of 13
  const Table original = testing::read_numbers(census);
  const ColumnSet columns = all_columns(original);
  expect_same_moments(stats::numbers(original, columns),
                      stats::numbers(mask(original, "ipso").tables[0], columns));
}

TEST(Ipso, RevealsNothingAboutSingleRecords) {
  const Table original = testing::incomes(5000);
  const Table masked = mask(original, "ipso").tables[0];
  for (ColumnId id = 0; id < 3; ++id) {
    stats::Matrix pair(5000, 2);
    const Numbers x = original.column(id).to_numbers(), y = masked.column(id).to_numbers();
    for (std::size_t i = 0; i < x.size(); ++i) {
      pair(i, 0) = x[i];
      pair(i, 1) = y[i];
    }
    EXPECT_NEAR(stats::correlation(stats::covariance(pair))(0, 1), 0.0, 5.0 / std::sqrt(5000.0));
  }
}

TEST(Ipso, WithCovariatesKeepsRegressionsExactly) {
  const Table original = testing::incomes(400);
  const Method& ipso = masking::method("ipso");
  const ColumnSet columns = columns_named(original, {"tax", "savings"});
  const Value covariates = Value::array_of(std::vector<std::string>{"income", "size"});
  const Masked masked =
      ipso.apply(original, columns, {{"covariates", covariates}}, sfumato::Run({.seed = 4}));
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  const ColumnSet all = all_columns(original);
  expect_same_moments(stats::numbers(original, all), stats::numbers(masked.tables[0], all));
  const ColumnSet given = columns_named(original, {"income", "size"});
  const stats::Matrix design = stats::design_matrix(original, given);
  const stats::LeastSquares before = stats::least_squares(design, stats::numbers(original, columns));
  const stats::LeastSquares after = stats::least_squares(design, stats::numbers(masked.tables[0], columns));
  for (std::size_t j = 0; j < 2; ++j) {
    const double sd = stats::moments(original.column(columns[j]).to_numbers()).sd();
    for (std::size_t p = 0; p < design.columns(); ++p) {
      EXPECT_NEAR(after.coefficients(p, j), before.coefficients(p, j), 1e-9 * sd);
    }
  }
  EXPECT_FALSE(masked.tables[0].column(columns[0]) == original.column(columns[0]));
}

// A column that stays still belongs to the record in its row; an identifier does not stay.
TEST(Ipso, RecordsCorrespondToNoneOnlyWhereNothingElseStays) {
  Table original = testing::incomes(50);
  for (const char* method : {"ipso", "data-shuffling"}) {
    const auto mapping = [&] {
      return masking::method(method).apply(original, {0, 1, 2}, {}, sfumato::Run({.seed = 1})).mapping;
    };
    original.set_info(3, [&] {
      ColumnInfo info = original.info(3);
      info.role = Role::weight;
      return info;
    }());
    EXPECT_EQ(mapping(), Mapping::same_rows) << method;
    original.set_info(3, [&] {
      ColumnInfo info = original.info(3);
      info.role = Role::identifier;
      return info;
    }());
    EXPECT_EQ(mapping(), Mapping::none) << method;
  }
}

TEST(Ipso, TakesCategoriesAsCovariates) {
  Table original = testing::incomes(90);
  std::vector<std::int32_t> codes(90);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::int32_t>(i % 3);
  ColumnInfo info;
  info.name = "region";
  info.kind = Kind::nominal;
  std::vector<ColumnInfo> schema = original.schema();
  schema.push_back(info);
  const Table table(schema, {original.column(0), original.column(1), original.column(2), original.column(3),
                             Codes{codes, {"north", "south", "west"}}});
  const Table masked =
      masking::method("ipso")
          .apply(table, {0, 1}, {{"covariates", Value::array_of(std::vector<std::string>{"region"})}},
                 sfumato::Run({.seed = 4}))
          .tables[0];
  for (std::int32_t region = 0; region < 3; ++region) {
    double before = 0.0, after = 0.0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] != region) continue;
      before += table.column(0).to_numbers()[i];
      after += masked.column(0).to_numbers()[i];
    }
    EXPECT_NEAR(after, before, 1e-9 * before);  // group means are a regression on dummies
  }
}

TEST(Ipso, CompleteRecordsHaveTheMomentsWhereSomeAreIncomplete) {
  Table original = testing::incomes(200);
  for (std::size_t i = 0; i < 200; i += 7) original.edit_numbers(i % 3)[i] = std::nan("");
  const Table masked = mask(original, "ipso").tables[0];
  const stats::CompletePairs pairs = stats::complete_pairs(original, masked, all_columns(original));
  EXPECT_EQ(pairs.dropped, 29U);
  expect_same_moments(pairs.original, pairs.masked);
  const Table filled = mask(original, "ipso", {{"fill", true}}).tables[0];
  for (ColumnId id = 0; id < 4; ++id) EXPECT_EQ(filled.column(id).missing_count(), 0U);
}

TEST(Ipso, RefusesDrawsThatWouldReturnTheOriginal) {
  EXPECT_THROW(mask(numbers_table({{"x", {1, 5}}}), "ipso"), Error);  // ± the same two values
  EXPECT_NO_THROW(mask(numbers_table({{"x", {1, 5, 6}}}), "ipso"));
  const Table original = numbers_table({{"x", {1, 5, 6, 9}}, {"c", {2, 2, 3, 9}}, {"d", {1, 0, 4, 4}}});
  const Value covariates = Value::array_of(std::vector<std::string>{"c", "d"});
  EXPECT_THROW(
      masking::method("ipso").apply(original, {0}, {{"covariates", covariates}}, sfumato::Run({.seed = 1})),
      Error);
  EXPECT_THROW(masking::method("ipso").apply(original, {0, 1}, {{"covariates", covariates}},
                                             sfumato::Run({.seed = 1})),
               Error);
}

// With one column and three records the result is a point of a circle: all of it must be reached.
TEST(Ipso, DrawsEvenlyOverAllRecordsWithTheseMoments) {
  const Table original = numbers_table({{"x", {-1, 0, 1}}});
  std::vector<int> sectors(8);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Numbers y = mask(original, "ipso", {}, seed).tables[0].column(0).to_numbers();
    const double across = (y[0] - y[2]) / std::sqrt(2.0), along = (y[0] - 2.0 * y[1] + y[2]) / std::sqrt(6.0);
    const double angle = std::atan2(along, across) + 3.14159265358979312;
    ++sectors[std::min<std::size_t>(7, static_cast<std::size_t>(angle / 0.785398163397448279))];
  }
  for (const int count : sectors) EXPECT_NEAR(count, 500, 5.0 * std::sqrt(500.0 * 7 / 8));
}

TEST(Hybrid, KeepsTheMomentsOfTheTableAndOfEveryGroup) {
  const Table original = testing::incomes(300);
  const Table masked = mask(original, "hybrid", {{"k", 12}}).tables[0];
  const ColumnSet columns = all_columns(original);
  const stats::Matrix x = stats::numbers(original, columns), y = stats::numbers(masked, columns);
  expect_same_moments(x, y);
  const stats::Grouping grouping =
      stats::mdav_groups(stats::standardized(x), 12, stats::GroupSeeds::farthest, sfumato::Run({.seed = 1}));
  for (const auto& group : grouping.groups) {
    expect_same_moments(stats::taking_rows(x, group), stats::taking_rows(y, group));
  }
}

// A group has fewer records than columns: its covariance is singular, and still kept.
TEST(Hybrid, TakesGroupsSmallerThanTheNumberOfColumns) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const ColumnSet columns = all_columns(original);
  const Table masked = mask(original, "hybrid", {{"k", 5}}).tables[0];
  expect_same_moments(stats::numbers(original, columns), stats::numbers(masked, columns));
}

}  // namespace
}  // namespace sfumato
