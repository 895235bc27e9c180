// The private copula: what it keeps when ε is large, what it promises, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/ranks/kendall.hpp"

namespace sfumato {
namespace {

ColumnInfo number_info(const std::string& name, Domain domain, std::optional<int> decimals = std::nullopt) {
  ColumnInfo info;
  info.name = name;
  info.domain = domain;
  info.decimals = decimals;
  return info;
}

ColumnInfo category_info(const std::string& name, Kind kind, const std::vector<std::string>& declared) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  (kind == Kind::ordinal ? info.order : info.categories) = declared;
  return info;
}

// Age and income rise together, education with both, and region is independent of them.
Table people(std::size_t rows, std::uint64_t seed = 4) {
  Rng rng({seed, 1});
  Numbers age(rows), income(rows);
  Codes education{std::vector<std::int32_t>(rows), {"primary", "secondary", "university"}};
  Codes region{std::vector<std::int32_t>(rows), {"south", "north"}};
  for (std::size_t i = 0; i < rows; ++i) {
    const double shared = rng.normal(), own = 0.8 * shared + 0.6 * rng.normal();
    const double school = 0.7 * shared + std::sqrt(0.51) * rng.normal();
    age[i] = std::nearbyint(std::clamp(45.0 + 12.0 * shared, 0.0, 100.0));
    income[i] = 2000.0 * std::exp(0.5 * own);
    education.codes[i] = school < -0.5 ? 0 : school < 0.8 ? 1 : 2;
    region.codes[i] = rng.chance(0.3) ? 1 : 0;
  }
  return {{number_info("age", {0, 100}, 0), number_info("income", {0, 10000}),
           category_info("education", Kind::ordinal, {"primary", "secondary", "university"}),
           category_info("region", Kind::nominal, {"north", "south", "islands"})},
          {age, income, education, region}};
}

ColumnSet all_of(const Table& table) {
  ColumnSet columns(table.column_count());
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  return columns;
}

Masked release(const Table& original, const ParamValues& params = {}, std::uint64_t seed = 1, int threads = 2,
               ColumnSet columns = {}) {
  if (columns.empty()) columns = all_of(original);
  return masking::method("dp-copula")
      .apply(original, columns, params, sfumato::Run({.seed = seed, .threads = threads}));
}

std::string error_of(const Table& original, const ParamValues& params = {}, ColumnSet columns = {}) {
  try {
    release(original, params, 1, 1, std::move(columns));
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
    return error.message + " | " + error.hint;
  }
  return "no error";
}

double share_of(const Column& column, const std::string& category) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < column.size(); ++row) count += column.text(row) == category ? 1 : 0;
  return static_cast<double>(count) / static_cast<double>(column.size());
}

double tau(const Column& a, const Column& b) {
  const double n = static_cast<double>(a.size());
  const auto score =
      stats::kendall_score(stats::ordered_levels(a.to_numbers()), stats::ordered_levels(b.to_numbers()));
  return 2.0 * static_cast<double>(score) / (n * (n - 1.0));
}

// The largest difference between two empirical distribution functions.
double kolmogorov(Numbers a, Numbers b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double largest = 0.0;
  for (const double at : a) {
    const auto below = [&](const Numbers& values) {
      return static_cast<double>(std::upper_bound(values.begin(), values.end(), at) - values.begin()) /
             static_cast<double>(values.size());
    };
    largest = std::max(largest, std::fabs(below(a) - below(b)));
  }
  return largest;
}

TEST(DpCopula, MarginalsConvergeWhenEpsilonIsLarge) {
  const Table original = people(20000);
  const Table released = release(original, {{"epsilon", 1000.0}}).tables[0];
  EXPECT_EQ(released.names(), original.names());
  // Two samples of 20000 differ by 1.63·√(2/20000) = .016 in one of a hundred cases; bins add a little.
  EXPECT_LT(kolmogorov(released.column(0).to_numbers(), original.column(0).to_numbers()), 0.025);
  EXPECT_LT(kolmogorov(released.column(1).to_numbers(), original.column(1).to_numbers()), 0.025);
  for (const std::string category : {"primary", "secondary", "university"}) {
    EXPECT_NEAR(share_of(released.column(2), category), share_of(original.column(2), category), 0.015);
  }
  EXPECT_NEAR(share_of(released.column(3), "north"), 0.3, 0.015);
  EXPECT_EQ(share_of(released.column(3), "islands"), 0.0);
}

