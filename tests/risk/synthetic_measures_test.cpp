// Measures of synthetic files against their definitions written out pair by pair, on small tables with
// missing values and of unequal size.
#include <algorithm>
#include <map>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "stats/ranks/quantiles.hpp"
#include "support/categories.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mixed_people;

Score synthetic_score(const std::string& name, const Table& original, const Table& synthetic,
                      const Table* holdout = nullptr, ParamValues params = {}) {
  Run run({.seed = 3, .threads = 2});
  if (holdout != nullptr) {
    run = run.with_table("unseen", *holdout);
    params.emplace_back("holdout", "unseen");
  }
  return compare::measure(name).score(original, synthetic, testing::all_columns(original), params, run);
}

std::vector<double> plain_nearest(const Table& ranges, const Table& queries, const Table& records,
                                  std::size_t place, bool itself = false) {
  std::vector<double> result;
  for (std::size_t i = 0; i < queries.rows(); ++i) {
    std::vector<double> all;
    for (std::size_t k = 0; k < records.rows(); ++k) {
      if (itself && i == k) continue;
      all.push_back(testing::plain_distance(ranges, queries, i, records, k, ranges.names()));
    }
    std::sort(all.begin(), all.end());
    result.push_back(all[place]);
  }
  return result;
}

double plain_median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return stats::quantile(values, 0.5);
}

std::string record_text(const Table& table, std::size_t row, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += table.column(table.require(name)).text(row) + "|";
  return text;
}

TEST(ExactCopies, NamesOneCopyAmongTenThousandFreshRecords) {
  const Table original = mixed_people(10000, 1), fresh = mixed_people(10000, 2),
              unseen = mixed_people(5000, 3);
  std::vector<std::size_t> order(fresh.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> before(order.begin(), order.begin() + 4711),
      after(order.begin() + 4711, order.end());
  const std::vector<std::size_t> copied{1233};
  const std::vector<Table> parts{fresh.taking_rows(before), original.taking_rows(copied),
                                 fresh.taking_rows(after)};
  const Score clean = synthetic_score("exact-copies", original, fresh, &unseen);
  const Score score = synthetic_score("exact-copies", original, Table::concatenated(parts), &unseen);
  ASSERT_EQ(clean.details.at("copies"), Value(0));
  EXPECT_EQ(score.details.at("unique_copies"), Value(1));
  const Value& named = score.details.at("first_copies").as_array().at(0);
  EXPECT_EQ(named.at("synthetic"), Value(4712));
  EXPECT_EQ(named.at("original"), Value(1234));
  EXPECT_NE(score.reading.find("record 4712 is original record 1234"), std::string::npos) << score.reading;
}

TEST(ExactCopies, CountsCopiesOfRepeatedAndUniqueRecords) {
  const double missing = std::nan("");
  const Table original = testing::numbers_table({{"x", {1, 1, 2, missing}}, {"y", {5, 5, 6, -7}}});
  const Table synthetic = testing::numbers_table({{"x", {1, 2, 2, missing, 9}}, {"y", {5, 6, 7, -7, 9}}});
  const Table unseen = testing::numbers_table({{"y", {6, 0, 5, 5}}, {"x", {2, 0, 1, 2}}});
  const Score score = synthetic_score("exact-copies", original, synthetic, &unseen);
  EXPECT_DOUBLE_EQ(score.value.value(), 60.0);
  EXPECT_DOUBLE_EQ(score.details.at("of_unique").as_number(), 40.0);
  EXPECT_DOUBLE_EQ(score.details.at("holdout").at("percent").as_number(), 50.0);
  EXPECT_DOUBLE_EQ(score.details.at("holdout").at("of_unique").as_number(), 25.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{0.5, 0.5, 1.0, 1.0}));
  const Score without = synthetic_score("exact-copies", original, synthetic);
  EXPECT_DOUBLE_EQ(without.details.at("reference").at("value").as_number(), 50.0);
}

