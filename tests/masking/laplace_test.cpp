// How `laplace` behaves: grids, domains, missing cells, the order of rows, groups, and its guarantee text.
// laplace_privacy_test.cpp tests the guarantee itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "masking/laplace_noise.hpp"
#include "masking/registry.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;
using testing::with_domains;

Table with_unit_domain(const std::vector<double>& values) {
  return with_domains(numbers_table({{"x", values}}), {0.0, 1.0});
}

std::string refusal(const Table& table, const ParamValues& params) {
  try {
    mask(table, "laplace", params);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
    return with_values(error.message, DataValues::shown);
  }
  ADD_FAILURE() << "was released";
  return {};
}

// Values in the middle of a wide domain meet no end of it: what is added has scale m·Δ/ε and mean 0.
TEST(Laplace, AddsNoiseOfTheReportedScale) {
  const std::vector<double> middle(50000, 0.0);
  const Table original = with_domains(numbers_table({{"x", middle}, {"y", middle}}), {-1.0, 1.0});
  const Masked masked = mask(original, "laplace", {{"epsilon", 100.0}});
  for (ColumnId id = 0; id < 2; ++id) {
    const Numbers noise = masked.tables[0].column(id).to_numbers();
    double size = 0.0;
    for (const double value : noise) size += std::fabs(value) / 50000.0;
    EXPECT_NEAR(size, 0.04, 5.0 * 0.04 / std::sqrt(50000.0));  // E|L| is the scale, and so is its deviation
    EXPECT_NEAR(stats::moments(noise).mean, 0.0, 5.0 * 0.04 * std::sqrt(2.0 / 50000.0));
  }
  EXPECT_NEAR(stats::moments(masked.tables[0].column(0).to_numbers()).sd(),
              masked.details.at("noise").at("x").at("sd").as_number(), 0.002);
}

TEST(Laplace, StaysOnItsGridAndInsideTheDomain) {
  Table original = testing::incomes(2000);
  original = with_domains(original, {100.0, 20000.0});
  for (const char* mode : {"record", "multivariate", "individual", "paper-2013"}) {
    const Masked masked = mask(original, "laplace", {{"mode", mode}});
    for (ColumnId id = 0; id < 4; ++id) {
      const double step = masked.details.at("noise").at(original.info(id).name).at("grid").as_number();
      for (const double value : masked.tables[0].column(id).to_numbers()) {
        ASSERT_EQ(std::fmod(value, step), 0.0);
        ASSERT_GE(value, 100.0);
        ASSERT_LE(value, 20000.0);
      }
    }
  }
}

// With so large an ε that nothing changes, only the preprocessing of the values remains.
TEST(Laplace, BringsValuesIntoTheDomainAndMissingOnesToItsMiddle) {
  const Table original = with_domains(numbers_table({{"x", {-5, 0.25, std::nan(""), 7}}}), {0.0, 1.0});
  for (const char* mode : {"record", "paper-2013"}) {
    const Numbers masked =
        mask(original, "laplace", {{"epsilon", 1e6}, {"mode", mode}}).tables[0].column(0).to_numbers();
    const double expected[] = {0.0, 0.25, 0.5, 1.0};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(masked[i], expected[i], 1e-4) << mode;
  }
}

TEST(Laplace, ADomainWithoutWidthIsReleasedAsItIs) {
  const Table original = with_domains(numbers_table({{"x", {3, 4, std::nan("")}}}), {4.0, 4.0});
  for (const char* mode : {"record", "multivariate", "individual", "paper-2013"}) {
    EXPECT_EQ(mask(original, "laplace", {{"mode", mode}}).tables[0].column(0).to_numbers(), Numbers(3, 4.0));
  }
}

TEST(Laplace, ShufflesAFileThatIsSortedAndKeepsAnother) {
  Numbers up(40), mixed(40);
  for (std::size_t i = 0; i < 40; ++i) {
    up[i] = static_cast<double>(i) / 40.0;
    mixed[i] = static_cast<double>(i * 17 % 40) / 40.0;
  }
  const Numbers down(up.rbegin(), up.rend());
  const auto released = [](const Numbers& values, const char* order) {
    return mask(with_unit_domain(values), "laplace", {{"order", order}, {"epsilon", 1e6}});
  };
  for (const Numbers& sorted : {up, down}) {
    const Masked shuffled = released(sorted, "auto");
    EXPECT_EQ(shuffled.details.at("order").as_text(), "shuffled");
    EXPECT_EQ(shuffled.mapping, Mapping::subset);
    const Numbers values = shuffled.tables[0].column(0).to_numbers();
    EXPECT_FALSE(std::is_sorted(values.begin(), values.end()));
    for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(values[i], sorted[shuffled.rows[i]], 1e-3);
    const Masked kept = released(sorted, "keep");
    EXPECT_EQ(kept.mapping, Mapping::same_rows);
    EXPECT_EQ(kept.details.at("order").as_text(), "kept");
    EXPECT_NEAR(kept.tables[0].column(0).to_numbers()[7], sorted[7], 1e-3);
  }
  EXPECT_EQ(released(mixed, "auto").mapping, Mapping::same_rows);
  EXPECT_EQ(released(mixed, "shuffle").mapping, Mapping::subset);
  EXPECT_EQ(released({0.1, 0.2, 0.3}, "auto").mapping, Mapping::same_rows);  // three are often in order
}

