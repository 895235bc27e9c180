// Distance linkage by hand, by brute force, and against reference values.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "stats/distributions/moments.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(DistanceLinkage, ByHand) {
  // Masked 0 is nearest to original 0; masked 1 (at 8) to original 2 with its own second; masked 2
  // lies midway between originals 1 and 2, so its own counts a half.
  const Table original = numbers_table({{"a", {0, 5, 10}}});
  const Table masked = numbers_table({{"a", {1, 8, 7.5}}});
  const Score score = measure(original, masked, "distance-linkage", {{"scale", "raw"}});
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 1.5 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("second_nearest_percent").as_number(), 100.0 * 1.5 / 3.0);
  EXPECT_DOUBLE_EQ(
      measure(original, masked, "distance-linkage", {{"scale", "raw"}, {"ties", "hit"}}).value.value(),
      100.0 * 2.0 / 3.0);
}

TEST(DistanceLinkage, DirectionChangesWhoseNeighbourIsSought) {
  const Table original = numbers_table({{"a", {0, 10}}});
  const Table masked = numbers_table({{"a", {9, 30}}});
  // From masked: 9 → 10 (wrong), 30 → 10 (right). From original: 0 → 9 (right), 10 → 9 (wrong).
  const Score forward = measure(original, masked, "distance-linkage", {{"scale", "raw"}});
  const Score backward =
      measure(original, masked, "distance-linkage", {{"scale", "raw"}, {"direction", "original-to-masked"}});
  EXPECT_DOUBLE_EQ(forward.value.value(), 50.0);
  EXPECT_DOUBLE_EQ(backward.value.value(), 50.0);
}

TEST(DistanceLinkage, UnmaskedDataAreFullyLinkedUpToTies) {
  const Table original = testing::incomes(500);
  EXPECT_DOUBLE_EQ(measure(original, original, "distance-linkage", {{"ties", "hit"}}).value.value(), 100.0);
}

double brute_force(const Table& original, const Table& masked, std::size_t columns) {
  const std::size_t n = original.rows();
  std::vector<Numbers> x, y;
  std::vector<double> scale;
  for (ColumnId id = 0; id < columns; ++id) {
    x.push_back(original.column(id).to_numbers());
    y.push_back(masked.column(id).to_numbers());
    scale.push_back(stats::moments(x.back()).sd());
  }
  double linked = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double nearest = 1e300, own = 0.0;
    std::size_t count = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double squared = 0.0;
      for (std::size_t c = 0; c < columns; ++c) {
        const double difference = (y[c][i] - x[c][j]) / scale[c];
        squared += difference * difference;
      }
      if (j == i) own = squared;
      if (squared < nearest) {
        nearest = squared;
        count = 1;
      } else if (squared == nearest) {
        ++count;
      }
    }
    if (own == nearest) linked += 1.0 / static_cast<double>(count);
  }
  return linked;
}

TEST(DistanceLinkage, EqualsBruteForceForEveryPrefix) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Table original = testing::incomes(300, seed);
    for (const auto& masked : {testing::mask(original, "mdav", {{"k", 4}}).tables[0],
                               testing::mask(original, "rank-swapping", {{"window", 10}}, seed).tables[0]}) {
      const Score score = measure(original, masked, "distance-linkage", {{"prefixes", 4}});
      const auto& counts = score.details.at("counts").as_array();
      ASSERT_EQ(counts.size(), 4U);
      double sum = 0.0;
      for (std::size_t size = 1; size <= 4; ++size) {
        const double expected = brute_force(original, masked, size);
        EXPECT_NEAR(counts[size - 1].as_number(), expected, 1e-9);
        sum += expected;
      }
      EXPECT_NEAR(score.value.value(), 100.0 * sum / (300.0 * 4.0), 1e-9);
    }
  }
}

// 0…29 against 0.5…29.5: every masked value lies midway between two originals but the last.
TEST(DistanceLinkage, FindsExactTiesUnderEveryScale) {
  Numbers whole, halves, tenths, twentieths;
  for (int i = 0; i < 30; ++i) {
    whole.push_back(i);
    halves.push_back(i + 0.5);
    tenths.push_back(static_cast<double>(i) / 10.0);
    twentieths.push_back(static_cast<double>(2 * i + 1) / 20.0);
  }
  for (const auto& [before, after] : {std::pair(whole, halves), std::pair(tenths, twentieths)}) {
    const Table original = testing::with_domains(numbers_table({{"a", before}}), {0.0, 37.0});
    const Table masked = numbers_table({{"a", after}});
    for (const char* scale : {"std", "raw", "domain", "mahalanobis"}) {
      for (const char* direction : {"masked-to-original", "original-to-masked"}) {
        const Score hit = measure(original, masked, "distance-linkage",
                                  {{"scale", scale}, {"direction", direction}, {"ties", "hit"}});
        EXPECT_DOUBLE_EQ(hit.value.value(), 100.0) << scale << ' ' << direction;
        const Score expected =
            measure(original, masked, "distance-linkage", {{"scale", scale}, {"direction", direction}});
        EXPECT_DOUBLE_EQ(expected.value.value(), 100.0 * 15.5 / 30.0) << scale << ' ' << direction;
      }
    }
  }
}