TEST(ClosestRecord, IsTheRatioOfMedians) {
  const Table original = mixed_people(60, 1, 0.05), synthetic = mixed_people(45, 2, 0.05),
              unseen = mixed_people(30, 3, 0.05);
  const double own = plain_median(plain_nearest(original, synthetic, original, 0)),
               usual = plain_median(plain_nearest(original, unseen, original, 0)),
               others = plain_median(plain_nearest(original, original, original, 0, true));
  const Score held = synthetic_score("closest-record", original, synthetic, &unseen);
  EXPECT_NEAR(held.value.value(), 100.0 * std::min(1.0, own / usual), 1e-10);
  EXPECT_NEAR(held.details.at("quantiles").at("0.5").as_number(), own, 1e-14);
  EXPECT_NEAR(held.details.at("holdout_quantiles").at("0.5").as_number(), usual, 1e-14);
  const Score alone = synthetic_score("closest-record", original, synthetic);
  EXPECT_NEAR(alone.value.value(), 100.0 * std::min(1.0, own / others), 1e-10);
}

// Both files have the same size, so that nothing is sampled.
TEST(ClosestRecord, CountsRecordsNearerToTheOriginal) {
  const Table original = mixed_people(50, 1), synthetic = mixed_people(40, 2), unseen = mixed_people(50, 3);
  const std::vector<double> own = plain_nearest(original, synthetic, original, 0),
                            other = plain_nearest(original, synthetic, unseen, 0);
  double closer = 0.0;
  for (std::size_t i = 0; i < own.size(); ++i)
    closer += std::fabs(own[i] - other[i]) < 1e-13 ? 0.5 : own[i] < other[i] ? 1.0 : 0.0;
  const Score score = synthetic_score("closest-record", original, synthetic, &unseen);
  EXPECT_NEAR(score.details.at("closer_to_training").as_number(), 100.0 * closer / 40.0, 1e-12);
}

TEST(ClosestRecord, HasNoRatioWhereUnseenRecordsAreCopies) {
  const Table original = mixed_people(20, 1);
  const Score score = synthetic_score("closest-record", original, mixed_people(20, 2), &original);
  EXPECT_FALSE(score.value);
  EXPECT_FALSE(score.note.empty());
}

TEST(NeighbourRatio, IsTheLowEndOfTheRatios) {
  const Table original = mixed_people(60, 1, 0.05), synthetic = mixed_people(45, 2, 0.05),
              unseen = mixed_people(30, 3);
  const auto low_end = [&](const Table& queries, bool itself) {
    const std::vector<double> first = plain_nearest(original, queries, original, 0, itself),
                              second = plain_nearest(original, queries, original, 1, itself);
    std::vector<double> ratios;
    for (std::size_t i = 0; i < first.size(); ++i)
      ratios.push_back(second[i] == 0.0 ? 1.0 : first[i] / second[i]);
    std::sort(ratios.begin(), ratios.end());
    return stats::quantile(ratios, 0.05);
  };
  const Score held = synthetic_score("neighbour-ratio", original, synthetic, &unseen);
  EXPECT_NEAR(held.value.value(), low_end(synthetic, false), 1e-12);
  EXPECT_NEAR(held.details.at("holdout").at("value").as_number(), low_end(unseen, false), 1e-12);
  const Score alone = synthetic_score("neighbour-ratio", original, synthetic);
  EXPECT_NEAR(alone.details.at("original").at("value").as_number(), low_end(original, true), 1e-12);
}