TEST(DpCopula, CorrelationsAreKeptWhenEpsilonIsLarge) {
  const Table original = people(20000);
  const Table released = release(original, {{"epsilon", 1000.0}}).tables[0];
  // The standard error of τ is at most 2/(3√n) = .005; bins and categories change it a little.
  EXPECT_NEAR(tau(released.column(0), released.column(1)), tau(original.column(0), original.column(1)), 0.03);
  EXPECT_NEAR(tau(released.column(0), released.column(2)), tau(original.column(0), original.column(2)), 0.03);
  EXPECT_NEAR(tau(released.column(1), released.column(2)), tau(original.column(1), original.column(2)), 0.03);
  EXPECT_GT(tau(original.column(0), original.column(2)), 0.25);
}

TEST(DpCopula, BinaryColumnsKeepTheirRelation) {
  const std::size_t rows = 20000;
  Rng rng({9, 9});
  Codes a{std::vector<std::int32_t>(rows), {"no", "yes"}}, b = a;
  for (std::size_t i = 0; i < rows; ++i) {
    a.codes[i] = rng.chance(0.5) ? 1 : 0;
    b.codes[i] = rng.chance(0.15) ? 1 - a.codes[i] : a.codes[i];
  }
  const Table original(
      {category_info("a", Kind::ordinal, {"no", "yes"}), category_info("b", Kind::ordinal, {"no", "yes"})},
      {a, b});
  const Table released = release(original, {{"epsilon", 1000.0}}).tables[0];
  EXPECT_NEAR(tau(original.column(0), original.column(1)), 0.35, 0.01);
  EXPECT_NEAR(tau(released.column(0), released.column(1)), 0.35, 0.02);
}

TEST(DpCopula, TheSplitAddsUpToEpsilon) {
  const Table original = people(300);
  const Masked masked = release(original, {{"epsilon", 2.5}, {"share", 0.3}});
  ASSERT_EQ(masked.guarantee.split.size(), 5U);
  double spent = 0.0;
  for (const auto& [part, epsilon] : masked.guarantee.split) spent += epsilon;
  EXPECT_NEAR(spent, 2.5, 1e-12);
  EXPECT_EQ(masked.guarantee.split[0].first, "marginal of age");
  EXPECT_NEAR(masked.guarantee.split[0].second, 2.5 * 0.3 / 4, 1e-12);
  EXPECT_EQ(masked.guarantee.split[4].first, "correlations");
  EXPECT_NEAR(masked.guarantee.split[4].second, 2.5 * 0.7, 1e-12);
}

TEST(DpCopula, AColumnAloneHasAllOfEpsilon) {
  const Masked masked = release(people(300), {{"epsilon", 2.0}}, 1, 1, {1});
  ASSERT_EQ(masked.guarantee.split.size(), 1U);
  EXPECT_EQ(masked.guarantee.split[0].second, 2.0);
  EXPECT_EQ(masked.guarantee.uncovered, (std::vector<std::string>{"age", "education", "region"}));
}

TEST(DpCopula, ColumnsThatCanHoldOneValueCostNothing) {
  const Table original(
      {number_info("x", {3, 3}), number_info("y", {0, 1}), category_info("z", Kind::nominal, {"only"})},
      {Numbers{9, 4, 3}, Numbers{0.2, 0.7, 0.9}, Codes{{0, 0, 0}, {"other"}}});
  const Masked masked = release(original);
  ASSERT_EQ(masked.guarantee.split.size(), 1U);
  EXPECT_EQ(masked.guarantee.split[0], (std::pair<std::string, double>("marginal of y", 1.0)));
  EXPECT_EQ(masked.tables[0].column(0), Column(Numbers{3, 3, 3}));
  EXPECT_EQ(share_of(masked.tables[0].column(2), "only"), 1.0);
}

