// The propensity score: its reference value, by hand, and the cases in which it misleads.
#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "support/categories.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

Table propensity_categories(const std::vector<std::int32_t>& codes, const std::vector<std::string>& labels) {
  ColumnInfo info;
  info.name = "group";
  info.kind = Kind::nominal;
  return {{info}, {Codes{codes, labels}}};
}

TEST(Propensity, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  const Score score = measure(original, masked, "propensity");
  EXPECT_NEAR(score.value.value(), 1.80922e-4, 5e-10);
  EXPECT_EQ(score.details.at("parameters"), Value(92));
  EXPECT_NEAR(score.details.at("expected").as_number(), 91.0 / 8.0 / 2160.0, 1e-12);
  EXPECT_EQ(score.details.at("structural_zero"), Value(false));
}

// A saturated model of one category: p̂ is its share of masked records, 1/4 and 3/4.
TEST(Propensity, ByHandWithoutAPenalty) {
  const Table original = propensity_categories({0, 0, 0, 1}, {"a", "b"}),
              masked = propensity_categories({0, 1, 1, 1}, {"b", "a"});
  const Score same = measure(original, masked, "propensity", {{"penalty", 0}, {"terms", "main"}});
  EXPECT_NEAR(same.value.value(), 0.0, 1e-20);
  EXPECT_EQ(same.details.at("structural_zero"), Value(false));  // it is the same file
  const Table other =
      propensity_categories({1, 0, 0, 0}, {"a", "b"}).taking_rows(std::vector<std::size_t>{0, 0, 0, 1});
  const Score score = measure(original, other, "propensity", {{"penalty", 0}, {"terms", "main"}});
  EXPECT_NEAR(score.value.value(), 1.0 / 16.0, 1e-9);
  EXPECT_NEAR(score.details.at("ratio").as_number(), (1.0 / 16.0) / (1.0 / 8.0 / 8.0), 1e-6);
  EXPECT_EQ(score.details.at("separation"), Value("none"));
  EXPECT_EQ(score.reading, "25 % of the value of two files that can always be distinguished");
}

TEST(Propensity, FilesOfDifferentLength) {
  // c = 1/3; shares of masked records are 0 of 2 … saturated: group a 2:0, group b 2:2.
  const Table original = propensity_categories({0, 0, 1, 1}, {"a", "b"}),
              masked = propensity_categories({0, 0}, {"b"});
  const Score score = measure(original, masked, "propensity", {{"model", "cart"}, {"leaf", 2}});
  EXPECT_NEAR(score.value.value(), (2.0 * (1.0 / 9.0) + 4.0 * (1.0 / 36.0)) / 6.0, 1e-12);
}

TEST(Propensity, SeparationIsSaid) {
  const Table original = numbers_table({{"a", {0, 1, 2, 3}}}), masked = numbers_table({{"a", {4, 5, 6, 7}}});
  const Score score = measure(original, masked, "propensity", {{"penalty", 0}, {"terms", "main"}});
  EXPECT_EQ(score.details.at("separation"), Value("complete"));
  EXPECT_NE(score.note.find("separate"), std::string::npos);
  EXPECT_NEAR(score.value.value(), 0.25, 1e-6);
}

TEST(Propensity, MethodsThatKeepMomentsGiveAStructuralZero) {
  const Table original = testing::incomes(500).taking_columns({0, 1, 2});
  const Table synthetic = testing::mask(original, "ipso").tables[0];
  const Score score = measure(original, synthetic, "propensity");
  EXPECT_EQ(score.details.at("structural_zero"), Value(true));
  EXPECT_FALSE(score.note.empty());
  EXPECT_LT(score.value.value(), 1e-16);
  EXPECT_GT(measure(original, synthetic, "propensity", {{"model", "cart"}}).value.value(), 0.01);
  // Microaggregation keeps means: nothing is left for main effects.
  const Table grouped = testing::mask(original, "mdav").tables[0];
  EXPECT_EQ(measure(original, grouped, "propensity", {{"terms", "main"}}).details.at("structural_zero"),
            Value(true));
  EXPECT_EQ(measure(original, grouped, "propensity").details.at("structural_zero"), Value(false));
  EXPECT_EQ(measure(original, original, "propensity").details.at("structural_zero"), Value(false));
}