TEST(ReplicatedUniques, CountsKeysThatBothHaveOnce) {
  const Table original =
      testing::texts_table({{"k", {"a", "b", "c", "d", "d", ""}}, {"t", {"1", "1", "1", "1", "1", "1"}}});
  const Table synthetic =
      testing::texts_table({{"k", {"a", "b", "b", "d", ""}}, {"t", {"2", "2", "2", "2", "2"}}});
  const ParamValues keys{{"keys", Value::array_of({"k"})}};
  const Score score = synthetic_score("replicated-uniques", original, synthetic, nullptr, keys);
  // a and the missing key; b occurs twice, c not at all, d is not unique.
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 2.0 / 6.0);
  EXPECT_DOUBLE_EQ(score.details.at("present").as_number(), 50.0);
  EXPECT_DOUBLE_EQ(score.details.at("unique").as_number(), 100.0 * 4.0 / 6.0);
  const std::vector<Table> twice{original, original};
  const Score doubled =
      synthetic_score("replicated-uniques", original, Table::concatenated(twice), nullptr, keys);
  EXPECT_EQ(doubled.value.value(), 0.0);
  EXPECT_EQ(doubled.details.at("present"), doubled.details.at("unique"));
}

// Counts by the text of keys and target, as the definitions write them.
struct PlainAttribution {
  double disclosive = 0.0, in_original = 0.0, both = 0.0, probability = 0.0, matched = 0.0;
};

PlainAttribution plain_attribution(const Table& original, const Table& synthetic,
                                   const std::vector<std::string>& keys, const std::string& target) {
  std::map<std::string, double> d_q, s_q, d_tq, s_tq;
  const auto count = [&](const Table& table, auto& by_key, auto& by_both) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const std::string key = record_text(table, row, keys);
      ++by_key[key];
      ++by_both[key + record_text(table, row, {target})];
    }
  };
  count(original, d_q, d_tq);
  count(synthetic, s_q, s_tq);
  PlainAttribution result;
  const double percent = 100.0 / static_cast<double>(original.rows());
  for (std::size_t row = 0; row < original.rows(); ++row) {
    const std::string key = record_text(original, row, keys),
                      full = key + record_text(original, row, {target});
    const bool before = d_tq[full] == d_q[key], after = s_q[key] > 0.0 && s_tq[full] == s_q[key];
    result.disclosive += after ? percent : 0.0;
    result.in_original += before ? percent : 0.0;
    result.both += before && after ? percent : 0.0;
    result.matched += s_q[key] > 0.0 ? percent : 0.0;
    if (s_q[key] > 0.0) result.probability += percent * s_tq[full] / s_q[key];
  }
  return result;
}

TEST(Attribution, AgreesWithCountsByText) {
  const std::vector<std::string> keys{"sex", "town", "size"};
  const Table original = mixed_people(300, 1, 0.03), synthetic = mixed_people(200, 2, 0.03);
  const PlainAttribution plain = plain_attribution(original, synthetic, keys, "illness");
  const ParamValues params{{"keys", Value::array_of(keys)}, {"target", "illness"}};
  const Score disclosive = synthetic_score("disclosive-attribution", original, synthetic, nullptr, params);
  EXPECT_NEAR(disclosive.value.value(), plain.disclosive, 1e-10);
  EXPECT_NEAR(disclosive.details.at("in_original").as_number(), plain.in_original, 1e-10);
  EXPECT_NEAR(disclosive.details.at("both").as_number(), plain.both, 1e-10);
  const Score chance = synthetic_score("attribution-probability", original, synthetic, nullptr, params);
  EXPECT_NEAR(chance.value.value(), plain.probability, 1e-10);
  EXPECT_NEAR(chance.details.at("matched").as_number(), plain.matched, 1e-10);
  EXPECT_NEAR(chance.details.at("of_matched").as_number(), 100.0 * plain.probability / plain.matched, 1e-10);
}

TEST(Attribution, TakesTheHoldoutInPlaceOfTheOriginalAtEqualSize) {
  const std::vector<std::string> keys{"sex", "town"};
  const Table original = mixed_people(200, 1), synthetic = mixed_people(150, 2),
              unseen = mixed_people(200, 3);
  const ParamValues params{{"keys", Value::array_of(keys)}, {"target", "illness"}};
  for (const char* name : {"disclosive-attribution", "attribution-probability"}) {
    const Score score = synthetic_score(name, original, synthetic, &unseen, params);
    const Score other = synthetic_score(name, unseen, synthetic, nullptr, params);
    EXPECT_NEAR(score.details.at("holdout").at("value").as_number(), other.value.value(), 1e-10) << name;
    EXPECT_NEAR(score.details.at("holdout").at("original_same_size").as_number(), score.value.value(), 1e-10);
  }
}

