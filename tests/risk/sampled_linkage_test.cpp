// Linkages that search for a sample of the records: without bias, with a standard error that is the spread
// over draws, and equal to the exact value where all records are drawn.
#include <gtest/gtest.h>

#include <cmath>

#include "compare/measures.hpp"
#include "core/rng.hpp"
#include "stats/distributions/moments.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

Score sampled_score(const Table& original, const Table& masked, const std::string& name,
                    const ParamValues& params, std::uint64_t seed = 1, int threads = 2) {
  return compare::measure(name).score(original, masked, testing::all_columns(original), params,
                                      sfumato::Run({.seed = seed, .threads = threads}));
}

ParamValues with_sample(ParamValues params, std::int64_t size) {
  params.emplace_back("sample", Value(size));
  return params;
}

struct LinkageCase {
  std::string label;
  std::string measure;
  ParamValues params;
  enum class Data { numbers, categories, labels, unequal } data = Data::numbers;
};

void PrintTo(const LinkageCase& one, std::ostream* out) { *out << one.label; }

struct FilePair {
  Table original, masked;
};

// Ages in bands of ten years beside noisy numbers.
FilePair banded(std::size_t rows) {
  Rng rng({5, 9});
  Numbers age, income, spent;
  Codes bands;
  for (int band = 1; band <= 8; ++band) {
    bands.labels.push_back(std::to_string(10 * band) + "-" + std::to_string(10 * band + 9));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const auto years = 10 + rng.below(80);
    age.push_back(static_cast<double>(years));
    bands.codes.push_back(static_cast<std::int32_t>(years / 10 - 1));
    income.push_back(std::round(100.0 * rng.normal()));
    spent.push_back(std::round(income.back() + 10.0 * rng.normal()));
  }
  const Table original = numbers_table({{"age", age}, {"income", income}});
  std::vector<ColumnInfo> schema(2);
  schema[0].name = "age";
  schema[0].kind = Kind::nominal;
  schema[1].name = "income";
  return {original, Table(schema, {Column(bands), Column(spent)})};
}

FilePair files(LinkageCase::Data data) {
  constexpr std::size_t rows = 600;
  if (data == LinkageCase::Data::labels) return banded(rows);
  const Table numbers = testing::incomes(rows);
  const Table noisy = testing::mask(numbers, "additive-noise", {{"amount", 0.3}}).tables[0];
  if (data == LinkageCase::Data::categories) {
    return {testing::as_categories(numbers), testing::as_categories(noisy)};
  }
  if (data == LinkageCase::Data::unequal) return {numbers, testing::incomes(350, 8)};
  return {numbers, noisy};
}

class SampledLinkage : public ::testing::TestWithParam<LinkageCase> {};

TEST_P(SampledLinkage, IsUnbiasedWithAStandardErrorThatIsTheSpread) {
  const auto [original, masked] = files(GetParam().data);
  const double exact = sampled_score(original, masked, GetParam().measure, GetParam().params).value.value();
  constexpr std::size_t draws = 200;
  std::vector<double> values, variances;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Score score =
        sampled_score(original, masked, GetParam().measure, with_sample(GetParam().params, 150), seed, 1);
    values.push_back(score.value.value());
    variances.push_back(score.standard_error * score.standard_error);
    EXPECT_EQ(score.details.at("sampled").at("records").as_integer(), 150);
    EXPECT_EQ(score.details.at("sampled").at("of").as_integer(), 600);
    EXPECT_EQ(score.details.at("sampled").at("standard_error").as_number(), score.standard_error);
    EXPECT_NE(score.note.find("estimated from 150 of 600 records"), std::string::npos) << score.note;
  }
  const double error = std::sqrt(stats::mean(variances)), spread = stats::moments(values).sd();
  ASSERT_GT(error, 0.0);
  EXPECT_NEAR(stats::mean(values), exact, 4.0 * error / std::sqrt(static_cast<double>(draws)));
  EXPECT_NEAR(error, spread, 0.2 * spread);
}

TEST_P(SampledLinkage, OfAllRecordsIsTheExactValue) {
  const auto [original, masked] = files(GetParam().data);
  const Score exact = sampled_score(original, masked, GetParam().measure, GetParam().params);
  for (const std::int64_t size : {600, 601, 1000000000}) {
    const Score all =
        sampled_score(original, masked, GetParam().measure, with_sample(GetParam().params, size));
    EXPECT_EQ(all.value, exact.value);
    EXPECT_EQ(all.details, exact.details);
    EXPECT_EQ(all.note, exact.note);
    EXPECT_EQ(all.standard_error, 0.0);
    EXPECT_EQ(all.details.find("sampled"), nullptr);
  }
}

