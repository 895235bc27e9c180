// What sequential trees keep (marginals, relations, missing shares) and what the dial takes away. Numbers of
// the splits are checked in tests/stats/sampling_tree_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "release/lone_values.hpp"
#include "support/mixed_people.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::all_columns;
using testing::mask;
using testing::mixed_people;
using testing::numbers_table;

Table drawn(const Table& original, const ParamValues& params = {}, std::uint64_t seed = 1) {
  return mask(original, "sequential-trees", params, seed).tables.front();
}

// The largest difference of two empirical distribution functions; missing values are left out.
double kolmogorov_smirnov(const Column& a, const Column& b) {
  Numbers x = a.to_numbers(), y = b.to_numbers();
  for (Numbers* values : {&x, &y}) {
    std::erase_if(*values, [](double value) { return std::isnan(value); });
    std::sort(values->begin(), values->end());
  }
  double largest = 0.0;
  for (const Numbers* at : {&x, &y}) {
    for (const double value : *at) {
      const auto share = [&](const Numbers& of) {
        return static_cast<double>(std::upper_bound(of.begin(), of.end(), value) - of.begin()) /
               static_cast<double>(of.size());
      };
      largest = std::max(largest, std::fabs(share(x) - share(y)));
    }
  }
  return largest;
}

double correlation(const Table& table, ColumnId a, ColumnId b) {
  const Numbers x = table.column(a).to_numbers(), y = table.column(b).to_numbers();
  double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    n += 1, sx += x[i], sy += y[i], sxx += x[i] * x[i], syy += y[i] * y[i], sxy += x[i] * y[i];
  }
  return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

// KS distances of samples of n from the same distribution exceed 1.95·√(2/n) once in a thousand; columns
// after the first vary more, since their predictors do.
TEST(SequentialTrees, KeepsMarginalsAndRelationsOfTheCensus) {
  SFUMATO_REQUIRE_REFERENCE(path, "census.csv");
  const Table census = testing::read_numbers(path);
  const Table synthetic = drawn(census);
  const Table independent = drawn(census, {{"leaf", 100000}});
  ASSERT_EQ(synthetic.rows(), census.rows());
  double of_trees = 0.0, of_independent = 0.0;
  for (ColumnId a = 0; a < census.column_count(); ++a) {
    EXPECT_LT(kolmogorov_smirnov(census.column(a), synthetic.column(a)),
              1.95 * std::sqrt(2.0 / static_cast<double>(census.rows())) + 0.03)
        << census.info(a).name;
    for (ColumnId b = 0; b < a; ++b) {
      of_trees += std::fabs(correlation(census, a, b) - correlation(synthetic, a, b));
      of_independent += std::fabs(correlation(census, a, b) - correlation(independent, a, b));
    }
  }
  EXPECT_LT(of_trees, 0.2 * of_independent);
}

// y = (x − 500)² has no correlation with x, and a tree finds it.
TEST(SequentialTrees, KeepsAStrongDependence) {
  Numbers x, y;
  for (int i = 0; i < 1000; ++i) {
    x.push_back(i);
    y.push_back((i - 500.0) * (i - 500.0));
  }
  const Table synthetic = drawn(numbers_table({{"x", x}, {"y", y}}));
  double squares = 0.0;
  for (std::size_t i = 0; i < synthetic.rows(); ++i) {
    const double u = synthetic.column(0).to_numbers()[i], v = synthetic.column(1).to_numbers()[i];
    squares += std::pow(v - (u - 500.0) * (u - 500.0), 2.0);
  }
  // The standard deviation of y is about 74,000.
  EXPECT_LT(std::sqrt(squares / static_cast<double>(synthetic.rows())), 2500.0);
}

// The share of an illness in a town depends on both, as in the original.
TEST(SequentialTrees, KeepsRelationsOfCategories) {
  const Table original = mixed_people(4000, 1);
  const auto shares = [](const Table& table) {
    std::map<std::string, double> counts;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const bool old = table.column(2).to_numbers()[i] > 55;
      counts[table.column(1).text(i) + (old ? "old" : "young") + table.column(5).text(i)] +=
          1.0 / static_cast<double>(table.rows());
    }
    return counts;
  };
  const auto distance = [&](const Table& table) {
    auto a = shares(original), b = shares(table);
    double sum = 0.0;
    for (const auto& [key, share] : a) sum += std::fabs(share - b[key]);
    return sum;
  };
  EXPECT_LT(distance(drawn(original)), 0.6 * distance(drawn(original, {{"leaf", 100000}})));
}