TEST(DpCopula, TheGuaranteeIsSpelledOut) {
  const Masked masked = release(people(100), {{"epsilon", 0.5}});
  ASSERT_TRUE(masked.guarantee.holds());
  const std::string words = guarantee_words(guarantee_value(masked.guarantee));
  EXPECT_NE(words.find("ε-differential privacy with ε = 0.5 for each record"), std::string::npos) << words;
  EXPECT_NE(words.find("marginal of income 0.0625"), std::string::npos) << words;
  EXPECT_NE(words.find("correlations 0.25"), std::string::npos) << words;
  EXPECT_EQ(masked.mapping, Mapping::none);
}

TEST(DpCopula, ADomainFromTheDataWithdrawsTheGuarantee) {
  Table original = people(100);
  ColumnInfo info = original.info(1);
  info.domain.reset();
  original.set_info(1, info);
  EXPECT_NE(error_of(original).find("declared domain of 'income'"), std::string::npos) << error_of(original);
  const Masked masked = release(original, {{"domain-from-data", 1.5}});
  EXPECT_FALSE(masked.guarantee.holds());
  EXPECT_EQ(masked.guarantee.reasons, (std::vector<std::string>{"the domain was read from the data"}));
}

TEST(DpCopula, RefusesUndeclaredCategories) {
  Table original = people(100);
  ColumnInfo region = original.info(3);
  region.categories.clear();
  original.set_info(3, region);
  const std::string error = error_of(original);
  EXPECT_NE(error.find("declared categories of 'region'"), std::string::npos) << error;
  EXPECT_NE(error.find("categories = "), std::string::npos) << error;
  // Not even where the domain may come from the data.
  EXPECT_NE(error_of(original, {{"domain-from-data", 2.0}}), "no error");
}

TEST(DpCopula, OneBinIsRefused) {
  EXPECT_NE(error_of(people(50), {{"bins", 1}}).find("one bin"), std::string::npos);
  EXPECT_NE(masking::method("dp-copula").refused({{"bins", 1}}), "");
}

// Neighbours whose last record has an undeclared category, or the declared one that replaces it: with the
// same noise the releases are equal, so that the two cannot be distinguished.
TEST(DpCopula, UndeclaredCategoriesLeaveNoTrace) {
  const auto with_last = [](const std::string& last) {
    Codes codes{std::vector<std::int32_t>(60), {"south", "north", last}};
    for (std::size_t i = 0; i < 59; ++i) codes.codes[i] = static_cast<std::int32_t>(i % 2);
    codes.codes[59] = 2;
    Numbers numbers(60);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return Table(
        {category_info("region", Kind::nominal, {"islands", "north", "south"}), number_info("x", {0, 60})},
        {codes, numbers});
  };
  const Masked rare = release(with_last("Tabarca")), usual = release(with_last("islands"));
  EXPECT_TRUE(rare.tables[0].same_data(usual.tables[0]));
  EXPECT_EQ(rare.details, usual.details);
  EXPECT_EQ(rare.tables[0].column(0).get_if<Codes>()->labels,
            (std::vector<std::string>{"islands", "north", "south"}));
}

TEST(DpCopula, MissingAndOutlyingNumbersCountAsDeclared) {
  const auto with = [](double a, double b) {
    Numbers x(50), y(50);
    for (std::size_t i = 0; i < 50; ++i) {
      x[i] = static_cast<double>(i % 10);
      y[i] = static_cast<double>(i % 7);
    }
    x[3] = a;
    x[4] = b;
    return Table({number_info("x", {0, 10}), number_info("y", {0, 7})}, {x, y});
  };
  const Masked odd = release(with(std::nan(""), 1e9)), plain = release(with(5.0, 10.0));
  EXPECT_TRUE(odd.tables[0].same_data(plain.tables[0]));
  EXPECT_EQ(odd.tables[0].column(0).missing_count(), 0U);
}