// The same beside a category that is the same for all but one record of both files, and with a weight.
TEST(DistanceLinkage, FindsExactTiesBesideCategoriesAndWithWeights) {
  Numbers whole, halves;
  std::vector<std::string> texts(10, "x");
  texts[0] = "y";
  for (int i = 0; i < 10; ++i) {
    whole.push_back(i);
    halves.push_back(i + 0.5);
  }
  const auto table = [&](const Numbers& numbers) {
    Table result = numbers_table({{"a", numbers}, {"b", numbers}});
    ColumnInfo info = result.info(1);
    info.kind = Kind::nominal;
    result.set_info(1, info);
    Codes codes{{}, {"x", "y"}};
    for (const std::string& text : texts) codes.codes.push_back(text == "y" ? 1 : 0);
    result.replace(1, codes);
    return result;
  };
  const Score mixed = measure(table(whole), table(halves), "distance-linkage", {{"ties", "hit"}});
  EXPECT_DOUBLE_EQ(mixed.value.value(), 100.0);
  const Score weighted = measure(numbers_table({{"a", whole}}), numbers_table({{"a", halves}}),
                                 "distance-linkage", {{"ties", "hit"}, {"weights", "a=3"}});
  EXPECT_DOUBLE_EQ(weighted.value.value(), 100.0);
}

TEST(DistanceLinkage, DomainScaleNeedsADomain) {
  Table original = numbers_table({{"a", {0, 5, 10}}});
  const Table masked = numbers_table({{"a", {1, 8, 7.5}}});
  const Score without = measure(original, masked, "distance-linkage", {{"scale", "domain"}});
  EXPECT_FALSE(without.value);
  EXPECT_EQ(without.note, "scale=domain needs a declared domain, and column 'a' has none");
  ColumnInfo info = original.info(0);
  info.domain = Domain{0.0, 20.0};
  original.set_info(0, info);
  EXPECT_TRUE(measure(original, masked, "distance-linkage", {{"scale", "domain"}}).value);
}

// Both columns are one but for noise; Mahalanobis' distance sees the difference of the two, which the
// masked file keeps, where standardized distance sees their size, which it does not.
TEST(DistanceLinkage, MahalanobisDistanceKnowsCorrelations) {
  Rng rng({5, 5});
  testing::NamedNumbers x{{"a", {}}, {"b", {}}}, y = x;
  for (int i = 0; i < 300; ++i) {
    const double size = 100.0 * rng.normal(), difference = rng.normal(), noise = 5.0 * rng.normal();
    x[0].second.push_back(size), x[1].second.push_back(size + difference);
    y[0].second.push_back(size + noise), y[1].second.push_back(size + noise + difference);
  }
  const Table original = numbers_table(x), masked = numbers_table(y);
  EXPECT_GT(measure(original, masked, "distance-linkage", {{"scale", "mahalanobis"}}).value.value(),
            2.0 * measure(original, masked, "distance-linkage").value.value());
  // Units do not matter, for any invertible change of columns: (a, b) against (a + b, 3b).
  const auto changed = [](const testing::NamedNumbers& columns) {
    testing::NamedNumbers result = columns;
    for (std::size_t i = 0; i < columns[0].second.size(); ++i) {
      result[0].second[i] += columns[1].second[i];
      result[1].second[i] *= 3.0;
    }
    return numbers_table(result);
  };
  EXPECT_NEAR(measure(changed(x), changed(y), "distance-linkage", {{"scale", "mahalanobis"}}).value.value(),
              measure(original, masked, "distance-linkage", {{"scale", "mahalanobis"}}).value.value(), 1e-9);
}

TEST(DistanceLinkage, MahalanobisDistanceTakesSingularCovariances) {
  const Table one = numbers_table({{"a", {0, 5, 10, 20}}});
  const Table twice = numbers_table({{"a", {0, 5, 10, 20}}, {"b", {0, 10, 20, 40}}, {"c", {1, 1, 1, 1}}});
  const Table masked_one = numbers_table({{"a", {1, 8, 7, 30}}});
  const Table masked_twice =
      numbers_table({{"a", {1, 8, 7, 30}}, {"b", {2, 16, 14, 60}}, {"c", {1, 2, 3, 4}}});
  EXPECT_DOUBLE_EQ(
      measure(twice, masked_twice, "distance-linkage", {{"scale", "mahalanobis"}, {"ties", "hit"}})
          .value.value(),
      measure(one, masked_one, "distance-linkage", {{"ties", "hit"}}).value.value());
}