TEST(Attribution, BaselineIsTheSumOfSquaredShares) {
  const Table original = testing::texts_table({{"k", {"a", "b", "c", "d"}}, {"t", {"x", "x", "y", ""}}});
  const Score score =
      synthetic_score("attribution-probability", original, original, nullptr, {{"target", "t"}});
  EXPECT_DOUBLE_EQ(score.details.at("baseline").as_number(), 100.0 * (4.0 + 1.0 + 1.0) / 16.0);
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
}

TEST(Membership, FindsNothingInFreshRecords) {
  const Table original = mixed_people(2000, 1), synthetic = mixed_people(1500, 2),
              unseen = mixed_people(3000, 3);
  const double value = synthetic_score("membership", original, synthetic, &unseen).value.value();
  EXPECT_GT(value, 45.0);
  EXPECT_LT(value, 55.0);
}

TEST(Membership, FindsANearCopy) {
  const Table original = mixed_people(1500, 1), unseen = mixed_people(3000, 3);
  Table near = original;
  Rng rng({4, 4});
  for (double& income : near.edit_numbers(3)) income += std::floor(3.0 * rng.normal());
  const Score score = synthetic_score("membership", original, near, &unseen);
  EXPECT_GE(score.value.value(), 95.0);
  EXPECT_GE(score.details.at("distance").at("true_positives_at_1").as_number(), 90.0);
}

// Households of four who are nearly alike. Without a column that says who lives together, a record of the
// holdout has relatives in the reference, and members have none.
TEST(Membership, DoesNotTakeRelativesForALeak) {
  const auto homes = [](std::uint64_t seed) {
    Rng rng({seed, 44});
    Numbers x, y, home;
    for (int h = 0; h < 400; ++h) {
      const double u = rng.uniform(), v = rng.uniform();
      for (int member = 0; member < 4; ++member) {
        x.push_back(u + 0.001 * rng.uniform());
        y.push_back(v + 0.001 * rng.uniform());
        home.push_back(h);
      }
    }
    return testing::numbers_table({{"x", x}, {"y", y}, {"home", home}});
  };
  const auto compared = [](const Table& table) { return table.taking_columns({0, 1}); };
  Table unseen = homes(3);
  const auto value = [&] {
    return synthetic_score("membership", compared(homes(1)), compared(homes(2)), &unseen).value.value();
  };
  EXPECT_GT(value(), 70.0);
  ColumnInfo info = unseen.info(2);
  info.role = Role::household;
  unseen.set_info(2, info);
  const double whole = value();
  EXPECT_GT(whole, 44.0);
  EXPECT_LT(whole, 56.0);
}

TEST(Membership, NeedsAHoldout) {
  const Score score = synthetic_score("membership", mixed_people(50, 1), mixed_people(50, 2));
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("‹holdout›"), std::string::npos) << score.note;
}

