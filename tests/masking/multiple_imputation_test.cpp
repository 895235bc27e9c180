// Multiple imputation: do copies give the results of the original, with the right uncertainty, and without
// its records?
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/regression.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::columns_named;
using testing::incomes;
using testing::mask;
using testing::numbers_table;

Masked impute(const Table& original, const std::vector<std::string>& columns, const ParamValues& params = {},
              std::uint64_t seed = 1) {
  return masking::method("multiple-imputation")
      .apply(original, columns_named(original, columns), params, sfumato::Run({.seed = seed, .threads = 2}));
}

Masked impute_from(const Table& frame, const Table& original, const std::vector<std::string>& columns,
                   ParamValues params = {}, std::uint64_t seed = 1) {
  params.emplace_back("frame", "frame.csv");
  return masking::method("multiple-imputation")
      .apply(original, columns_named(original, columns), params,
             sfumato::Run({.seed = seed, .threads = 2}).with_table("frame.csv", frame));
}

Table with_column(const Table& table, const std::string& name, Kind kind, Column column,
                  std::optional<Role> role = std::nullopt) {
  std::vector<ColumnInfo> schema = table.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) columns.push_back(table.column(id));
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  info.role = role;
  schema.push_back(info);
  columns.push_back(std::move(column));
  return {schema, columns};
}

// y = 1 + 2x + N(0, 1) for normal x.
Table line(std::size_t rows, std::uint64_t seed) {
  Rng rng = sfumato::Run({.seed = seed}).rng("line");
  std::vector<double> x(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = rng.normal();
    y[i] = 1.0 + 2.0 * x[i] + rng.normal();
  }
  return numbers_table({{"x", x}, {"y", y}});
}

// P(|t| ≤ bound) for Student's t: with t = √ν·tan(angle) the density is proportional to cos^(ν−1).
double student_share(double bound, double degrees) {
  const double limit = std::atan(bound / std::sqrt(degrees));
  const int steps = 20000;
  double inside = 0.0, all = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double angle = (i + 0.5) / steps * std::numbers::pi / 2.0;
    const double density = std::pow(std::cos(angle), degrees - 1.0);
    all += density;
    if (angle <= limit) inside += density;
  }
  return inside / all;
}

bool covered(const Value& combined, double truth) {
  const double deviation = std::fabs(combined.at("mean").as_number() - truth);
  return student_share(deviation / std::sqrt(combined.at("variance").as_number()),
                       combined.at("degrees_of_freedom").as_number()) <= 0.95;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return with_values(error.message, DataValues::shown);
  }
  return "accepted";
}

double slope(const Table& table, ColumnId x, ColumnId y) {
  const Numbers a = table.column(x).to_numbers(), b = table.column(y).to_numbers();
  stats::Matrix design(a.size(), 2);
  for (std::size_t i = 0; i < a.size(); ++i) {
    design(i, 0) = 1.0;
    design(i, 1) = a[i];
  }
  return stats::linear_regression(design, b, 0.0, sfumato::Run({.seed = 1})).coefficients[1];
}

double correlation(const Table& table, ColumnId a, ColumnId b) {
  stats::Matrix data(table.rows(), 2);
  const Numbers first = table.column(a).to_numbers(), second = table.column(b).to_numbers();
  std::copy(first.begin(), first.end(), data.column(0).begin());
  std::copy(second.begin(), second.end(), data.column(1).begin());
  return stats::correlation(stats::covariance(data))(0, 1);
}