TEST(SequentialTrees, DrawsMissingValues) {
  Table original = mixed_people(3000, 2, 0.1);
  // Income is missing for half of the people above 60, and for no others.
  const Numbers age = original.column(2).to_numbers();
  Numbers income = original.column(3).to_numbers();
  for (std::size_t i = 0; i < income.size(); ++i) {
    income[i] = age[i] > 60 && i % 2 == 0 ? std::nan("") : std::isnan(income[i]) ? 1.0 : income[i];
  }
  original.replace(3, income);
  const Table synthetic = drawn(original);
  std::size_t old = 0, old_missing = 0, others_missing = 0;
  for (std::size_t i = 0; i < synthetic.rows(); ++i) {
    const bool above = synthetic.column(2).to_numbers()[i] > 60;
    const bool gone = synthetic.column(3).missing(i);
    old += above;
    old_missing += above && gone;
    others_missing += !above && gone;
  }
  EXPECT_NEAR(static_cast<double>(old_missing) / static_cast<double>(old), 0.5, 0.06);
  EXPECT_LT(others_missing, 30U);
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    EXPECT_NEAR(static_cast<double>(synthetic.column(id).missing_count()),
                static_cast<double>(original.column(id).missing_count()), 90.0)
        << original.info(id).name;
  }
}

TEST(SequentialTrees, LargerLeavesCopyLessAndLinkLess) {
  const Table original = mixed_people(1500, 3);
  double copies = 101.0, inference = 101.0;
  for (const int leaf : {1, 5, 50}) {
    const Table synthetic = drawn(original, {{"leaf", leaf}});
    const double now = testing::measure(original, synthetic, "exact-copies").value.value();
    EXPECT_LT(now, copies) << leaf;
    copies = now;
    const double unique = testing::measure(original, synthetic, "replicated-uniques").value.value();
    EXPECT_LE(unique, inference) << leaf;
    inference = unique;
  }
  EXPECT_LT(copies, 1.0);
}

TEST(SequentialTrees, KeepsValuesAndTypes) {
  Table original = mixed_people(400, 4, 0.05);
  Integers large{{}, {}};
  Dates dates;
  for (std::size_t i = 0; i < 400; ++i) {
    large.values.push_back(9007199254740993 + static_cast<std::int64_t>(i % 7));
    dates.days.push_back(i % 9 == 0 ? Dates::missing : static_cast<std::int32_t>(10000 + 3 * i));
  }
  original.replace(4, large);
  original.replace(2, dates);
  for (const bool smooth : {false, true}) {
    const Table synthetic = drawn(original, {{"smooth", smooth}});
    ASSERT_NE(synthetic.column(4).get_if<Integers>(), nullptr);
    for (const std::int64_t value : synthetic.column(4).get_if<Integers>()->values) {
      EXPECT_GE(value, 9007199254740993);
      EXPECT_LT(value, 9007199254741000);
    }
    ASSERT_NE(synthetic.column(2).get_if<Dates>(), nullptr);
    for (const std::int32_t day : synthetic.column(2).get_if<Dates>()->days) {
      EXPECT_TRUE(day == Dates::missing || (day >= 10000 && day <= 11200));
      if (!smooth) {
        EXPECT_TRUE(day == Dates::missing || (day - 10000) % 3 == 0);
      }
    }
    EXPECT_EQ(synthetic.schema(), original.schema());
  }
}

TEST(SequentialTrees, SmoothsNumbersThatFewRecordsHave) {
  Numbers income, children;
  Rng rng({3, 3});
  for (int i = 0; i < 600; ++i) {
    children.push_back(static_cast<double>(rng.below(4)));
    income.push_back(i % 5 == 0 ? 0.0 : std::floor(100.0 * std::exp(9.0 + rng.normal())) / 100.0);
  }
  const Table original = numbers_table({{"children", children}, {"income", income}});
  const Masked plain = mask(original, "sequential-trees"),
               smooth = mask(original, "sequential-trees", {{"smooth", true}});
  const auto lone = [&](const Masked& masked) {
    return release::lone_values(original, masked.tables, {1}, sfumato::Run({.seed = 1})).numbers;
  };
  EXPECT_GT(lone(plain), 300U);
  EXPECT_LT(lone(smooth), 20U);
  const std::set<double> before(income.begin(), income.end());
  std::size_t zeros = 0, equal = 0;
  for (const double value : smooth.tables[0].column(1).to_numbers()) {
    zeros += value == 0.0;
    equal += value != 0.0 && before.contains(value);
    EXPECT_GE(value, 0.0);
    EXPECT_LE(value, *before.rbegin());
    EXPECT_NEAR(value * 100.0, std::nearbyint(value * 100.0), 1e-4);  // cents
  }
  EXPECT_NEAR(static_cast<double>(zeros), 120.0, 40.0);
  EXPECT_LT(equal, 20U);
  EXPECT_LT(kolmogorov_smirnov(original.column(1), smooth.tables[0].column(1)), 0.15);
}