TEST_P(SampledLinkage, IsTheSameForOneAndEightThreads) {
  const auto [original, masked] = files(GetParam().data);
  const ParamValues params = with_sample(GetParam().params, 150);
  const Score one = sampled_score(original, masked, GetParam().measure, params, 3, 1),
              eight = sampled_score(original, masked, GetParam().measure, params, 3, 8);
  EXPECT_EQ(one.value, eight.value);
  EXPECT_EQ(one.standard_error, eight.standard_error);
  EXPECT_EQ(one.details, eight.details);
}

// What a drawn record has is what it has where all are searched for; the others have nothing.
TEST_P(SampledLinkage, GivesTheDrawnRecordsTheirExactRisks) {
  const auto [original, masked] = files(GetParam().data);
  const std::vector<double> all =
      sampled_score(original, masked, GetParam().measure, GetParam().params).per_record;
  const std::vector<double> drawn =
      sampled_score(original, masked, GetParam().measure, with_sample(GetParam().params, 150)).per_record;
  ASSERT_EQ(all.size(), drawn.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::isnan(drawn[i])) continue;
    EXPECT_EQ(drawn[i], all[i]) << i;
    ++count;
  }
  EXPECT_EQ(count, 150U);
}

using Data = LinkageCase::Data;
INSTANTIATE_TEST_SUITE_P(
    All, SampledLinkage,
    ::testing::Values(
        LinkageCase{"rank_mean_log", "rank-linkage", {{"zero", "floor"}}},
        LinkageCase{"rank_log_mean", "rank-linkage", {{"form", "log-mean"}}},
        LinkageCase{"rank_printed", "rank-linkage", {{"form", "printed"}}},
        LinkageCase{"rank_unequal", "rank-linkage", {{"zero", "floor"}}, Data::unequal},
        LinkageCase{"rank_categories", "rank-linkage", {{"form", "log-mean"}}, Data::categories},
        LinkageCase{"rank_labels", "rank-linkage", {{"zero", "floor"}}, Data::labels},
        LinkageCase{"distance", "distance-linkage", {}},
        LinkageCase{"distance_hit", "distance-linkage", {{"ties", "hit"}}},
        LinkageCase{"distance_backward", "distance-linkage", {{"direction", "original-to-masked"}}},
        LinkageCase{"distance_prefixes", "distance-linkage", {{"prefixes", 3}}},
        LinkageCase{"distance_mahalanobis", "distance-linkage", {{"scale", "mahalanobis"}}},
        LinkageCase{"distance_categories", "distance-linkage", {}, Data::categories},
        LinkageCase{"distance_labels", "distance-linkage", {}, Data::labels},
        LinkageCase{"distance_labels_backward",
                    "distance-linkage",
                    {{"direction", "original-to-masked"}},
                    Data::labels}),
    [](const auto& one) { return one.param.label; });

TEST(SampledLinkageRecords, AreTheSameForEveryMaskedFile) {
  const Table original = testing::incomes(500);
  std::vector<std::vector<std::size_t>> drawn;
  for (const double amount : {0.1, 0.5}) {
    const Table masked = testing::mask(original, "additive-noise", {{"amount", amount}}).tables[0];
    drawn.emplace_back();
    const Score score = sampled_score(original, masked, "distance-linkage", with_sample({}, 40));
    for (std::size_t i = 0; i < 500; ++i) {
      if (!std::isnan(score.per_record[i])) drawn.back().push_back(i);
    }
  }
  EXPECT_EQ(drawn[0].size(), 40U);
  EXPECT_EQ(drawn[0], drawn[1]);
}

TEST(SampledLinkageRecords, LeaveOutIncompleteOnes) {
  Table original = testing::incomes(300);
  for (std::size_t row = 0; row < 300; row += 3) original.edit_numbers(0)[row] = std::nan("");
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  for (const char* name : {"rank-linkage", "distance-linkage"}) {
    const Score exact = sampled_score(original, masked, name, {});
    const Score score = sampled_score(original, masked, name, with_sample({}, 50));
    EXPECT_EQ(score.details.at("sampled").at("of").as_integer(), 200) << name;
    for (std::size_t i = 0; i < 300; ++i) {
      const bool drawn = !std::isnan(score.per_record[i]);
      EXPECT_TRUE(!drawn || score.per_record[i] == exact.per_record[i]) << i;
      EXPECT_FALSE(drawn && i % 3 == 0) << i;
    }
  }
}