TEST(MultipleImputation, PartialSynthesisKeepsTheRestAndRecords) {
  const Table original = incomes(300);
  const Masked masked = impute(original, {"tax", "savings"}, {{"copies", 3}});
  ASSERT_EQ(masked.tables.size(), 3U);
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  EXPECT_EQ(masked.details.at("synthesis").as_text(), "partial");
  EXPECT_EQ(masked.details.at("copies").as_integer(), 3);
  const Value& models = masked.details.at("models");
  EXPECT_EQ(models.at("tax").at("kind").as_text(), "linear");
  EXPECT_EQ(models.at("tax").at("predictors").as_integer(), 2);      // income, size
  EXPECT_EQ(models.at("savings").at("predictors").as_integer(), 3);  // and tax
  EXPECT_EQ(models.find("income"), nullptr);
  for (const Table& table : masked.tables) {
    EXPECT_EQ(table.column(0), original.column(0));
    EXPECT_EQ(table.column(3), original.column(3));
    const Numbers before = original.column(1).to_numbers(), after = table.column(1).to_numbers();
    for (std::size_t row = 0; row < before.size(); ++row) EXPECT_NE(before[row], after[row]);
  }
  EXPECT_FALSE(masked.tables[0].same_data(masked.tables[1]));
}

TEST(MultipleImputation, FullSynthesisKeepsNoRecord) {
  const Table people = with_column(incomes(100), "id", Kind::nominal,
                                   Codes{std::vector<std::int32_t>(100, 0), {"Anna"}}, Role::identifier);
  const Masked masked = impute(people, {"income", "tax", "savings", "size"});
  EXPECT_EQ(masked.mapping, Mapping::none);
  EXPECT_EQ(masked.details.at("synthesis").as_text(), "full");
  EXPECT_EQ(masked.details.at("models").at("income").at("predictors").as_integer(), 0);
  EXPECT_EQ(masked.tables[0].column(4).missing_count(), 100U);
  EXPECT_EQ(masked.tables[0].schema(), people.schema());
  // A weight that stays in its row is not a predictor, and links record i to record i.
  const Table weighted = with_column(incomes(100), "weight", Kind::numeric, Numbers(100, 2.0), Role::weight);
  const Masked tied = impute(weighted, {"income", "tax", "savings", "size"});
  EXPECT_EQ(tied.details.at("synthesis").as_text(), "full");
  EXPECT_EQ(tied.mapping, Mapping::same_rows);
}

TEST(MultipleImputation, RegressionsAndCorrelationsOfTheCopiesAgreeWithTheOriginal) {
  const Table original = line(800, 3);
  const double truth = slope(original, 0, 1), strength = correlation(original, 0, 1);
  for (const std::vector<std::string>& columns : {std::vector<std::string>{"y"}, {"x", "y"}}) {
    const Masked masked = impute(original, columns, {{"copies", 20}});
    double slopes = 0.0, strengths = 0.0;
    for (const Table& table : masked.tables) {
      slopes += slope(table, 0, 1) / 20.0;
      strengths += correlation(table, 0, 1) / 20.0;
    }
    // A slope of one copy varies by √2 standard errors 1/√800 around the original's, so their mean of
    // twenty by 0.0112; the correlation .894 by √2·(1 − .8)/√800/√20 = 0.0016 or, x being drawn too, more.
    EXPECT_NEAR(slopes, truth, 4 * 0.0112);
    EXPECT_NEAR(strengths, strength, 4 * 0.0025);
  }
}

// A proper imputation of one normal column: b estimates s²(1/n + 1/n)·ν/(ν−2), half of which would be
// there without a draw of the parameters.
TEST(MultipleImputation, TheVarianceBetweenCopiesReflectsTheParameters) {
  const Table original = line(200, 5).taking_columns({1});
  const double variance = stats::moments(original.column(0).to_numbers()).variance();
  double between = 0.0, within = 0.0;
  const int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    const Masked masked = impute(original, {"y"}, {{"copies", 100}}, static_cast<std::uint64_t>(round));
    const Value& found = masked.details.at("combined").at("y");
    between += found.at("between").as_number() / rounds;
    within += found.at("within").as_number() / rounds;
  }
  const double tails = 199.0 / 197.0;
  // A variance from 20·99 degrees of freedom has a relative standard error of 0.032.
  EXPECT_NEAR(between / (variance * 2.0 / 200.0 * tails), 1.0, 0.11);
  EXPECT_NEAR(within / (variance / 200.0 * tails), 1.0, 0.02);
}