TEST(DistanceLinkage, WeightsMultiplySquaredDifferences) {
  // Masked (0, 3): original (0, 0) is 9 away, original (2, 3) is 4 away; with weight 4 on a, 16.
  const Table original = numbers_table({{"a", {0, 2}}, {"b", {0, 3}}});
  const Table masked = numbers_table({{"a", {0, 2}}, {"b", {3, 3}}});
  ParamInfo info;
  info.name = "weights";
  info.kind = ParamKind::pairs;
  const auto linked = [&](const char* weights) {
    return measure(original, masked, "distance-linkage",
                   {{"scale", "raw"}, {"weights", parse_param(info, weights)}})
        .value;
  };
  EXPECT_EQ(linked(""), 50.0);
  EXPECT_EQ(linked("a=4"), 100.0);
  EXPECT_EQ(linked("a=1,b=0.25"), 100.0);
  EXPECT_EQ(linked("a=0"), 50.0);  // on b alone
  EXPECT_FALSE(linked("a=0,b=0"));
  for (const char* wrong : {"a", "a=x", "a=-1", "c=1", "=2", "a=1,b"}) {
    EXPECT_THROW(linked(wrong), Error) << wrong;
  }
}

TEST(DistanceLinkage, ByRecordProbabilitiesAverageToTheValue) {
  Table original = testing::incomes(200);
  original.edit_numbers(1)[17] = std::nan("");
  const Table masked = testing::mask(original, "mdav", {{"k", 3}}).tables[0];
  for (const char* direction : {"masked-to-original", "original-to-masked"}) {
    const Score score =
        measure(original, masked, "distance-linkage", {{"direction", direction}, {"prefixes", 3}});
    ASSERT_EQ(score.per_record.size(), 200U);
    EXPECT_TRUE(std::isnan(score.per_record[17]));
    double sum = 0.0;
    for (const double value : score.per_record) sum += std::isnan(value) ? 0.0 : value;
    EXPECT_NEAR(100.0 * sum / 199.0, score.value.value(), 1e-9);
  }
  EXPECT_EQ(measure(original, original, "distance-linkage", {{"ties", "hit"}}).reading,
            "100 % of records re-identified by their nearest neighbour");
}

// An intruder who knows two of four people looks for them among all four masked records.
TEST(DistanceLinkage, MaskedRecordsOfUnknownPeopleStayCandidates) {
  const double unknown = std::nan("");
  const Table known = numbers_table({{"a", {0, 10, unknown, unknown}}});
  const Table masked = numbers_table({{"a", {3, 11, 1, 50}}});
  const Score score =
      measure(known, masked, "distance-linkage", {{"scale", "raw"}, {"direction", "original-to-masked"}});
  EXPECT_DOUBLE_EQ(score.value.value(), 50.0);  // 0 is nearest to the third
  EXPECT_EQ(score.details.at("candidates_without_partner"), Value(2));
  EXPECT_EQ(score.details.at("incomplete_records"), Value(2));
  EXPECT_EQ(score.per_record[0], 0.0);
  EXPECT_EQ(score.per_record[1], 1.0);
  EXPECT_TRUE(std::isnan(score.per_record[2]));
  // From masked to original the unknown people are not candidates: 3 → 0 and 11 → 10.
  const Score back = measure(known, masked, "distance-linkage", {{"scale", "raw"}});
  EXPECT_DOUBLE_EQ(back.value.value(), 100.0);
  EXPECT_EQ(back.details.find("candidates_without_partner"), nullptr);
  // And in a masked file that misses values these are suppressed: 0 → 1 is wrong, 10 → 11 right, and the two
  // others are as far from each of the four.
  const Score turned = measure(masked, known, "distance-linkage", {{"scale", "raw"}});
  EXPECT_DOUBLE_EQ(turned.value.value(), 100.0 * 1.5 / 4.0);
}

TEST(DistanceLinkage, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table four = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked = testing::mask(four, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(four, masked, "distance-linkage").value.value(), 17.96296, 5e-6);
  const Table masked20 = testing::mask(four, "mdav", {{"k", 20}}).tables[0];
  EXPECT_NEAR(measure(four, masked20, "distance-linkage").value.value(), 4.72, 5e-3);
}

}  // namespace
}  // namespace sfumato
