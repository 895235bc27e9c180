// Top-coding by hand: limits, weights, what stays, and whole records moved.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/records.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

const double nan = std::nan("");

TEST(TopCoding, AQuantileByHand) {
  // Type 7: the 0.9-quantile of 1 … 5 lies at place 3.6, 4.6.
  const Table original = numbers_table({{"x", {5, 1, nan, 3, 4, 2}}, {"y", {7, 7, 7, 7, 7, nan}}});
  const Masked masked = mask(original, "top-coding", {{"quantile", 0.9}});
  const Numbers x = masked.tables[0].column(0).to_numbers();
  EXPECT_DOUBLE_EQ(x[0], 4.6);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[4], 4.0);
  EXPECT_EQ(masked.tables[0].column(1), original.column(1));
  EXPECT_EQ(masked.details.at("coded").as_integer(), 1);
  EXPECT_DOUBLE_EQ(masked.details.at("limits").at("x").as_number(), 4.6);
  EXPECT_EQ(masked.details.at("limits").at("y").as_number(), 7.0);
}

TEST(TopCoding, AGivenLimitOverridesTheQuantile) {
  const Table original = numbers_table({{"x", {5, 1, 3.5, 3}}, {"y", {-1, -2, nan, 8}}});
  const Masked masked = mask(original, "top-coding", {{"at", 3}, {"quantile", 0.0}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{3, 1, 3, 3}));
  EXPECT_EQ(masked.tables[0].column(1).to_numbers()[3], 3.0);
  EXPECT_EQ(masked.details.at("coded").as_integer(), 3);
}

TEST(TopCoding, NothingAboveTheLimitLeavesTheColumnAndItsType) {
  ColumnInfo info;
  info.name = "n";
  const Table original({info}, {Integers{{(std::int64_t{1} << 60) + 1, 4, 3}, {}}});
  EXPECT_TRUE(mask(original, "top-coding", {{"quantile", 1}}).tables[0].same_data(original));
}

TEST(TopCoding, WeightsMoveTheQuantile) {
  Table original = numbers_table({{"x", {10, 20, 30, 40}}, {"w", {1, 7, 1, 1}}});
  ColumnInfo info = original.info(1);
  info.role = Role::weight;
  original.set_info(1, info);
  const auto limit = [&](double quantile) {
    return mask(original, "top-coding", {{"quantile", quantile}}).details.at("limits").at("x").as_number();
  };
  EXPECT_EQ(limit(0.8), 20.0);  // 8 of 10
  EXPECT_EQ(limit(0.85), 30.0);
  EXPECT_EQ(limit(1.0), 40.0);
  original.edit_numbers(1)[2] = -1.0;
  try {
    limit(0.5);
    ADD_FAILURE() << "a negative weight is taken";
  } catch (const Error& failure) {
    EXPECT_NE(failure.message.find("that of record 3 is negative"), std::string::npos) << failure.message;
  }
}

// Squared Mahalanobis distances of two columns by the inverse of their covariance matrix.
std::vector<double> distances(const Table& table, const Table& model) {
  const stats::Matrix data = stats::numbers(table, {0, 1}), fitted = stats::numbers(model, {0, 1});
  const stats::Matrix covariance = stats::covariance(fitted);
  const double a = covariance(0, 0), b = covariance(0, 1), c = covariance(1, 1), determinant = a * c - b * b;
  std::vector<double> result;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const double x = data(i, 0) - stats::moments(fitted.column(0)).mean;
    const double y = data(i, 1) - stats::moments(fitted.column(1)).mean;
    result.push_back(std::sqrt((c * x * x - 2.0 * b * x * y + a * y * y) / determinant));
  }
  return result;
}