// How often 95 % intervals cover the truth in 200 draws, and whether T is the size of the squared error.
struct Coverage {
  int hits = 0, adjusted = 0;
  double variance = 0.0, squared_error = 0.0;

  void add(const Value& combined, double truth) {
    hits += covered(combined, truth) ? 1 : 0;
    const Value* replaced = combined.find("adjusted");
    adjusted += replaced != nullptr && replaced->as_bool() ? 1 : 0;
    variance += combined.at("variance").as_number() / 200.0;
    squared_error += std::pow(combined.at("mean").as_number() - truth, 2) / 200.0;
  }
};

// A mean of 200 squared errors has a relative standard error of 0.1.
TEST(MultipleImputation, IntervalsOfPartlySyntheticCopiesCover) {
  Coverage coverage;
  for (std::uint64_t round = 0; round < 200; ++round) {
    coverage.add(impute(line(80, 1000 + round), {"y"}, {}, round).details.at("combined").at("y"), 1.0);
  }
  EXPECT_GE(coverage.hits, 180);
  EXPECT_NEAR(coverage.variance / coverage.squared_error, 1.0, 0.3);
}

TEST(MultipleImputation, IntervalsOfFullySyntheticCopiesCover) {
  for (const int copies : {5, 30}) {
    Coverage coverage;
    for (std::uint64_t round = 0; round < 200; ++round) {
      const Masked masked = impute(line(80, 3000 + round), {"x", "y"}, {{"copies", copies}}, round);
      coverage.add(masked.details.at("combined").at("y"), 1.0);
    }
    EXPECT_GE(coverage.hits, 180) << copies;
    if (copies == 30) {
      EXPECT_LE(coverage.adjusted, 8);  // P(χ²(29)/29 < .484) is about 1 %
      EXPECT_NEAR(coverage.variance / coverage.squared_error, 1.0, 0.3);
    }
  }
}

TEST(MultipleImputation, IntervalsOfCopiesFromAFrameCover) {
  for (const int released : {0, 600}) {
    Coverage coverage;
    for (std::uint64_t round = 0; round < 200; ++round) {
      const Table population = line(1000, 2000 + round);
      std::vector<std::size_t> sample(80);
      for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = i * 12;
      const Masked masked = impute_from(population.taking_columns({0}), population.taking_rows(sample), {"y"},
                                        {{"released", released}, {"copies", released == 0 ? 5 : 30}}, round);
      coverage.add(masked.details.at("combined").at("y"),
                   stats::moments(population.column(1).to_numbers()).mean);
    }
    EXPECT_GE(coverage.hits, 180) << released;
    if (released == 0) {
      EXPECT_GT(coverage.adjusted, 0);  // the case occurs
    } else {
      EXPECT_NEAR(coverage.variance / coverage.squared_error, 1.0, 0.3);
    }
  }
}

