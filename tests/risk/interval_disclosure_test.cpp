// Interval disclosure by hand, by its definition, and against the published comparison on Census:
// Domingo-Ferrer, Mateo, Torres, "Concepts for the evaluation of anonymized data", Table 2, column ID.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/published_table.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(IntervalDisclosure, ByHand) {
  // Twenty masked values 1 … 20, so that the intervals reach from ⌊r − p/5⌋ to ⌊r + p/5⌋: from r − 1 for p ≤
  // 5 and r − 2 beyond, to r for p ≤ 4, r + 1 for p ≤ 9 and r + 2 for p = 10.
  std::vector<double> masked(20), original(20);
  for (std::size_t i = 0; i < 20; ++i) masked[i] = original[i] = static_cast<double>(i + 1);
  original[4] = 4.0;     // r = 5: inside from p = 1 on
  original[9] = 10.5;    // r = 10: inside from p = 5 on
  original[12] = 11.5;   // r = 13: inside from p = 6 on
  original[14] = 17.0;   // r = 15: inside for p = 10 alone
  original[16] = 100.0;  // never
  const Score score =
      measure(numbers_table({{"a", original}}), numbers_table({{"a", masked}}), "interval-disclosure");
  EXPECT_NEAR(score.value.value(), 100.0 * (160.0 + 6.0 + 5.0 + 1.0) / 200.0, 1e-12);
  EXPECT_NEAR(score.details.at("per_p").at("1").as_number(), 80.0, 1e-12);
  EXPECT_NEAR(score.details.at("per_p").at("5").as_number(), 85.0, 1e-12);
  EXPECT_NEAR(score.details.at("per_p").at("10").as_number(), 95.0, 1e-12);
  EXPECT_NEAR(score.per_record[9], 60.0, 1e-12);
  EXPECT_EQ(score.per_record[16], 0.0);
}

TEST(IntervalDisclosure, EqualsItsDefinition) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Table original = testing::incomes(130 + 7 * seed, seed);
    const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.1}}, seed).tables[0];
    const auto n = static_cast<std::int64_t>(original.rows());
    double hits = 0.0;
    for (ColumnId id = 0; id < 4; ++id) {
      const Numbers x = original.column(id).to_numbers(), y = masked.column(id).to_numbers();
      Numbers sorted = y;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto r = std::count_if(y.begin(), y.end(), [&](double value) { return value <= y[i]; });
        for (std::int64_t p = 1; p <= 10; ++p) {
          // Floors by counting down from above.
          std::int64_t lower = n, upper = 2 * n;
          while (100 * lower > 100 * r - n * p) --lower;
          while (100 * upper > 100 * r + n * p) --upper;
          lower = std::max<std::int64_t>(lower, 1);
          upper = std::min(upper, n);
          const bool inside = sorted[static_cast<std::size_t>(lower - 1)] <= x[i] &&
                              x[i] <= sorted[static_cast<std::size_t>(upper - 1)];
          hits += inside ? 1.0 : 0.0;
        }
      }
    }
    EXPECT_NEAR(measure(original, masked, "interval-disclosure").value.value(),
                100.0 * hits / (40.0 * static_cast<double>(n)), 1e-9);
  }
}

TEST(IntervalDisclosure, UnchangedValuesAreDisclosed) {
  const Table original = testing::incomes(100);
  EXPECT_EQ(measure(original, original, "interval-disclosure").value, 100.0);
}

class IntervalDisclosureTable2 : public ::testing::TestWithParam<testing::PublishedFamily> {};

TEST_P(IntervalDisclosureTable2, Row) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = testing::published_rows(table_path);
  testing::for_each_row(GetParam(), census, [&](const std::string& row, const Table& masked) {
    ASSERT_TRUE(published.contains(row)) << row;
    EXPECT_NEAR(measure(census, masked, "interval-disclosure").value.value(),
                published.at(row).interval_disclosure, GetParam().exact ? 0.01 : 0.6)
        << row;
  });
}

INSTANTIATE_TEST_SUITE_P(Families, IntervalDisclosureTable2,
                         ::testing::ValuesIn(testing::published_families()),
                         [](const ::testing::TestParamInfo<testing::PublishedFamily>& family) {
                           return family.param.name;
                         });

}  // namespace
}  // namespace sfumato
