// Masked values have the decimals that their columns declare, and nothing that was equal becomes different.
#include "masking/declared_decimals.hpp"

#include <limits>

#include "core/rng.hpp"
#include "core/run.hpp"

namespace sfumato::masking {
namespace {

Table amounts(Numbers values, std::optional<int> decimals, std::optional<Domain> domain = std::nullopt) {
  ColumnInfo info;
  info.name = "amount";
  info.decimals = decimals;
  info.domain = domain;
  return Table({info}, {std::move(values)});
}

Numbers rounded(Numbers values, int decimals, std::optional<Domain> domain = std::nullopt) {
  Table table = amounts(std::move(values), decimals, domain);
  round_to_declared(table, {0});
  return table.column(0).to_numbers();
}

TEST(DeclaredDecimals, AreThoseOfTheNearestDecimal) {
  EXPECT_EQ(with_decimals(36035.16333333334, 2), 36035.16);
  EXPECT_EQ(with_decimals(-0.125, 2), -0.13);
  EXPECT_EQ(with_decimals(2.5, 0), 3.0);
  EXPECT_EQ(with_decimals(0.1 + 0.2, 15), 0.3);
  EXPECT_EQ(with_decimals(1e300, 2), 1e300);
  EXPECT_EQ(with_decimals(123456789012345.678, 2), 123456789012345.67);
  EXPECT_EQ(with_decimals(5e-324, 30), 0.0);
  EXPECT_FALSE(std::signbit(with_decimals(-0.001, 2)));
  EXPECT_TRUE(std::isnan(with_decimals(std::numeric_limits<double>::quiet_NaN(), 2)));
}

TEST(DeclaredDecimals, ColumnsWithoutADeclarationAndCategoriesAreLeft) {
  Table table = amounts({0.123, 0.456}, std::nullopt);
  round_to_declared(table, {0});
  EXPECT_EQ(table.column(0).to_numbers(), (Numbers{0.123, 0.456}));
  ColumnInfo info;
  info.name = "age";
  info.kind = Kind::nominal;
  info.decimals = 0;
  Table categories({info}, {Codes{{0, 1}, {"[1.25, 2.5)", "[2.5, 5)"}}});
  round_to_declared(categories, {0});
  EXPECT_EQ(categories.column(0).text(0), "[1.25, 2.5)");
}

TEST(DeclaredDecimals, WithoutDecimalsTheColumnIsOneOfIntegers) {
  Table table = amounts({1.4, std::numeric_limits<double>::quiet_NaN(), -2.6}, 0);
  round_to_declared(table, {0});
  ASSERT_NE(table.column(0).get_if<Integers>(), nullptr);
  EXPECT_EQ(*table.column(0).get_if<Integers>(), (Integers{{1, 0, -3}, {0, 1, 0}}));
}

TEST(DeclaredDecimals, AValueInsideItsDomainStaysInside) {
  EXPECT_EQ(rounded({1.0049, -0.0049}, 1, Domain{-0.01, 1.04}), (Numbers{1.0, 0.0}));
  EXPECT_EQ(rounded({0.96}, 1, Domain{0.0, 0.97}), (Numbers{0.9}));
  EXPECT_EQ(rounded({0.04}, 1, Domain{0.03, 1.0}), (Numbers{0.1}));
  EXPECT_EQ(rounded({7.777}, 1, Domain{0.0, 1.0}), (Numbers{7.8}));  // it was outside before
}

// Post-processing: equal values stay equal, the order is kept, and no value moves by more than half a unit.
TEST(DeclaredDecimals, KeepEqualValuesEqualAndTheirOrder) {
  Rng rng = sfumato::Run({.seed = 7, .threads = 1}).rng("decimals");
  for (const int decimals : {0, 1, 2, 5}) {
    Numbers values;
    for (int i = 0; i < 500; ++i) values.push_back(1e4 * rng.normal());
    values.insert(values.end(), values.begin(), values.end());
    const Numbers result = rounded(values, decimals);
    const double half = 0.5 * std::pow(10.0, -decimals);
    for (std::size_t i = 0; i < 500; ++i) {
      EXPECT_EQ(result[i], result[i + 500]);
      EXPECT_LE(std::abs(result[i] - values[i]), half * (1 + 1e-9));
      for (std::size_t j = 0; j < 20; ++j) {
        EXPECT_TRUE(values[j] >= values[i] || result[j] <= result[i]);
      }
    }
  }
}

TEST(DeclaredDecimals, ASumIsRoundedOnlyWhereItsPartsAllowIt) {
  ColumnInfo cents, tenths, unknown;
  cents.name = "cents";
  cents.decimals = 2;
  tenths.name = "tenths";
  tenths.decimals = 1;
  unknown.name = "unknown";
  const Table table({cents, tenths, unknown}, {Numbers{0.25}, Numbers{0.5}, Numbers{1.0 / 3.0}});
  EXPECT_EQ(sum_decimals(table, {0, 1}, 2), 2);
  EXPECT_EQ(sum_decimals(table, {0, 1}, 1), std::nullopt);
  EXPECT_EQ(sum_decimals(table, {0, 2}, 2), std::nullopt);
  EXPECT_EQ(sum_decimals(table, {1}, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace sfumato::masking