TEST(MultipleImputation, CategoriesKeepTheirFrequenciesAndTheirRelations) {
  const std::size_t rows = 600;
  Rng rng({8, 8});
  Codes town{{}, {"Alcover", "Reus", "Tortosa", "Valls"}}, answer{{}, {"no", "yes"}};
  std::vector<double> age(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    age[i] = 20.0 + 60.0 * rng.uniform();
    town.codes.push_back(rng.chance(0.5) ? 3 : rng.chance(0.4) ? 1 : 2);  // no record from Alcover
    const double odds = (age[i] - 50.0) / 10.0 + (town.codes.back() == 3 ? 1.0 : 0.0);
    answer.codes.push_back(rng.chance(1.0 / (1.0 + std::exp(-odds))) ? 1 : 0);
  }
  Table original = with_column(numbers_table({{"age", age}}), "town", Kind::nominal, town);
  original = with_column(original, "answer", Kind::ordinal, answer);
  const Masked masked = impute(original, {"town", "answer"}, {{"copies", 50}});
  EXPECT_EQ(masked.details.at("models").at("town").at("kind").as_text(), "multinomial");
  EXPECT_EQ(masked.details.at("models").at("answer").at("kind").as_text(), "logistic");

  const auto share = [&](const Table& table, ColumnId id, double value) {
    const Numbers codes = table.column(id).to_numbers();
    return static_cast<double>(std::count(codes.begin(), codes.end(), value)) / static_cast<double>(rows);
  };
  // Log odds of "yes" by age, in units of its standard deviation.
  const auto effect = [&](const Table& table) {
    stats::Matrix design(rows, 2);
    std::vector<std::uint32_t> classes;
    const Numbers codes = table.column(2).to_numbers();
    for (std::size_t i = 0; i < rows; ++i) {
      design(i, 0) = 1.0;
      design(i, 1) = (age[i] - 50.0) / 17.3;
      classes.push_back(static_cast<std::uint32_t>(codes[i]));
    }
    return stats::logistic_regression(design, classes, 2, 0.0, sfumato::Run({.seed = 1})).coefficients(1, 0);
  };
  std::array<double, 4> towns{};
  double yes = 0.0, effects = 0.0;
  for (const Table& table : masked.tables) {
    EXPECT_EQ(table.column(0), original.column(0));
    EXPECT_TRUE(table.column(1).is_text());
    for (std::size_t code = 0; code < 4; ++code) {
      towns[code] += share(table, 1, static_cast<double>(code)) / 50.0;
    }
    yes += share(table, 2, 1.0) / 50.0;
    effects += effect(table) / 50.0;
  }
  EXPECT_EQ(towns[0], 0.0);
  // √(2·p(1−p)/600/50) is at most 0.0041.
  for (std::size_t code = 1; code < 4; ++code) {
    EXPECT_NEAR(towns[code], share(original, 1, static_cast<double>(code)), 4 * 0.0041);
  }
  EXPECT_NEAR(yes, share(original, 2, 1.0), 4 * 0.0041);
  // The effect of 1.7 has a standard error near 0.14; the mean of 50 copies √2/√50 of it.
  EXPECT_NEAR(effects, effect(original), 4 * 0.028);
}

TEST(MultipleImputation, CategoriesOfAnyTypeStayWhatTheyAre) {
  Integers codes{{}, {}};
  for (int i = 0; i < 60; ++i)
    codes.values.push_back(std::array{101, 205, 999}[static_cast<std::size_t>(i % 3)]);
  const Table original = with_column(incomes(60), "sector", Kind::nominal, codes);
  const Masked masked = impute(original, {"sector"});
  const Integers* drawn = masked.tables[0].column(4).get_if<Integers>();
  ASSERT_NE(drawn, nullptr);
  std::set<std::int64_t> found(drawn->values.begin(), drawn->values.end());
  EXPECT_EQ(found, (std::set<std::int64_t>{101, 205, 999}));
}

TEST(MultipleImputation, MissingCellsStayOrAreFilled) {
  Table original = incomes(200);
  Rng rng({3, 9});
  for (const ColumnId id : {0U, 1U}) {
    for (double& value : original.edit_numbers(id)) value = rng.chance(0.2) ? std::nan("") : value;
  }
  original = with_column(original, "empty", Kind::numeric, Numbers(200, std::nan("")));
  for (const bool fill : {false, true}) {
    const Masked masked = impute(original, {"tax", "savings", "empty"}, {{"fill", fill}});
    for (const Table& table : masked.tables) {
      for (std::size_t row = 0; row < 200; ++row) {
        EXPECT_EQ(table.column(1).missing(row), !fill && original.column(1).missing(row));
        EXPECT_FALSE(table.column(2).missing(row));
      }
      EXPECT_EQ(table.column(4).missing_count(), 200U);
    }
    // The model of savings is fitted where income and tax are there, which is in about two thirds.
    const Value& savings = masked.details.at("models").at("savings");
    EXPECT_EQ(savings.at("predictors").as_integer(), 3);
    EXPECT_LT(savings.at("records").as_integer(), 160);
    EXPECT_GT(savings.at("records").as_integer(), 100);
    EXPECT_EQ(masked.details.at("models").find("empty"), nullptr);
  }
}