TEST(DpCopula, NothingIsMissingAndEverythingInsideItsDomain) {
  Table original = people(500);
  for (double& value : original.edit_numbers(1)) value = std::nan("");
  Codes region = *original.column(3).get_if<Codes>();
  for (std::size_t i = 0; i < 500; i += 3) region.codes[i] = Codes::missing;
  original.replace(3, region);
  for (const double epsilon : {1e-6, 0.1, 1e6}) {
    const Table released = release(original, {{"epsilon", epsilon}}).tables[0];
    for (ColumnId id = 0; id < 4; ++id) EXPECT_EQ(released.column(id).missing_count(), 0U);
    for (const double value : released.column(0).to_numbers()) {
      EXPECT_TRUE(value >= 0.0 && value <= 100.0 && value == std::nearbyint(value)) << value;
    }
    for (const double value : released.column(1).to_numbers()) {
      EXPECT_TRUE(value >= 0.0 && value <= 10000.0) << value;
    }
  }
}

TEST(DpCopula, DeclaredDecimalsGiveEachNumberItsShare) {
  const std::size_t rows = 20000;
  Integers size{std::vector<std::int64_t>(rows), {}};
  for (std::size_t i = 0; i < rows; ++i) size.values[i] = i % 10 < 7 ? 1 : 5;
  const Table original({number_info("size", {1, 5}, 0)}, {size});
  const Masked masked = release(original, {{"epsilon", 1000.0}});
  EXPECT_EQ(masked.details.at("noise").at("marginals").at("size").at("bins").as_integer(), 5);
  EXPECT_NEAR(share_of(masked.tables[0].column(0), "1"), 0.7, 0.015);
  EXPECT_NEAR(share_of(masked.tables[0].column(0), "5"), 0.3, 0.015);
}

TEST(DpCopula, CodesStoredAsNumbersStayNumbers) {
  ColumnInfo sex;
  sex.name = "sex";
  sex.kind = Kind::nominal;
  sex.value_labels = {{"1", "male"}, {"2", "female"}, {"-9", "refused"}};
  sex.missing = {"-9"};
  Integers codes{std::vector<std::int64_t>(4000, 2), std::vector<std::uint8_t>(4000, 0)};
  for (std::size_t i = 0; i < 1000; ++i) codes.values[i] = 1;
  for (std::size_t i = 0; i < 400; ++i) codes.missing[4 * i] = 1;  // count as the first category
  const Masked masked = release(Table({sex}, {codes}), {{"epsilon", 1000.0}});
  const Column& released = masked.tables[0].column(0);
  ASSERT_NE(released.get_if<Integers>(), nullptr);
  // 1000 of code 1, and 150 of the 400 missing cells stood beyond them.
  EXPECT_NEAR(share_of(released, "1"), 1150.0 / 4000.0, 0.03);
  EXPECT_EQ(share_of(released, "1") + share_of(released, "2"), 1.0);
}

