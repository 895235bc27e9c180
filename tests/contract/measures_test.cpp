// What every measure must do, whatever it is: checked for all that register.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::numbers_table;

// Two keys of 16 values each and a size of four, mostly unique together.
Table measured_categories() {
  Rng rng({11, 3});
  std::vector<double> region(400), job(400), size(400);
  for (std::size_t i = 0; i < size.size(); ++i) {
    region[i] = static_cast<double>(rng.below(16));
    job[i] = static_cast<double>(rng.below(16));
    size[i] = static_cast<double>(rng.below(4));
  }
  return numbers_table({{"region", region}, {"job", job}, {"size", size}});
}

// The same, with two values left of either key.
Table coarse(Table table) {
  for (const ColumnId id : {ColumnId{0}, ColumnId{1}}) {
    for (double& value : table.edit_numbers(id)) value = std::floor(value / 8.0);
  }
  return table;
}

// The same with every `step`-th cell blank, of all columns in turn.
Table blanked(Table table, std::size_t step) {
  for (std::size_t row = 0; row < table.rows(); row += step) {
    table.edit_numbers(row / step % table.column_count())[row] = std::nan("");
  }
  return table;
}

class MeasureContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Measure& measure() const { return compare::measure(GetParam()); }

  Score score(const Table& original, const Table& masked, const ParamValues& params = {},
              int threads = 2) const {
    const sfumato::Run run({.seed = 1, .threads = threads});
    return measure().score(original, masked, testing::all_columns(original), params,
                           run.with_table("unseen", unseen(original)));
  }

  // Other records with the same columns.
  static Table unseen(const Table& original) {
    Table table = incomes(300, 8);
    return original.column_count() > 0 && table.find(original.info(0).name) ? table : original;
  }

  // Parameters that a measure needs for the columns of incomes().
  ParamValues example() const {
    if (GetParam() == "l-diversity" || GetParam() == "t-closeness") return {{"column", "size"}};
    if (GetParam() == "classification") return {{"target", "tax"}};
    if (GetParam() == "membership") return {{"holdout", "unseen"}};
    if (GetParam() == "attribute-inference") return {{"holdout", "unseen"}, {"target", "tax"}};
    if (GetParam() == "disclosive-attribution" || GetParam() == "attribution-probability")
      return {{"target", "size"}};
    if (GetParam() == "analysis") return {{"regressions", "tax ~ income + savings"}, {"means", "savings"}};
    return {};
  }

  // Does it count records with equal keys? Noise makes every record unique, and does not protect there.
  bool counts_keys() const {
    const std::vector<std::string> names{"k-anonymity",
                                         "individual-risk",
                                         "model-risk",
                                         "suda",
                                         "l-diversity",
                                         "t-closeness",
                                         "uniqueness",
                                         "reidentification",
                                         "identifying-power",
                                         "pram-estimates",
                                         "exact-copies",
                                         "replicated-uniques",
                                         "disclosive-attribution",
                                         "attribution-probability"};
    return std::find(names.begin(), names.end(), GetParam()) != names.end();
  }

  // Does it count cells that lost their value? Noise takes none away.
  bool counts_blanks() const { return GetParam() == "suppressed" || GetParam() == "granularity"; }

  // Noise of this share of a standard deviation hardly protects. Few records of few columns lie so near each
  // other that 5 % would make them look unseen.
  double little_noise() const { return GetParam() == "closest-record" ? 0.001 : 0.05; }

  // Has it no value where no column has a hierarchy?
  bool needs_hierarchy() const { return GetParam() == "granularity"; }

  // A finite value, or none and a reason.
  void expect_sound(const Table& original, const Table& masked, const ParamValues& params = {}) const {
    const Score found = score(original, masked, params);
    if (found.value) {
      EXPECT_TRUE(std::isfinite(*found.value));
    } else {
      EXPECT_FALSE(found.note.empty());
    }
  }
};

TEST_P(MeasureContract, IsDescribed) {
  const MeasureInfo& info = measure().info;
  EXPECT_FALSE(info.title.empty());
  EXPECT_TRUE(info.summary.ends_with('.')) << info.summary;
  EXPECT_FALSE(info.range.empty());
  EXPECT_FALSE(info.cost.empty());
  EXPECT_FALSE(info.reference.empty());
  for (const ParamInfo& param : measure().params) {
    EXPECT_TRUE(param.doc.ends_with('.')) << param.name;
    EXPECT_NO_THROW(checked_param(param, param.initial)) << param.name;
  }
}

TEST_P(MeasureContract, GivesTheSameBitsForOneAndEightThreads) {
  const Table original = incomes(2000);
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const Score one = score(original, masked, example(), 1), eight = score(original, masked, example(), 8);
  EXPECT_EQ(one.value, eight.value);
  EXPECT_EQ(one.details, eight.details);
}