TEST(Laplace, SaysOnWhatTheOrderOfItsRowsRests) {
  const auto premises = [](const char* order) {
    return mask(with_unit_domain({0.3, 0.1, 0.2}), "laplace", {{"order", order}}).guarantee.premises.size();
  };
  EXPECT_EQ(premises("auto"), 2U);
  EXPECT_EQ(premises("keep"), 1U);
  EXPECT_EQ(premises("shuffle"), 0U);
}

TEST(Laplace, RefusesWhatWouldBreakItsPromise) {
  const Table table = with_domains(testing::incomes(20), {0.0, 1e5});
  EXPECT_NE(refusal(table, {{"k", 2}}).find("k is 1"), std::string::npos);
  for (const char* mode : {"record", "multivariate", "individual"}) {
    EXPECT_NE(refusal(table, {{"mode", mode}, {"scale", "std"}}).find("std"), std::string::npos);
  }
  EXPECT_EQ(refusal(testing::incomes(20), {}),
            "laplace needs the declared domain of 'income', 'tax', 'savings' and 'size'");
  EXPECT_NE(refusal(with_domains(testing::incomes(20), {0.0, 1e-260}), {}).find("too narrow"),
            std::string::npos);
  EXPECT_NE(refusal(with_domains(testing::incomes(20), {-1e300, 1e300}), {}).find("too wide"),
            std::string::npos);
}

TEST(Laplace, PromisesNothingOnADomainReadFromTheDataOrAsIn2013) {
  const Table table = testing::incomes(20);
  EXPECT_FALSE(mask(table, "laplace", {{"domain-from-data", 1.5}}).guarantee.holds());
  const Table declared = with_domains(table, {0.0, 1e5});
  EXPECT_TRUE(mask(declared, "laplace", {{"domain-from-data", 1.5}}).guarantee.holds());
  const Guarantee published = mask(declared, "laplace", {{"mode", "paper-2013"}}).guarantee;
  ASSERT_EQ(published.reasons.size(), 1U);
  EXPECT_NE(published.reasons[0].find("not differentially private"), std::string::npos);
}

TEST(Laplace, ReadsADomainFromZeroToAMultipleOfTheLargestValue) {
  const Table table = numbers_table({{"x", {1, 4, 10}}, {"y", {-2, 0, 6}}});
  const Masked masked = mask(table, "laplace", {{"domain-from-data", 1.5}});
  EXPECT_EQ(masked.details.at("noise").at("x").at("domain"), Value(Value::Array{0.0, 15.0}));
  EXPECT_EQ(masked.details.at("noise").at("y").at("domain"), Value(Value::Array{-3.0, 9.0}));
}

std::map<double, int> multiplicities(const Table& table, ColumnId id) {
  std::map<double, int> counts;
  for (const double value : table.column(id).to_numbers()) ++counts[value];
  return counts;
}

TEST(Laplace, GroupedModesReleaseEachMeanForKRecordsOrMore) {
  const Table original = with_domains(testing::incomes(103), {0.0, 1e5});
  for (const char* mode : {"multivariate", "individual"}) {
    const Masked masked = mask(original, "laplace", {{"mode", mode}, {"k", 10}, {"epsilon", 1e6}});
    EXPECT_EQ(masked.mapping, Mapping::none);
    EXPECT_EQ(masked.details.at("groups").as_integer(), 10);
    EXPECT_EQ(masked.tables[0].rows(), 103U);
    for (ColumnId id = 0; id < 4; ++id) {
      const auto counts = multiplicities(masked.tables[0], id);
      EXPECT_LE(counts.size(), 10U);
      for (const auto& [value, count] : counts) EXPECT_GE(count, 10) << mode << " " << value;
    }
  }
}

// Means of sorted groups by hand: {1, 2, 3} and {4, 8, 9}.
TEST(Laplace, IndividualModeReleasesMeansOfSortedGroups) {
  const Table original = with_domains(numbers_table({{"x", {9, 1, 4, 3, 2, 8}}}), {0.0, 10.0});
  const Masked masked = mask(original, "laplace", {{"mode", "individual"}, {"k", 3}, {"epsilon", 1e6}});
  const std::vector<double> sorted = testing::sorted(masked.tables[0], "x");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(sorted[i], i < 3 ? 2.0 : 7.0, 1e-3);
}

// Two columns that are equal stay equal where records are grouped whole, and part where columns are shuffled.
TEST(Laplace, IndividualModeShufflesColumnsIndependently) {
  Numbers values(2000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * 7 % 2000) / 2000.0;
  const Table original = with_domains(numbers_table({{"x", values}, {"y", values}}), {0.0, 1.0});
  const auto correlation = [&](const char* mode) {
    const Table table = mask(original, "laplace", {{"mode", mode}, {"k", 100}, {"epsilon", 1e6}}).tables[0];
    stats::Matrix points(table.rows(), 2);
    for (ColumnId id = 0; id < 2; ++id) {
      const Numbers numbers = table.column(id).to_numbers();
      std::copy(numbers.begin(), numbers.end(), points.column(id).begin());
    }
    return stats::correlation(stats::covariance(points))(0, 1);
  };
  EXPECT_GT(correlation("multivariate"), 0.999);
  EXPECT_LT(std::fabs(correlation("individual")), 5.0 / std::sqrt(2000.0));
}