TEST(DpCopula, ReleasesAsManyRecordsAsRequested) {
  Table original = people(200);
  EXPECT_EQ(release(original, {{"rows", 37}}).tables[0].rows(), 37U);
  EXPECT_EQ(release(original, {{"rows", 3000}}).tables[0].rows(), 3000U);
  const std::string left = error_of(original, {{"rows", 37}}, {0, 1, 2});
  EXPECT_NE(left.find("'region'"), std::string::npos) << left;
  EXPECT_NE(error_of(original, {{"rows", 1'000'000'000}}).find("too many"), std::string::npos);
  ColumnInfo info = original.info(3);
  info.role = Role::identifier;
  original.set_info(3, info);
  const Table released = release(original, {{"rows", 37}}, 1, 1, {0, 1, 2}).tables[0];
  EXPECT_EQ(released.names(), original.names());
  EXPECT_EQ(released.column(3).missing_count(), 37U);
}

TEST(DpCopula, ColumnsThatStayAreLeftAlone) {
  const Table original = people(200);
  const Masked masked = release(original, {}, 1, 1, {0, 2});
  EXPECT_EQ(masked.mapping, Mapping::none);
  EXPECT_EQ(masked.tables[0].column(1), original.column(1));
  EXPECT_EQ(masked.tables[0].column(3), original.column(3));
  EXPECT_NE(masked.tables[0].column(0), original.column(0));
}

TEST(DpCopula, DroppedColumnsAreEmpty) {
  const Table original = people(200);
  const std::string region = original.info(3).name;
  const Masked masked = release(original, {{"drop", Value::array_of({region})}}, 1, 1, {0, 2});
  EXPECT_EQ(masked.tables[0].column(3).missing_count(), 200U);
  EXPECT_EQ(masked.tables[0].column(1), original.column(1));
  EXPECT_EQ(masked.guarantee.uncovered, std::vector<std::string>{original.info(1).name});
  EXPECT_NE(error_of(original, {{"drop", Value::array_of({region})}}).find("protected and dropped"),
            std::string::npos);
}

TEST(DpCopula, FollowsItsSeedWhateverTheThreads) {
  const Table original = people(3000);
  const Masked one = release(original, {}, 5, 1), eight = release(original, {}, 5, 8);
  EXPECT_TRUE(one.tables[0].same_data(eight.tables[0]));
  EXPECT_EQ(one.details, eight.details);
  EXPECT_FALSE(one.tables[0].same_data(release(original, {}, 6, 1).tables[0]));
}

TEST(DpCopula, TakesTablesOfFewRecords) {
  for (const std::size_t rows : {0U, 1U, 2U, 3U}) {
    const Masked masked = release(people(rows));
    EXPECT_EQ(masked.tables[0].rows(), rows);
    EXPECT_EQ(masked.guarantee.split.size(), rows < 2 ? 4U : 5U);
  }
  EXPECT_EQ(release(people(0), {{"rows", 5}}).tables[0].column(1).missing_count(), 0U);
}

TEST(DpCopula, ForecastsItsNoiseWithoutTheValues) {
  const Table original = people(1000);
  const Value forecast =
      masking::method("dp-copula").forecast(original, all_of(original), {{"epsilon", 1.0}});
  EXPECT_EQ(forecast, release(original).details.at("noise"));
  // ε/8 for a marginal: the noise is geometric with λ = 1/16, and its sd near √2·16 = 22.6 of 1000.
  EXPECT_NEAR(forecast.at("marginals").at("income").at("sd_percent").as_number(), 2.26, 0.01);
  // ε/12 for a pair: √2·2·999·12 on S, and 2/(1000·999) of that on τ.
  EXPECT_NEAR(forecast.at("correlations").at("sd").as_number(), std::sqrt(2.0) * 48 / 1000, 1e-6);
  EXPECT_TRUE(masking::method("dp-copula")
                  .forecast(original, all_of(original), {{"domain-from-data", 2.0}})
                  .is_null());
}

TEST(DpCopula, TheNoiseHasTheForecastSpread) {
  double squares = 0.0;
  const int draws = 300;
  // Of a column alone with half of its records in one category, ε = 0.2: λ = 0.1, sd 14.1.
  Codes codes{std::vector<std::int32_t>(4000), {"a", "b"}};
  for (std::size_t i = 0; i < 2000; ++i) codes.codes[i] = 1;
  const Table table({category_info("x", Kind::nominal, {"a", "b"})}, {codes});
  for (int draw = 0; draw < draws; ++draw) {
    const Table released =
        release(table, {{"epsilon", 0.2}, {"rows", 40000}}, static_cast<std::uint64_t>(draw), 1).tables[0];
    const double off = 4000.0 * share_of(released.column(0), "a") - 2000.0;
    squares += off * off;
  }
  // Projected, a count has half the difference of two noises: sd 14.1/√2 = 10; drawing 40000 adds 10².
  EXPECT_NEAR(std::sqrt(squares / draws), std::sqrt(100.0 + 100.0), 1.8);
}

}  // namespace
}  // namespace sfumato