TEST(AttributeInference, AgreesWithAllPairs) {
  const std::vector<std::string> keys{"sex", "town", "age"};
  const Table original = mixed_people(80, 1, 0.05), synthetic = mixed_people(60, 2, 0.05),
              unseen = mixed_people(70, 3, 0.05);
  for (const std::string target : {"illness", "income"}) {
    std::vector<double> sorted = original.column(3).to_numbers();
    std::erase_if(sorted, [](double value) { return std::isnan(value); });
    std::sort(sorted.begin(), sorted.end());
    const double tolerance = 0.05 * (stats::quantile(sorted, 0.95) - stats::quantile(sorted, 0.05));
    const auto rate = [&](const Table& people) {
      const Column &truth = people.column(people.require(target)),
                   &guess = synthetic.column(synthetic.require(target));
      double right = 0.0, asked = 0.0;
      for (std::size_t i = 0; i < people.rows(); ++i) {
        if (truth.missing(i)) continue;
        std::vector<double> all;
        for (std::size_t k = 0; k < synthetic.rows(); ++k)
          all.push_back(testing::plain_distance(original, people, i, synthetic, k, keys));
        const double least = *std::min_element(all.begin(), all.end());
        double found = 0.0, ties = 0.0;
        for (std::size_t k = 0; k < all.size(); ++k) {
          if (all[k] > least + 1e-13) continue;
          ++ties;
          if (guess.missing(k)) continue;
          const bool same = target == "income"
                                ? std::fabs(truth.to_numbers()[i] - guess.to_numbers()[k]) <= tolerance
                                : truth.text(i) == guess.text(k);
          found += same ? 1.0 : 0.0;
        }
        right += found / ties;
        ++asked;
      }
      return right / asked;
    };
    const Score score = synthetic_score("attribute-inference", original, synthetic, &unseen,
                                        {{"keys", Value::array_of(keys)}, {"target", target}});
    EXPECT_NEAR(score.value.value(), 100.0 * (rate(original) - rate(unseen)), 1e-10) << target;
  }
}

TEST(AttributeInference, IsAroundZeroForFreshRecords) {
  const Table original = mixed_people(3000, 1), synthetic = mixed_people(3000, 2),
              unseen = mixed_people(3000, 3);
  const Score score =
      synthetic_score("attribute-inference", original, synthetic, &unseen,
                      {{"keys", Value::array_of({"sex", "town", "age"})}, {"target", "illness"}});
  EXPECT_LT(std::fabs(score.value.value()), 4.0);
  EXPECT_LT(score.details.at("interval").at("lower").as_number(), 0.5);
}

TEST(SyntheticMeasures, NameAColumnThatTheHoldoutLacks) {
  const Table original = mixed_people(50, 1), unseen = mixed_people(50, 2).taking_columns({0, 1, 2, 3});
  for (const char* name : {"exact-copies", "closest-record", "membership", "replicated-uniques"}) {
    try {
      synthetic_score(name, original, mixed_people(50, 3), &unseen);
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.parameter, "holdout");
      EXPECT_NE(error.message.find("'size' and 'illness'"), std::string::npos) << error.message;
    }
  }
}

// From no copies to nothing but copies every risk that claims to see them grows (or does not fall).
TEST(SyntheticMeasures, GrowWithTheShareOfCopies) {
  const Table original = mixed_people(1000, 1), fresh = mixed_people(1000, 2), unseen = mixed_people(1000, 3);
  const ParamValues attack{{"keys", Value::array_of({"sex", "town", "age", "income"})},
                           {"target", "illness"}};
  const std::vector<std::pair<std::string, ParamValues>> measures{{"exact-copies", {}},
                                                                  {"closest-record", {}},
                                                                  {"neighbour-ratio", {}},
                                                                  {"membership", {}},
                                                                  {"replicated-uniques", {}},
                                                                  {"disclosive-attribution", attack},
                                                                  {"attribution-probability", attack},
                                                                  {"attribute-inference", attack}};
  for (const auto& [name, params] : measures) {
    const bool higher_is_safer = compare::measure(name).info.better == Better::higher;
    std::optional<double> before;
    double first = 0.0, last = 0.0;
    for (const std::size_t copies : {0, 100, 250, 500, 750, 1000}) {
      const double value =
          synthetic_score(name, original, testing::with_copies(fresh, original, copies), &unseen, params)
              .value.value();
      const double risk = higher_is_safer ? -value : value;
      if (before) {
        EXPECT_GE(risk, *before - 1e-9) << name << " with " << copies << " copies";
      } else {
        first = risk;
      }
      before = last = risk;
    }
    EXPECT_GT(last, first) << name;
  }
}

}  // namespace
}  // namespace sfumato