TEST(MultipleImputation, GivenLimitsThePredictors) {
  const Table original = incomes(100);
  const Masked masked = impute(original, {"tax", "savings"}, {{"given", Value::array_of({"size"})}});
  EXPECT_EQ(masked.details.at("models").at("tax").at("predictors").as_integer(), 1);
  EXPECT_EQ(masked.details.at("models").at("savings").at("predictors").as_integer(), 2);
  EXPECT_EQ(message_of([&] {
              impute(original, {"tax"}, {{"given", Value::array_of({"tax"})}});
            }),
            "column 'tax' is named to predict, and it does not stay as it is");
  EXPECT_EQ(message_of([&] {
              impute(original, {"tax"}, {{"given", Value::array_of({"taxx"})}});
            }),
            "no column 'taxx' in the data");
}

TEST(MultipleImputation, NominalColumnsOfManyCategoriesDoNotPredict) {
  Codes street{{}, {}};
  for (int i = 0; i < 200; ++i) street.codes.push_back(i % 60);
  for (int i = 0; i < 60; ++i) street.labels.push_back("street " + std::to_string(i));
  const Table nominal = with_column(incomes(200), "street", Kind::nominal, street);
  EXPECT_EQ(impute(nominal, {"tax"}).details.at("models").at("tax").at("predictors").as_integer(), 3);
  EXPECT_NE(message_of([&] {
              impute(nominal, {"tax"}, {{"given", Value::array_of({"street"})}});
            }).find("more than 50 categories"),
            std::string::npos);
  // In order they serve as positions.
  const Table ordinal = with_column(incomes(200), "street", Kind::ordinal, street);
  EXPECT_EQ(impute(ordinal, {"tax"}).details.at("models").at("tax").at("predictors").as_integer(), 4);
}

TEST(MultipleImputation, MoreColumnsThanRecordsGetARidge) {
  testing::NamedNumbers columns;
  Rng rng({2, 7});
  for (int j = 0; j < 30; ++j) {
    std::vector<double> values(15);
    for (double& value : values) value = rng.normal();
    columns.emplace_back("x" + std::to_string(j), values);
  }
  const Masked masked = impute(numbers_table(columns), {"x0"});
  EXPECT_TRUE(masked.details.at("models").at("x0").at("ridge").as_bool());
  for (const Table& table : masked.tables) {
    for (const double value : table.column(0).to_numbers()) EXPECT_LT(std::fabs(value), 30.0);
  }
  EXPECT_EQ(message_of([&] { mask(incomes(3), "multiple-imputation"); }),
            "column 'income' has 3 complete records for the fit, and at least 4 are needed");
}

TEST(MultipleImputation, APredictorBeyondTheReachOfSquaresIsLeftOut) {
  Numbers huge(50, 1e300);
  huge[7] = -1e300;
  const Masked masked = impute(with_column(incomes(50), "huge", Kind::numeric, huge), {"tax"});
  EXPECT_EQ(masked.details.at("models").at("tax").at("predictors").as_integer(), 3);
  for (const double value : masked.tables[0].column(1).to_numbers()) EXPECT_LT(std::fabs(value), 1e7);
}