TEST(TopCoding, MultivariateMovesHighOutliersOntoTheLimit) {
  const Table original = testing::incomes(400).taking_columns({0, 1});
  const Masked masked = mask(original, "top-coding", {{"quantile", 0.9}, {"multivariate", true}});
  const double limit = masked.details.at("limit").as_number();
  const std::vector<double> before = distances(original, original),
                            after = distances(masked.tables[0], original);
  const stats::Matrix scores = stats::standardized(stats::numbers(original, {0, 1}));
  std::int64_t coded = 0, beyond = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    beyond += before[i] > limit ? 1 : 0;
    const bool high = scores(i, 0) + scores(i, 1) > 0.0;
    if (before[i] > limit * (1.0 + 1e-9) && high) {
      EXPECT_NEAR(after[i], limit, 1e-8);
      ++coded;
    } else {
      EXPECT_NEAR(after[i], before[i], 1e-8);
    }
  }
  EXPECT_EQ(masked.details.at("coded").as_integer(), coded);
  EXPECT_EQ(beyond, 40);  // a tenth of 400 lie beyond the 0.9-quantile
  EXPECT_GT(coded, 10);
}

TEST(TopCoding, MultivariateTakesSingularCovariancesAndIncompleteRecords) {
  const Table plain = testing::incomes(200).taking_columns({0, 1});
  Numbers sum = plain.column(0).to_numbers();
  const Numbers tax = plain.column(1).to_numbers();
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += tax[i];
  sum[3] = nan;
  const Table original =
      numbers_table({{"income", plain.column(0).to_numbers()}, {"tax", tax}, {"sum", sum}});
  const Masked masked = mask(original, "top-coding", {{"quantile", 0.5}, {"multivariate", true}});
  EXPECT_GT(masked.details.at("coded").as_integer(), 20);
  for (std::size_t i = 0; i < 200; ++i) {
    const double income = masked.tables[0].column(0).to_numbers()[i],
                 due = masked.tables[0].column(1).to_numbers()[i];
    if (i == 3) {
      EXPECT_EQ(income, plain.column(0).to_numbers()[3]);
    } else {
      EXPECT_NEAR(masked.tables[0].column(2).to_numbers()[i], income + due, 1e-6) << "sums are kept";
    }
  }
}