TEST(SampledLinkageRecords, AreTwoAtLeast) {
  const Table original = testing::incomes(50);
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const Score score = sampled_score(original, masked, "rank-linkage", with_sample({{"zero", "floor"}}, 1));
  EXPECT_EQ(score.details.at("sampled").at("records").as_integer(), 2);
  EXPECT_TRUE(std::isfinite(score.standard_error));
}

// All drawn records are linked: a sample of 40 without spread says no more than that about one in 40 is not.
TEST(SampledLinkageRecords, WithoutSpreadHaveTheErrorOfOneThatDiffers) {
  Numbers values;
  for (int i = 0; i < 100; ++i) values.push_back(i);
  const Table original = numbers_table({{"a", values}});
  const Score score = sampled_score(original, original, "distance-linkage", with_sample({}, 40));
  EXPECT_EQ(score.value, 100.0);
  EXPECT_DOUBLE_EQ(score.standard_error, 100.0 / 40.0 * std::sqrt(1.0 - 40.0 / 100.0));
}

TEST(SampledLinkageRecords, NameWhatIsCountedAmongThem) {
  Numbers values;
  for (int i = 0; i < 100; ++i) values.push_back(i);
  const Table original = numbers_table({{"a", values}});
  const Score ranks = sampled_score(original, original, "rank-linkage", with_sample({}, 40));
  EXPECT_FALSE(ranks.value);
  EXPECT_EQ(ranks.details.at("zero_distances_in_sample").as_integer(), 40);
  EXPECT_EQ(ranks.details.find("zero_distances"), nullptr);
  EXPECT_EQ(ranks.note,
            "40 original records are matched exactly (rank distance 0); looked for in 40 of 100 records");
  const Score distances = sampled_score(original, original, "distance-linkage", with_sample({}, 40));
  EXPECT_EQ(distances.details.at("counts_in_sample").as_array().front().as_number(), 40.0);
  EXPECT_EQ(distances.details.find("counts"), nullptr);
}

// The probabilities of agreement are estimated from the drawn records as well, so that the value varies by
// more than its standard error says, which is of the records alone.
TEST(SampledLinkageRecords, OfProbabilisticLinkageEstimateItsValue) {
  for (const bool known : {false, true}) {
    for (const Data data : {Data::numbers, Data::categories, Data::labels}) {
      const auto [original, masked] = files(data);
      const ParamValues params{{"link", "argmax"}, {"known-rates", known}};
      const Score exact = sampled_score(original, masked, "probabilistic-linkage", params);
      std::vector<double> values, errors;
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Score score =
            sampled_score(original, masked, "probabilistic-linkage", with_sample(params, 150), seed, 1);
        values.push_back(score.value.value());
        errors.push_back(score.standard_error);
        EXPECT_EQ(score.details.at("sampled").at("of").as_integer(), 600);
      }
      const double error = stats::mean(errors), spread = stats::moments(values).sd();
      EXPECT_NEAR(stats::mean(values), exact.value.value(), error);
      EXPECT_LT(0.7 * spread, error);
      EXPECT_LT(error, 1.2 * spread);
      const Score all = sampled_score(original, masked, "probabilistic-linkage", with_sample(params, 600));
      EXPECT_EQ(all.value, exact.value);
      EXPECT_EQ(all.details, exact.details);
      EXPECT_EQ(all.per_record, exact.per_record);
    }
  }
}

// The distance in ranks is of all records; only the linkage is estimated.
TEST(SampledLinkageRecords, OfPermutationDistanceEstimateItsLinkageAlone) {
  const auto [original, masked] = files(Data::numbers);
  const Score exact = sampled_score(original, masked, "permutation-distance", {});
  const double share = exact.details.at("linkage_percent").as_number();
  std::vector<double> shares, errors;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Score score =
        sampled_score(original, masked, "permutation-distance", with_sample({}, 150), seed, 1);
    EXPECT_EQ(score.value, exact.value);
    EXPECT_EQ(score.standard_error, 0.0);
    EXPECT_EQ(score.per_record, exact.per_record);
    shares.push_back(score.details.at("linkage_percent").as_number());
    errors.push_back(score.details.at("linkage_sampled").at("standard_error").as_number());
  }
  const double error = stats::mean(errors), spread = stats::moments(shares).sd();
  EXPECT_NEAR(stats::mean(shares), share, 4.0 * error / std::sqrt(200.0));
  EXPECT_NEAR(error, spread, 0.2 * spread);
  EXPECT_EQ(sampled_score(original, masked, "permutation-distance", with_sample({}, 600)).details,
            exact.details);
}

}  // namespace
}  // namespace sfumato