TEST(SequentialTrees, DrawsAnyNumberOfRecords) {
  const Table original = mixed_people(200, 5);
  EXPECT_EQ(drawn(original, {{"rows", 37}}).rows(), 37U);
  EXPECT_EQ(drawn(original, {{"rows", 5000}}).rows(), 5000U);
  const auto partly = [&](int rows) {
    return masking::method("sequential-trees")
        .apply(original, {2, 3}, {{"rows", rows}}, sfumato::Run({.seed = 1}));
  };
  EXPECT_EQ(partly(200).mapping, Mapping::same_rows);
  EXPECT_THROW(partly(37), Error);
}

// Columns that are not protected stay, and what is drawn depends on them.
TEST(SequentialTrees, DrawsGivenTheColumnsThatStay) {
  Numbers x, y;
  for (int i = 0; i < 500; ++i) {
    x.push_back(i % 2);
    y.push_back(1000.0 * (i % 2) + i % 10);
  }
  const Table original = numbers_table({{"y", y}, {"x", x}});
  const Masked masked =
      masking::method("sequential-trees").apply(original, {0}, {}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.mapping, Mapping::same_rows);
  EXPECT_EQ(masked.tables[0].column(1), original.column(1));
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_EQ(masked.tables[0].column(0).to_numbers()[i] >= 1000.0, x[i] == 1.0);
  }
}

TEST(SequentialTrees, FollowsAnOrder) {
  const Table original = mixed_people(300, 6);
  const Masked masked = mask(original, "sequential-trees", {{"order", Value::array_of({"size", "income"})}});
  const Value& trees = masked.details.at("trees");
  EXPECT_EQ(trees.as_object()[0].first, "size");
  EXPECT_EQ(trees.as_object()[1].first, "income");
  EXPECT_EQ(trees.as_object()[2].first, "sex");
  EXPECT_EQ(trees.at("size").at("leaves").as_integer(), 1);
  EXPECT_EQ(trees.at("size").at("predictors").as_integer(), 0);
  EXPECT_EQ(masked.mapping, Mapping::none);
  const auto partly = [&] {
    masking::method("sequential-trees")
        .apply(original, {2}, {{"order", Value::array_of({"income"})}}, sfumato::Run({.seed = 1}));
  };
  EXPECT_THROW(partly(), Error);
}

// The original keeps the rule; draws that break it are repeated.
TEST(SequentialTrees, KeepsRules) {
  const Table original = mixed_people(1000, 7);
  const Masked masked =
      mask(original, "sequential-trees",
           {{"rule", Value::array_of({"if town=t3 then age<60", "size<=4"})}, {"leaf", 50}});
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(masked.tables[0].column(1).text(i) != "t3" ||
                masked.tables[0].column(2).to_numbers()[i] < 60);
    EXPECT_LE(masked.tables[0].column(4).to_numbers()[i], 4.0);
  }
  const Value& rules = masked.details.at("record_rules");
  EXPECT_EQ(rules.at("broken").as_integer(), 0);
  EXPECT_GT(rules.at("redrawn").as_integer(), 100);
  EXPECT_GT(rules.at("in_original").as_integer(), 100);
  const Masked impossible =
      mask(original, "sequential-trees", {{"rule", Value::array_of({"age>500"})}, {"tries", 3}});
  EXPECT_EQ(impossible.details.at("record_rules").at("broken").as_integer(), 1000);
  EXPECT_EQ(impossible.details.at("record_rules").at("redrawn").as_integer(), 3000);
}

TEST(SequentialTrees, TakesConstantsAndTinyTables) {
  const double gap = std::nan("");
  const Table one = drawn(numbers_table({{"x", {7}}, {"y", {gap}}}), {{"rows", 4}});
  EXPECT_EQ(one.column(0).to_numbers(), (Numbers{7, 7, 7, 7}));
  EXPECT_EQ(one.column(1).missing_count(), 4U);
  const Table constant =
      drawn(numbers_table({{"x", Numbers(50, 3.5)}, {"y", Numbers(50, gap)}}), {{"smooth", true}});
  EXPECT_EQ(constant.column(0).to_numbers(), Numbers(50, 3.5));
  EXPECT_EQ(constant.column(1).missing_count(), 50U);
  EXPECT_THROW(drawn(numbers_table({{"x", {}}}), {{"rows", 4}}), Error);
}

// Names of people do not predict, and are not in the way.
TEST(SequentialTrees, LeavesOutPredictorsOfManyCategories) {
  Codes name;
  Numbers income;
  for (int i = 0; i < 200; ++i) {
    name.codes.push_back(i);
    name.labels.push_back("n" + std::to_string(i));
    income.push_back(i);
  }
  ColumnInfo text, number;
  text.name = "name";
  text.kind = Kind::nominal;
  number.name = "income";
  const Masked masked = mask(Table({text, number}, {name, income}), "sequential-trees");
  EXPECT_EQ(masked.details.at("not_predicting"), Value::array_of({"name"}));
  EXPECT_EQ(masked.details.at("trees").at("income").at("leaves").as_integer(), 1);
}

}  // namespace
}  // namespace sfumato