TEST(Laplace, GroupedModesWriteGroupsInRandomOrder) {
  Numbers values(40);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 40.0;
  const Table original = with_unit_domain(values);
  for (const char* mode : {"multivariate", "individual"}) {
    std::set<double> first;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Masked masked = mask(original, "laplace", {{"mode", mode}, {"k", 10}, {"epsilon", 1e6}}, seed);
      first.insert(std::round(20.0 * masked.tables[0].column(0).to_numbers()[0]));
    }
    EXPECT_EQ(first.size(), 4U) << mode;  // each of the four groups comes first at times
  }
}

TEST(Laplace, GivesTheSameBitsForOneAndEightThreadsInEveryMode) {
  const Table original = with_domains(testing::incomes(20000), {0.0, 1e5});
  for (const char* mode : {"record", "multivariate", "individual", "paper-2013"}) {
    const auto released = [&](int threads) {
      ParamValues params{{"mode", mode}};
      if (std::string(mode) != "record") params.emplace_back("k", 7);
      return masking::method("laplace").apply(original, {0, 1, 2}, params,
                                              sfumato::Run({.seed = 4, .threads = threads}));
    };
    EXPECT_TRUE(released(1).tables[0].same_data(released(8).tables[0])) << mode;
  }
}

TEST(Laplace, UnseededReleasesDiffer) {
  const Table original = with_domains(testing::incomes(50), {0.0, 1e5});
  const auto released = [&] {
    return masking::method("laplace").apply(original, {0}, {}, sfumato::Run()).tables[0];
  };
  EXPECT_FALSE(released().same_data(released()));
}

TEST(Laplace, ForecastsTheNoiseThatItThenAdds) {
  const Table original = with_domains(testing::incomes(60), {0.0, 1e5});
  const ColumnSet columns{0, 2};
  for (const ParamValues& params :
       std::vector<ParamValues>{{{"epsilon", 3.0}}, {{"mode", "individual"}, {"k", 6}}}) {
    const Method& method = masking::method("laplace");
    const Value forecast = method.forecast(original, columns, params);
    EXPECT_EQ(forecast.at("noise"),
              method.apply(original, columns, params, sfumato::Run({.seed = 1})).details.at("noise"));
  }
  // By hand: two columns, scale m·Δ/ε = 2·10⁵/3, and √2 times that.
  const Value forecast = masking::method("laplace").forecast(original, columns, {{"epsilon", 3.0}});
  EXPECT_NEAR(forecast.at("error_percent").as_number(), 100.0 * std::sqrt(2.0) * 2.0 / 3.0, 1e-9);
  const Value& noise = forecast.at("noise").at("income");
  EXPECT_NEAR(noise.at("scale").as_number(), 2e5 / 3.0, 1e-6);
  EXPECT_NEAR(noise.at("sd_percent").as_number(), 100.0 * std::sqrt(2.0) * 2.0 / 3.0, 1e-9);
  EXPECT_EQ(noise.at("epsilon").as_number(), 1.5);
}

// Scales by hand for n = 100, k = 20, two columns of width 10 and ε = 4: G = 5 groups.
TEST(LaplaceNoise, HasTheScaleOfItsMode) {
  const std::vector<Domain> domains{{0.0, 10.0}, {-5.0, 5.0}};
  const auto scale = [&](masking::LaplaceMode mode) {
    return masking::column_noises(domains, mode, 4.0, mode == masking::LaplaceMode::record ? 1 : 20, 100)[1]
        .scale;
  };
  EXPECT_DOUBLE_EQ(scale(masking::LaplaceMode::record), 5.0);
  EXPECT_DOUBLE_EQ(scale(masking::LaplaceMode::multivariate), 2.0 * 5.0 * 10.0 / (20.0 * 4.0));
  EXPECT_DOUBLE_EQ(scale(masking::LaplaceMode::individual), 2.0 * 10.0 / (20.0 * 4.0));
  EXPECT_DOUBLE_EQ(scale(masking::LaplaceMode::paper_2013), 10.0 / (20.0 * 4.0));
}

TEST(LaplaceNoise, TooLargeForSixtyFourBitsIsRefused) {
  const auto noises = [](std::size_t columns, std::size_t records) {
    return masking::column_noises(std::vector<Domain>(columns, {0.0, 1.0}),
                                  masking::LaplaceMode::multivariate, 1e-6, 1, records);
  };
  EXPECT_GE(noises(10, 1000000)[0].lambda, stats::GeometricNoise::smallest_lambda);
  EXPECT_THROW(noises(1000, 1000000000), Error);
}

}  // namespace
}  // namespace sfumato
