// Interval answers: each contains the true value, and they follow from the vectors.
#include <gtest/gtest.h>

#include <cmath>

#include "queries/camouflage/outward.hpp"
#include "queries/camouflage_databases.hpp"
#include "support/complaint.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using sfumato::testing::complaint;

constexpr Aggregate every_aggregate[] = {
    Aggregate::count,   Aggregate::count_values, Aggregate::count_distinct,
    Aggregate::sum,     Aggregate::average,      Aggregate::minimum,
    Aggregate::maximum, Aggregate::variance,     Aggregate::standard_deviation,
    Aggregate::quantile};

// A random set of records by number, by group, or by both.
Condition random_condition(std::size_t records, Rng& rng) {
  std::vector<Range> ranges;
  for (std::uint64_t i = rng.below(4) + 1; i > 0; --i) {
    const auto first = static_cast<std::int64_t>(rng.below(records));
    ranges.push_back({first, first + static_cast<std::int64_t>(rng.below(records))});
  }
  const Condition by_number = leaf(id_column, ranges), by_group = leaf(group_column, {{0, 0}});
  switch (rng.below(4)) {
    case 0:
      return {};
    case 1:
      return joined(Condition::Kind::any, {by_number, by_group});
    case 2:
      return joined(Condition::Kind::all, {by_number, by_group});
    default:
      return by_number;
  }
}

void expect_truth_inside(const Camouflaged& made, const Query& query) {
  const auto truth = made.truth(query), found = made.answers(query);
  ASSERT_EQ(truth.size(), found.size());
  for (std::size_t group = 0; group < found.size(); ++group) {
    const GroupAnswer& answer = found[group];
    const std::string what = "aggregate " + std::to_string(static_cast<int>(query.aggregate)) + ": " +
                             std::to_string(answer.lower95) + " to " + std::to_string(answer.upper95) +
                             ", in truth " + std::to_string(truth[group].value);
    EXPECT_EQ(answer.group, truth[group].group);
    if (std::isnan(truth[group].value)) {
      EXPECT_TRUE(std::isnan(answer.lower95) && std::isnan(answer.upper95)) << what;
      continue;
    }
    EXPECT_LE(answer.lower95, truth[group].value) << what;
    EXPECT_GE(answer.upper95, truth[group].value) << what;
    EXPECT_LE(answer.lower95, answer.value);
    EXPECT_GE(answer.upper95, answer.value);
  }
}

void try_table(const Camouflaged& made, std::size_t records, int queries, Rng& rng) {
  for (int i = 0; i < queries; ++i) {
    for (const Aggregate aggregate : every_aggregate) {
      Query asked = query(aggregate, value_column, random_condition(records, rng), {},
                          static_cast<std::int64_t>(rng.below(1'000'001)));
      if (rng.below(3) == 0) asked.groups = {group_column};
      expect_truth_inside(made, asked);
    }
  }
}