TEST_P(MeasureContract, TakesMissingValues) {
  Table original = incomes(100);
  for (std::size_t row = 0; row < 100; row += 7) original.edit_numbers(row % 4)[row] = std::nan("");
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const Score found = score(original, masked, example());
  if (needs_hierarchy()) {
    EXPECT_FALSE(found.value.has_value());
    EXPECT_FALSE(found.note.empty());
    return;
  }
  EXPECT_TRUE(found.value.has_value());
  EXPECT_EQ(found.details.at("incomplete_records"), Value(15));
  for (double& value : original.edit_numbers(0)) value = std::nan("");
  expect_sound(original, masked);
}

// Ordinal and nominal columns beside a numeric one, with cells that are missing in the masked file.
TEST_P(MeasureContract, TakesMixedColumnsWhereItSaysSo) {
  const Kinds accepts = measure().info.accepts;
  if (!accepts.has(Kind::numeric) || !accepts.has(Kind::ordinal) || !accepts.has(Kind::nominal)) {
    GTEST_SKIP() << "takes some kinds only";
  }
  const Table numbers = incomes(200);
  Table original = testing::as_categories(numbers);
  original.replace(3, numbers.column(3));
  original.set_info(3, numbers.info(3));
  ColumnInfo nominal = original.info(1);
  nominal.kind = Kind::nominal;
  original.set_info(1, nominal);
  Table masked = original;
  for (const ColumnId id : {ColumnId{0}, ColumnId{1}}) {
    Codes codes = *original.column(id).get_if<Codes>();
    for (std::size_t row = id; row < codes.codes.size(); row += 7) codes.codes[row] = Codes::missing;
    masked.replace(id, std::move(codes));
  }
  // The example of an analysis is one of numbers.
  const ParamValues params = GetParam() == "analysis" ? ParamValues{} : example();
  expect_sound(original, masked, params);
  const Score one = score(original, masked, params, 1), eight = score(original, masked, params, 8);
  EXPECT_EQ(one.value, eight.value);
  EXPECT_EQ(one.details, eight.details);
}

TEST_P(MeasureContract, TakesDegenerateTables) {
  const Table empty = numbers_table({{"x", {}}, {"y", {}}});
  expect_sound(empty, empty);
  const Table single = numbers_table({{"x", {7}}, {"y", {8}}});
  expect_sound(single, single);
  const Table two = numbers_table({{"x", {7, 9}}, {"y", {8, 8}}});
  expect_sound(two, two);
  const Table constant =
      numbers_table({{"x", std::vector<double>(40, 3.5)}, {"y", std::vector<double>(40, 0.0)}});
  expect_sound(constant, constant);
  expect_sound(constant, testing::incomes(40).taking_columns({0, 1}));
  const Table ties = numbers_table({{"x", {1, 1, 1, 2, 2, 2, 3, 3}}});
  expect_sound(ties, ties);
}

TEST_P(MeasureContract, TakesEveryParameterValue) {
  const Table original = incomes(80);
  const Table masked = testing::mask(original, "mdav").tables[0];
  for (const ParamInfo& param : measure().params) {
    for (const std::string& choice : param.choices) expect_sound(original, masked, {{param.name, choice}});
    for (const auto& end : {param.lower, param.upper}) {
      if (!end) continue;
      const bool integer = param.kind == ParamKind::integer;
      expect_sound(original, masked,
                   {{param.name, integer ? Value(static_cast<std::int64_t>(*end)) : Value(*end)}});
    }
  }
}

TEST_P(MeasureContract, SaysSoWhenItNeedsAMappingAndHasNone) {
  if (!measure().info.needs_mapping) GTEST_SKIP() << "needs no mapping";
  const Score found = score(incomes(50), incomes(40));
  EXPECT_FALSE(found.value);
  EXPECT_NE(found.note.find("50 and 40"), std::string::npos) << found.note;
}

// Unmasked data lose nothing and are not safe; more noise is worse for utility and better for risk.
TEST_P(MeasureContract, PointsTheRightWay) {
  if (measure().info.side == Side::both) GTEST_SKIP() << "its side depends on its parameters";
  const auto noisy = [](const Table& table, double amount) {
    return testing::mask(table, "additive-noise", {{"amount", amount}}).tables[0];
  };
  Table original = counts_keys() ? measured_categories() : incomes(400).taking_columns({0, 1, 2});
  if (needs_hierarchy()) {
    ColumnInfo info = original.info(0);
    info.tree = std::make_shared<const Hierarchy>(testing::Tree{{"0", "*"}});
    original.set_info(0, info);
  }
  const Table weak = counts_keys()     ? original
                     : counts_blanks() ? blanked(original, 50)
                                       : noisy(original, little_noise());
  const Table strong = counts_keys()     ? coarse(original)
                       : counts_blanks() ? blanked(original, 5)
                                         : noisy(original, 3);
  const double weak_value = score(original, weak, example()).value.value(),
               strong_value = score(original, strong, example()).value.value();
  const bool strong_is_better = measure().info.side == Side::risk;
  const bool higher_is_better = measure().info.better == Better::higher;
  if (strong_is_better == higher_is_better) {
    EXPECT_GT(strong_value, weak_value);
  } else {
    EXPECT_LT(strong_value, weak_value);
  }
}

std::string measure_test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllMeasures, MeasureContract, ::testing::ValuesIn(entry_names(compare::measures())),
                         measure_test_name);

}  // namespace
}  // namespace sfumato