TEST(TopCoding, ALimitOfValuesIsNotALimitOfDistances) {
  try {
    mask(testing::incomes(10), "top-coding", {{"at", 5}, {"multivariate", true}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
  }
}

// Five categories with 1, 2, 4, 2 and 1 records, and one record without.
Table schooling() {
  ColumnInfo info;
  info.name = "school";
  info.kind = Kind::ordinal;
  return Table({info}, {Codes{{0, 1, 1, 2, 2, 2, 2, 3, 3, 4, -1}, {"none", "some", "much", "more", "all"}}});
}

TEST(TopCoding, AnOrdinalColumnByCategoryOrRank) {
  const Masked named = mask(schooling(), "top-coding", {{"category", "much"}});
  EXPECT_EQ(named.details.at("coded"), Value(3));
  EXPECT_EQ(named.tables[0].column(0).text(9), "much");
  EXPECT_TRUE(named.tables[0].column(0).missing(10));
  // 9 of 10 records reach up to "more".
  const Masked ranked = mask(schooling(), "top-coding", {{"quantile", 0.9}});
  EXPECT_EQ(ranked.details.at("limits").at("school"), Value("more"));
  EXPECT_EQ(ranked.details.at("coded"), Value(1));
  EXPECT_EQ(ranked.tables[0].info(0), schooling().info(0));
  EXPECT_THROW(mask(schooling(), "top-coding", {{"category", "lots"}}), Error);
  EXPECT_THROW(mask(schooling(), "top-coding", {{"at", 3}}), Error);
  EXPECT_THROW(mask(schooling(), "top-coding", {{"multivariate", true}}), Error);
}

TEST(TopCoding, ALimitOfASingleColumn) {
  const Table original = testing::numbers_table({{"a", {1, 2, 3, 4}}, {"b", {1, 2, 3, 4}}});
  const Masked masked = mask(original, "top-coding", {{"at", 3}, {"limit", Value::object().set("b", "1.5")}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{1, 2, 3, 3}));
  EXPECT_EQ(masked.tables[0].column(1).to_numbers(), (Numbers{1, 1.5, 1.5, 1.5}));
  EXPECT_EQ(masked.details.at("limits").at("b"), Value(1.5));
  const Masked named = mask(schooling(), "top-coding",
                            {{"category", "some"}, {"limit", Value::object().set("school", "much")}});
  EXPECT_EQ(named.details.at("limits").at("school"), Value("much"));
  for (const char* wrong : {"many", "nan", "1e200"}) {
    EXPECT_THROW(mask(original, "top-coding", {{"limit", Value::object().set("b", wrong)}}), Error) << wrong;
  }
  EXPECT_THROW(mask(original, "top-coding", {{"limit", Value::object().set("c", "1")}}), Error);
}

// Above 3: 4, 5 and 12, whose mean is 7 and whose median is 5. The mean keeps the sum of the column.
TEST(TopCoding, TheTailCanBecomeItsMeanOrMedianOrAConstant) {
  const Table original = numbers_table({{"x", {12, 1, nan, 3, 4, 2, 5}}});
  const auto coded = [&](const ParamValues& params) {
    ParamValues all{{"at", 3}};
    all.insert(all.end(), params.begin(), params.end());
    return mask(original, "top-coding", all);
  };
  const Masked mean = coded({{"replacement", "mean"}});
  const Numbers values = mean.tables[0].column(0).to_numbers();
  EXPECT_DOUBLE_EQ(values[0], 7.0);
  EXPECT_EQ(values[3], 3.0) << "the limit itself stays";
  EXPECT_EQ(values[4], values[0]);
  EXPECT_EQ(mean.details.at("replacements").at("x").as_number(), values[0]);
  EXPECT_EQ(mean.details.at("limits").at("x").as_number(), 3.0);
  EXPECT_EQ(coded({{"replacement", "median"}}).tables[0].column(0).to_numbers()[0], 5.0);
  EXPECT_EQ(coded({{"constant", 99}, {"replacement", "mean"}}).tables[0].column(0).to_numbers()[6], 99.0);
  EXPECT_EQ(coded({}).details.find("replacements"), nullptr);
}

TEST(TopCoding, AMeanOfOneOrTwoValuesIsRefused) {
  const Table original = numbers_table({{"x", {1, 2, 3, 40, 50}}});
  const auto complaint = [&](const ParamValues& params) {
    try {
      mask(original, "top-coding", params);
      return std::string("accepted");
    } catch (const Error& error) {
      EXPECT_EQ(error.parameter, "replacement");
      return error.message;
    }
  };
  EXPECT_EQ(complaint({{"at", 3}, {"replacement", "mean"}}),
            "2 values of 'x' lie above the limit, and their mean would disclose them");
  EXPECT_EQ(complaint({{"at", 2}, {"replacement", "mean"}}), "accepted");
  EXPECT_EQ(complaint({{"at", 99}, {"replacement", "mean"}}), "accepted") << "nothing lies above";
  EXPECT_EQ(complaint({{"at", 3}, {"constant", 4}}), "accepted");
}

TEST(TopCoding, ReplacementsAreForNumbersInSingleColumns) {
  ColumnInfo size;
  size.name = "size";
  size.kind = Kind::ordinal;
  const Table sizes({size}, {Codes{{0, 1, 2, 2, 2}, {"small", "middle", "large"}}});
  EXPECT_THROW(mask(sizes, "top-coding", {{"category", "small"}, {"replacement", "mean"}}), Error);
  const Table two = numbers_table({{"x", {1, 2, 3, 9}}, {"y", {2, 1, 3, 9}}});
  EXPECT_THROW(mask(two, "top-coding", {{"multivariate", true}, {"constant", 3}}), Error);
}

}  // namespace
}  // namespace sfumato