TEST(MultipleImputation, MixedColumnsGiveTheSameBitsForOneAndEightThreads) {
  Codes town{{}, {"a", "b", "c", "d"}}, answer{{}, {"no", "yes"}};
  Rng rng({4, 1});
  for (int i = 0; i < 500; ++i) {
    town.codes.push_back(static_cast<std::int32_t>(rng.below(4)));
    answer.codes.push_back(rng.chance(0.1) ? Codes::missing : static_cast<std::int32_t>(rng.below(2)));
  }
  const Table original =
      with_column(with_column(incomes(500), "town", Kind::nominal, town), "answer", Kind::nominal, answer);
  const auto run = [&](int threads) {
    return masking::method("multiple-imputation")
        .apply(original, {1, 4, 5}, {}, sfumato::Run({.seed = 4, .threads = threads}));
  };
  const Masked one = run(1), eight = run(8);
  for (std::size_t i = 0; i < one.tables.size(); ++i) EXPECT_TRUE(one.tables[i].same_data(eight.tables[i]));
  EXPECT_EQ(one.details, eight.details);
}

// A category that age alone decides: the classes are separated, and draws stay near the fit.
TEST(MultipleImputation, SeparatedCategoriesStayFinite) {
  std::vector<double> age;
  Codes adult{{}, {"no", "yes"}};
  for (int i = 0; i < 200; ++i) {
    age.push_back(i % 80);
    adult.codes.push_back(age.back() >= 18 ? 1 : 0);
  }
  const Table original = with_column(numbers_table({{"age", age}}), "adult", Kind::nominal, adult);
  for (const Table& table : impute(original, {"adult"}).tables) {
    const Numbers drawn = table.column(1).to_numbers();
    for (std::size_t row = 0; row < 200; ++row) {
      if (age[row] > 40) {
        EXPECT_EQ(drawn[row], 1.0) << age[row];
      }
    }
  }
}

// PTOTVAL is the sum of PEARNVAL and POTHVAL, so the design has rank 12 of 13.
TEST(MultipleImputation, CensusOfDeficientRank) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Masked masked = mask(original, "multiple-imputation", {{"copies", 10}});
  const ColumnId total = original.require("PTOTVAL"), earned = original.require("PEARNVAL"),
                 other = original.require("POTHVAL");
  for (const Table& table : masked.tables) {
    const Numbers sums = table.column(total).to_numbers(), a = table.column(earned).to_numbers(),
                  b = table.column(other).to_numbers();
    for (std::size_t row = 0; row < sums.size(); ++row) EXPECT_NEAR(sums[row], a[row] + b[row], 1e-4);
  }
  for (ColumnId a = 0; a < 13; ++a) {
    for (ColumnId b = 0; b < a; ++b) {
      double mean = 0.0;
      for (const Table& table : masked.tables) mean += correlation(table, a, b) / 10.0;
      EXPECT_NEAR(mean, correlation(original, a, b), 0.08) << original.info(a).name << original.info(b).name;
    }
  }
  // With the parts staying as they are, the sum comes back whatever is drawn.
  const Table partial = impute(original, {"PTOTVAL"}).tables[0];
  const Numbers before = original.column(total).to_numbers(), after = partial.column(total).to_numbers();
  for (std::size_t row = 0; row < before.size(); ++row) EXPECT_NEAR(before[row], after[row], 1e-4);
}

// The population: 300 units with a background that is unique for each of them.
struct Population {
  Table frame;
  Table sample;

  explicit Population(std::size_t sampled = 60, std::optional<Role> role = std::nullopt) {
    Rng rng({5, 6});
    Numbers number, age;
    Codes sex{{}, {"f", "m"}};
    for (int i = 0; i < 300; ++i) {
      number.push_back(1000 + i);
      age.push_back(20 + i * 0.25);
      sex.codes.push_back(i % 3 == 0 ? 1 : 0);
    }
    frame = with_column(numbers_table({{"number", number}, {"age", age}}), "sex", Kind::nominal, sex);
    ColumnInfo info = frame.info(0);
    info.role = role;
    frame.set_info(0, info);
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < sampled; ++i) rows.push_back((i * 7) % 300);
    sample = frame.taking_rows(rows);
    Numbers income;
    for (const std::size_t row : rows) income.push_back(1000.0 + 50.0 * age[row] + 100.0 * rng.normal());
    sample = with_column(sample, "income", Kind::numeric, income);
  }

  std::set<double> sampled() const {
    const Numbers numbers = sample.column(0).to_numbers();
    return {numbers.begin(), numbers.end()};
  }
};