TEST(Camouflage, ContainsTheTrueValueForRandomTablesAndQuestions) {
  Rng rng({1, 2});
  for (std::uint32_t round = 0; round < 150; ++round) {
    const std::size_t records = 1 + rng.below(60);
    const auto lower = static_cast<std::int64_t>(rng.below(2'000)) - 1'500;
    const std::int64_t upper =
        lower + 2 + static_cast<std::int64_t>(rng.below(round % 2 == 0 ? 20 : 100'000));
    CamouflageTerms terms;
    terms.vectors = 3 + static_cast<int>(rng.below(6));
    terms.width = rng.uniform(0.01, 1.0);
    terms.beyond = rng.below(2) == 0;
    const std::int64_t inset = terms.beyond ? 0 : 1;
    const auto values = random_values(records, lower + inset, upper - inset, rng);
    const auto made =
        camouflaged(values, number(lower, upper, false, static_cast<int>(rng.below(4))), terms, round);
    try_table(made, records, 3, rng);
  }
}

TEST(Camouflage, ContainsTheTrueValueAtTheWidestDomain) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  Rng rng({3, 4});
  for (std::uint32_t round = 0; round < 20; ++round) {
    CamouflageTerms terms;
    terms.vectors = round % 2 == 0 ? 16 : 3;
    terms.width = round % 3 == 0 ? 1.0 : 0.001;
    terms.beyond = true;
    std::vector<std::int64_t> values = random_values(40, -most, most, rng);
    values[0] = values[1] = values[2] = most;
    values[3] = values[4] = -most;
    const auto made = camouflaged(values, number(-most, most, false, 2), terms, round);
    try_table(made, values.size(), 3, rng);
    // All values are the maximum: the sum has more bits than a double.
    const auto high = camouflaged(std::vector<std::int64_t>(300, most), number(-most, most), terms, round);
    const GroupAnswer sum = high.answer(query(Aggregate::sum, value_column));
    EXPECT_LE(sum.lower95, 300 * 0x1p53);
    EXPECT_GE(sum.upper95, 300 * 0x1p53);
    expect_truth_inside(high, query(Aggregate::variance, value_column));
  }
}

TEST(Camouflage, ContainsTheTrueValueAtTheBoundsOfTheDomain) {
  Rng rng({5, 6});
  std::vector<std::int64_t> values;
  for (int i = 0; i < 30; ++i) values.push_back(i % 2 == 0 ? 0 : 100);
  CamouflageTerms terms;
  terms.beyond = true;
  try_table(camouflaged(values, number(0, 100, false, 1), terms, 7), 30, 20, rng);
  for (auto& value : values) value = value == 0 ? 1 : 99;
  terms.beyond = false;
  const auto made = camouflaged(values, number(0, 100, false, 1), terms, 8);
  try_table(made, 30, 20, rng);
  EXPECT_GE(made.counts[0].narrowed, 20U);  // most intervals of 10 units would exceed the bound
  EXPECT_GE(made.counts[0].narrowest, 1);
}

TEST(Camouflage, RefusesValuesAtTheBoundsOfTheDomainUnlessAllowed) {
  EXPECT_EQ(complaint([] {
              camouflaged({5, 0, 10, 7}, number(0, 10), {}, 1);
            }),
            "column 'v' of table 't' has 2 values at an end of its domain: no interval inside the domain "
            "contains them in its interior");
}

TEST(Camouflage, AnswersAboutOneRecordWithItsWholeInterval) {
  Rng rng({7, 8});
  for (const bool past : {false, true}) {
    CamouflageTerms terms;
    terms.beyond = past;
    const auto values = random_values(200, 1, 9'999, rng);
    const auto made = camouflaged(values, number(0, 10'000), terms, 9);
    const TrueVectors real = true_vectors(made);
    EXPECT_EQ(made.counts[0].width, 1'000);
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (const Aggregate aggregate : {Aggregate::sum, Aggregate::average, Aggregate::minimum,
                                        Aggregate::maximum, Aggregate::quantile}) {
        const GroupAnswer answer = made.answer(about(aggregate, {i}));
        EXPECT_EQ(answer.lower95, static_cast<double>(std::floor(real.lower[i])));
        EXPECT_EQ(answer.upper95, static_cast<double>(std::floor(real.upper[i])) + 1);
      }
      const auto value = static_cast<long double>(values[i]);
      EXPECT_LT(real.lower[i], value);
      EXPECT_GT(real.upper[i], value);
      if (!past) {
        EXPECT_GE(real.lower[i], 0);
        EXPECT_LE(real.upper[i], 10'000);
      }
    }
  }
}

TEST(Camouflage, AnswersWithTheVectorsSums) {
  Rng rng({9, 10});
  const auto made = camouflaged(random_values(500, 1, 99'999, rng), number(0, 100'000, false, 2), {}, 3);
  const TrueVectors real = true_vectors(made);
  std::vector<long double> floors(5, 0);
  for (const auto& entries : real.entries) {
    for (std::size_t j = 0; j < 5; ++j) floors[j] += std::floor(entries[j]);
  }
  const auto [least, greatest] = std::minmax_element(floors.begin(), floors.end());
  const GroupAnswer sum = made.answer(query(Aggregate::sum, value_column));
  EXPECT_DOUBLE_EQ(sum.lower95, static_cast<double>(*least) / 100);
  EXPECT_DOUBLE_EQ(sum.upper95, static_cast<double>(*greatest + 500) / 100);
  const GroupAnswer average = made.answer(query(Aggregate::average, value_column));
  EXPECT_DOUBLE_EQ(average.lower95, static_cast<double>(std::floor(*least * 1000 / 500)) / 100'000);
  // Deviations of the vectors from the true values cancel in sums: the relative width is far smaller than
  // that of single intervals.
  EXPECT_LT(average.upper95 - average.lower95, 0.2 * 100);
}

TEST(Camouflage, CountsExactlyAndByGroup) {
  const auto made = camouflaged({3, 4, 5, 6, 7, 8, 9}, number(0, 12), {}, 2);
  const auto counts = made.answers(query(Aggregate::count, {}, {}, {group_column}));
  ASSERT_EQ(counts.size(), 3U);
  EXPECT_EQ(counts[0].value, 3);  // records 0, 3 and 6
  EXPECT_EQ(counts[1].lower95, 4);
  EXPECT_EQ(counts[2].upper95, 0);
  const auto sums = made.answers(query(Aggregate::sum, value_column, {}, {group_column}));
  EXPECT_EQ(sums[2].lower95, 0);
  EXPECT_EQ(sums[2].upper95, 0);
  EXPECT_TRUE(std::isnan(made.answers(query(Aggregate::maximum, value_column, {}, {group_column}))[2].value));
  EXPECT_EQ(made.answer(query(Aggregate::maximum, id_column)).value, 6);  // a public column
}

TEST(Camouflage, AnswersTheSameOnAnyNumberOfThreads) {
  Rng rng({11, 12});
  const auto made = camouflaged(random_values(200'000, 1, 999'999, rng), number(0, 1'000'000), {}, 3);
  for (const Aggregate aggregate : every_aggregate) {
    for (const bool grouped : {false, true}) {
      Query asked = query(aggregate, value_column, leaf(id_column, {{100, 150'000}}));
      if (grouped) asked.groups = {group_column};
      const auto one = made.answers(asked);
      const auto many = made.camouflage->answers(asked, made.catalogue, made.open_data,
                                                 sfumato::Run({.seed = 2, .threads = 8}));
      for (std::size_t i = 0; i + 1 < one.size() || i == 0; ++i) {
        EXPECT_EQ(one[i].lower95, many[i].lower95);
        EXPECT_EQ(one[i].upper95, many[i].upper95);
      }
      expect_truth_inside(made, asked);
    }
  }
}

// The message of a refusal by the protection.
std::string refusal_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::refused);
    return error.message;
  }
  return "no error";
}

TEST(Camouflage, RefusesQuestionsByConfidentialColumns) {
  auto made = camouflaged({3, 4, 5}, number(0, 12), {}, 2);
  EXPECT_EQ(
      refusal_of([&] {
        made.answer(query(Aggregate::count, {}, leaf(value_column, {{3, 4}})));
      }),
      "a condition on column 'v', which is confidential: the query set must depend on public columns only");
  EXPECT_EQ(refusal_of([&] { made.answer(query(Aggregate::count, {}, {}, {value_column})); }),
            "GROUP BY column 'v', which is confidential: the query set must depend on public columns only");
  Catalogue other = made.catalogue;
  other.tables[0].columns[group_column].role.reset();
  EXPECT_EQ(refusal_of([&] {
              require_camouflage_answers(
                  query(Aggregate::count, {}, joined(Condition::Kind::all, {leaf(group_column, {{0, 0}})})),
                  other);
            }),
            "a condition on column 'g', which has no role and so counts as confidential: the query set must "
            "depend on public columns only");
  EXPECT_EQ(
      refusal_of([&] { require_camouflage_answers(query(Aggregate::count_distinct, group_column), other); }),
      "column 'g', which has no role and so counts as confidential, has categories: camouflage answers with "
      "intervals of numbers");
}

TEST(Camouflage, RefusesWhatItCannotCamouflage) {
  EXPECT_EQ(complaint([] {
              camouflaged({3, 4}, number(0, 12, true), {}, 1);
            }),
            "column 'v' of table 't' may be NULL, and camouflage cannot hide which values are NULL");
  CamouflageTerms terms;
  terms.vectors = 2;
  EXPECT_EQ(complaint([&] {
              camouflaged({3, 4}, number(0, 12), terms, 1);
            }),
            "camouflage cannot use 2 vectors");
  terms.vectors = 3;
  for (const double width : {0.0, -1.0, 1.5, std::nan("")}) {
    terms.width = width;
    EXPECT_EQ(complaint([&] {
                camouflaged({3, 4}, number(0, 12), terms, 1);
              }),
              "the width of camouflage intervals must be a share of the domain");
  }
  EXPECT_EQ(complaint([] {
              camouflaged({3, 40}, number(0, 12), {}, 1);
            }),
            "column 'v' of table 't' has values outside its domain");
  Catalogue open = camouflage_catalogue(2, number(0, 12));
  open.tables[0].columns[value_column].role = Role::non_confidential;
  SecureRng rng;
  EXPECT_EQ(complaint([&] { make_camouflage(open, {{}}, {}, rng, "nowhere/x", "nowhere/y"); }),
            "the catalogue has no confidential numbers to camouflage");
}

TEST(Camouflage, RefusesATableOfOtherRecords) {
  auto made = camouflaged({3, 4, 5}, number(0, 12), {}, 2);
  made.open_data.rows = 2;
  EXPECT_EQ(complaint([&] { made.answer(query(Aggregate::sum, value_column)); }),
            "table 't' does not have the records that were camouflaged");
}

TEST(Camouflage, NeedsPublicColumnsOnly) {
  const Catalogue catalogue = camouflage_catalogue(9, number(0, 12));
  EXPECT_EQ(camouflage_columns(query(Aggregate::sum, value_column, leaf(id_column, {{1, 2}}), {group_column}),
                               catalogue),
            (std::vector<std::size_t>{id_column, group_column}));
  EXPECT_EQ(camouflage_columns(query(Aggregate::sum, id_column), catalogue),
            std::vector<std::size_t>{id_column});
  EXPECT_TRUE(camouflage_columns(query(Aggregate::sum, value_column), catalogue).empty());
}

TEST(Camouflage, TakesAnEmptyTable) {
  const auto made = camouflaged({}, number(0, 12), {}, 2);
  EXPECT_EQ(made.answer(query(Aggregate::sum, value_column)).upper95, 0);
  EXPECT_TRUE(std::isnan(made.answer(query(Aggregate::variance, value_column)).value));
}

TEST(Outward, NeverGoesInside) {
  EXPECT_EQ(decimal_end(-1234, 2, End::lower), -12.34);
  EXPECT_EQ(decimal_end(1234, 2, End::upper), 12.34);
  const Wide large = (static_cast<Wide>(1) << 70) + 1;
  EXPECT_EQ(decimal_end(large, 0, End::upper), std::nextafter(0x1p70, 0x1p71));
  EXPECT_LT(decimal_end(large, 0, End::lower), 0x1p70);
  EXPECT_EQ(static_cast<std::int64_t>(integer_end(-7, 2, End::lower)), -4);
  EXPECT_EQ(static_cast<std::int64_t>(integer_end(-7, 2, End::upper)), -3);
  EXPECT_EQ(static_cast<std::int64_t>(integer_end(7, 2, End::upper)), 4);
  EXPECT_EQ(static_cast<std::int64_t>(integer_end(6, 2, End::upper)), 3);
}

}  // namespace
}  // namespace sfumato::queries