// Two samples of one distribution: unpenalised fits and permutations expect what is found.
TEST(Propensity, RatiosAreNearTheirExpectation) {
  const auto sample = [](std::uint64_t seed) {
    Rng rng({seed, 2});
    std::vector<double> a(1000), b(1000);
    for (double& value : a) value = rng.normal();
    for (double& value : b) value = rng.normal();
    return numbers_table({{"a", a}, {"b", b}});
  };
  double plain = 0.0, shuffled = 0.0, tree = 0.0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Table original = sample(2 * seed), masked = sample(2 * seed + 1);
    const Score score =
        measure(original, masked, "propensity", {{"penalty", 0}, {"terms", "all"}, {"permutations", 5}});
    plain += score.details.at("ratio").as_number() / 40.0;
    shuffled += score.value.value() / score.details.at("permutation_expected").as_number() / 40.0;
    if (seed < 10) {
      tree += measure(original, masked, "propensity", {{"model", "cart"}, {"permutations", 5}})
                  .details.at("ratio")
                  .as_number() /
              10.0;
    }
  }
  // Independent samples vary on both sides: c(1 − c) in place of (1 − c)²c, twice the expectation for a
  // file drawn from a model of the original.
  EXPECT_NEAR(plain, 2.0, 0.5);
  EXPECT_NEAR(shuffled, 1.0, 0.5);
  EXPECT_NEAR(tree, 1.0, 0.15);
}

TEST(Propensity, TermsAreCounted) {
  const Table original = testing::incomes(200), masked = testing::mask(original, "additive-noise").tables[0];
  const auto parameters = [&](const char* terms) {
    return measure(original, masked, "propensity", {{"terms", terms}}).details.at("parameters").as_integer();
  };
  EXPECT_EQ(parameters("main"), 5);
  EXPECT_EQ(parameters("squares"), 9);
  EXPECT_EQ(parameters("products"), 11);
  EXPECT_EQ(parameters("all"), 15);
}

TEST(Propensity, RefusesTooManyTermsInWords) {
  std::vector<std::int32_t> codes(1200);
  std::vector<std::string> labels;
  for (std::int32_t i = 0; i < 1200; ++i) {
    codes[static_cast<std::size_t>(i)] = i;
    labels.push_back(std::to_string(i));
  }
  const Table table = propensity_categories(codes, labels);
  const Score score = measure(table, table, "propensity");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("1199 terms"), std::string::npos) << score.note;
  EXPECT_TRUE(measure(table, table, "propensity", {{"model", "cart"}}).value);
}

// A category is compared with the most frequent one, whatever the order of rows.
TEST(Propensity, DoesNotDependOnTheOrderOfRows) {
  std::vector<std::string> before, after;
  Numbers x, y;
  for (int i = 0; i < 60; ++i) {
    before.push_back(i % 7 == 0 ? "a" : i % 3 == 0 ? "b" : "c");
    after.push_back(i % 5 == 0 ? "a" : i % 2 == 0 ? "b" : "c");
    x.push_back(i);
    y.push_back(i + 3 * (i % 4));
  }
  const auto value = [&](bool reversed) {
    const auto table = [&](std::vector<std::string> texts, Numbers numbers) {
      if (reversed) std::reverse(texts.begin(), texts.end()), std::reverse(numbers.begin(), numbers.end());
      const Table categories = testing::texts_table({{"t", texts}});
      ColumnInfo info;
      info.name = "x";
      return Table({categories.info(0), info}, {categories.column(0), std::move(numbers)});
    };
    return testing::measure(table(before, x), table(after, y), "propensity").value.value();
  };
  EXPECT_NEAR(value(false), value(true), 1e-12);
  EXPECT_GT(value(false), 1e-6);
}

// The original misses every tenth group, and the release has "*" there as in most records: such a cell stands
// for no known value, so that its record is left out, as one with a missing value is.
TEST(Propensity, LeavesOutCellsThatStandForMissingValues) {
  std::vector<std::int32_t> before, after;
  std::vector<std::int32_t> kept_before, kept_after;
  Rng rng(derive_key({8, 9}, "groups"));
  for (int row = 0; row < 400; ++row) {
    before.push_back(row % 10 == 0 ? Codes::missing : static_cast<std::int32_t>(rng.below(3)));
    after.push_back(row % 2 == 0 ? 3 : std::max(before.back(), 0));
    if (before.back() == Codes::missing) continue;
    kept_before.push_back(before.back());
    kept_after.push_back(after.back());
  }
  const Table original = propensity_categories(before, {"a", "b", "c"});
  const Table masked = propensity_categories(after, {"a", "b", "c", "*"});
  for (const char* model : {"logistic", "cart"}) {
    const Score score = measure(original, masked, "propensity", {{"model", model}});
    const Score complete =
        measure(propensity_categories(kept_before, {"a", "b", "c"}),
                propensity_categories(kept_after, {"a", "b", "c", "*"}), "propensity", {{"model", model}});
    ASSERT_TRUE(score.value && complete.value) << model;
    EXPECT_EQ(*score.value, *complete.value) << model;
    EXPECT_EQ(score.details.at("incomplete_masked_records"), Value(40));
  }
}

}  // namespace
}  // namespace sfumato