TEST(MultipleImputationFrame, NoUnitOfTheSampleIsInACopy) {
  const Population population;
  const Masked masked = impute_from(population.frame, population.sample, {"income"}, {{"copies", 7}});
  EXPECT_EQ(masked.mapping, Mapping::none);
  EXPECT_EQ(masked.details.at("synthesis").as_text(), "frame");
  EXPECT_EQ(masked.details.at("population").as_integer(), 300);
  EXPECT_EQ(masked.details.at("sample").as_integer(), 60);
  EXPECT_EQ(masked.details.at("outside").as_integer(), 240);
  const std::set<double> sampled = population.sampled();
  std::set<double> seen;
  for (const Table& table : masked.tables) {
    EXPECT_EQ(table.rows(), 60U);
    EXPECT_EQ(table.schema(), population.sample.schema());
    const Numbers numbers = table.column(0).to_numbers(), age = table.column(1).to_numbers();
    const std::set<double> units(numbers.begin(), numbers.end());
    EXPECT_EQ(units.size(), 60U);  // without replacement
    for (std::size_t row = 0; row < 60; ++row) {
      EXPECT_EQ(sampled.count(numbers[row]), 0U);
      EXPECT_EQ(age[row], 20 + (numbers[row] - 1000) * 0.25);  // a unit keeps its background
      EXPECT_FALSE(table.column(3).missing(row));
    }
    EXPECT_NEAR(slope(table, 1, 3), 50.0, 6.0);
    seen.insert(units.begin(), units.end());
  }
  EXPECT_GT(seen.size(), 150U);  // copies draw units of their own
}

TEST(MultipleImputationFrame, IdentifiersFindTheSampleAndBecomeMissing) {
  Population population(60, Role::identifier);
  // Equal backgrounds do not matter where there is an identifier.
  population.frame.replace(1, Numbers(300, 40.0));
  population.sample.replace(1, Numbers(60, 41.0));
  const Masked masked = impute_from(population.frame, population.sample, {"income"}, {{"released", 240}});
  for (const Table& table : masked.tables) {
    EXPECT_EQ(table.rows(), 240U);
    EXPECT_EQ(table.column(0).missing_count(), 240U);
    EXPECT_EQ(table.column(2).missing_count(), 0U);
    // All that is outside: as many of each sex as the frame has, but for the sample.
    const auto men = [](const Table& of) {
      const Numbers codes = of.column(2).to_numbers();
      return std::count(codes.begin(), codes.end(), 1.0);
    };
    EXPECT_EQ(men(table), men(population.frame) - men(population.sample));
  }
}

TEST(MultipleImputationFrame, EachRecordTakesOutOneOfEqualUnits) {
  const Table frame = numbers_table({{"x", {1, 1, 1, 2, 2, 2, 3, 3, std::nan(""), std::nan("")}}});
  const Table sample = numbers_table({{"x", {1, 1, 2, 3, std::nan("")}}, {"y", {4.0, 4.5, 6.0, 8.0, 5.0}}});
  const Masked masked = impute_from(frame, sample, {"y"}, {{"released", 5}});
  const Numbers x = masked.tables[0].column(0).to_numbers();
  EXPECT_EQ(std::vector<double>(x.begin(), x.begin() + 4), (std::vector<double>{1, 2, 2, 3}));
  EXPECT_TRUE(std::isnan(x[4]));
  EXPECT_FALSE(masked.tables[0].column(1).missing(4));
}

TEST(MultipleImputationFrame, CategoriesMeanTheSameWhateverTheirCodes) {
  // The frame has its labels in another order, and one that the sample does not have.
  Codes frame_town{{}, {"Valls", "Reus", "Falset"}}, town{{}, {"Reus", "Valls"}};
  Numbers income;
  for (int i = 0; i < 90; ++i) frame_town.codes.push_back(i % 3);
  for (int i = 0; i < 20; ++i) {
    town.codes.push_back(i % 2);
    income.push_back(i % 2 == 0 ? 100.0 + i * 0.01 : 900.0 + i * 0.01);
  }
  const Table frame = with_column({}, "town", Kind::nominal, frame_town);
  const Table sample =
      with_column(with_column({}, "town", Kind::nominal, town), "income", Kind::numeric, income);
  const Table copy = impute_from(frame, sample, {"income"}, {{"released", 70}}).tables[0];
  std::set<std::string> towns;
  for (std::size_t row = 0; row < copy.rows(); ++row) {
    const std::string name = copy.column(0).text(row);
    towns.insert(name);
    if (name != "Falset") {
      EXPECT_NEAR(copy.column(1).to_numbers()[row], name == "Reus" ? 100 : 900, 2);
    }
  }
  EXPECT_EQ(towns.size(), 3U);
}

TEST(MultipleImputationFrame, BadInputsAreNamed) {
  const Population population;
  const Table &frame = population.frame, &sample = population.sample;
  EXPECT_EQ(message_of([&] {
              impute_from(frame, sample, {"income"}, {{"released", 241}});
            }),
            "241 units are requested in each copy, and the frame has 240 besides those of the data");
  EXPECT_EQ(message_of([&] {
              impute(sample, {"income"}, {{"released", 5}});
            }),
            "released = 5 needs a frame to take units from");
  EXPECT_EQ(message_of([&] {
              impute(sample, {"income"}, {{"frame", "other.csv"}});
            }),
            "the table 'other.csv' was not read");
  EXPECT_EQ(message_of([&] {
              impute_from(frame.taking_columns({0, 1}), sample, {"income"});
            }),
            "column 'sex' is neither protected nor in the frame, so no unit outside the data has it");
  EXPECT_EQ(message_of([&] {
              impute_from(sample.taking_columns({3}), sample, {"number", "age", "sex", "income"});
            }),
            "the frame and the data have only protected columns in common");
  std::vector<std::size_t> fewer(290);
  for (std::size_t i = 0; i < fewer.size(); ++i) fewer[i] = i + 10;
  EXPECT_EQ(message_of([&] { impute_from(frame.taking_rows(fewer), sample, {"income"}); }),
            "record 1 of the data is not in the frame");
  Table other_kind = frame;
  ColumnInfo info = frame.info(1);
  info.kind = Kind::nominal;
  other_kind.set_info(1, info);
  EXPECT_EQ(message_of([&] { impute_from(other_kind, sample, {"income"}); }),
            "column 'age' is numeric in the data and nominal in the frame");
  EXPECT_EQ(message_of([&] {
              impute_from(frame, sample, {"income"}, {{"given", Value::array_of({"income"})}});
            }),
            "column 'income' is named to predict, and it does not stay as it is");
}

TEST(MultipleImputationFrame, GivesTheSameBitsForOneAndEightThreads) {
  const Population population;
  const auto run = [&](int threads) {
    return masking::method("multiple-imputation")
        .apply(population.sample, {3}, {{"frame", "f"}},
               sfumato::Run({.seed = 4, .threads = threads}).with_table("f", population.frame));
  };
  const Masked one = run(1), eight = run(8);
  for (std::size_t i = 0; i < one.tables.size(); ++i) EXPECT_TRUE(one.tables[i].same_data(eight.tables[i]));
  EXPECT_EQ(one.details, eight.details);
}

}  // namespace
}  // namespace sfumato
