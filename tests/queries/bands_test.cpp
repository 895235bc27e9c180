// Bands against the same question with a range for each band, and years and months against the calendar.
#include <gtest/gtest.h>

#include <array>

#include "core/column.hpp"
#include "core/rng.hpp"
#include "queries/engine/bands.hpp"
#include "queries/exact_answers.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

const sfumato::Run bands_run({.seed = 1, .threads = 1});

std::vector<std::int64_t> band_values(std::int64_t lower, std::int64_t upper, std::int64_t width, Rng& rng) {
  std::vector<std::int64_t> values = {lower, lower + 1, upper - 1, upper};
  const auto span = static_cast<std::uint64_t>(upper - lower);
  for (int i = 0; i < 200; ++i) {
    const std::int64_t value = lower + static_cast<std::int64_t>(rng.bits() % span);
    const std::int64_t start = value / width * width;
    for (const std::int64_t one : {value, start - 1, start, start + 1}) {
      if (one >= lower && one <= upper) values.push_back(one);
    }
  }
  return values;
}

TEST(Bands, AreQuotientsRoundedDown) {
  constexpr std::int64_t bound = std::int64_t{1} << 53;
  Rng rng({5, 1});
  const std::vector<std::array<std::int64_t, 3>> cases = {{0, 120, 10},
                                                          {-7, 13, 3},
                                                          {-bound, bound, 3},
                                                          {-bound, bound, bound},
                                                          {-bound, bound, 1 << 20},
                                                          {1, bound, 999'983},
                                                          {-bound, -bound + 9, 7},
                                                          {-bound, bound, bound - 1}};
  for (const auto& [lower, upper, width] : cases) {
    const CatalogueColumn column = testing::number(lower, upper);
    const Banding banding{Banding::Kind::width, width};
    const BandOf bands(column, banding);
    const auto floored = [own = width](std::int64_t value) {
      return value / own - (value % own < 0 ? 1 : 0);
    };
    for (const std::int64_t value : band_values(lower, upper, width, rng)) {
      ASSERT_EQ(bands.by_width(value), floored(value) - floored(lower)) << value << " / " << width;
    }
    EXPECT_EQ(bands.by_width(upper) + 1, band_count(column, banding));
  }
}

// Counts, sums and medians of every band are those of a condition with its range.
TEST(Bands, AnswerLikeConditionsWithTheirRanges) {
  Rng rng({9, 1});
  const std::int64_t width = 7;
  const Catalogue made = testing::catalogue({testing::number(-20, 50, true), testing::number(0, 1000)});
  std::vector<testing::Row> rows;
  for (int i = 0; i < 5000; ++i) {
    const auto value = static_cast<std::int64_t>(rng.bits() % 72) - 20;
    rows.push_back(
        {value == 51 ? std::optional<std::int64_t>() : value, static_cast<std::int64_t>(rng.bits() % 1001)});
  }
  const DataTable data = testing::data(rows, 2);
  for (const Aggregate aggregate : {Aggregate::count, Aggregate::sum, Aggregate::quantile}) {
    Query grouped = testing::query(aggregate, 1, {}, {0});
    grouped.bands = {{Banding::Kind::width, width}};
    const std::vector<GroupAnswer> answers = exact_answers(grouped, made, data, bands_run);
    ASSERT_EQ(answers.size(), 12U);  // from -21 to 48 in steps of 7, and NULL
    for (std::int64_t band = 0; band < 12; ++band) {
      const std::int64_t start = -21 + width * band;
      const Condition where =
          band == 11 ? testing::leaf(0, {}, true)
                     : testing::leaf(
                           0, {{std::max<std::int64_t>(start, -20), std::min<std::int64_t>(start + 6, 50)}});
      const GroupAnswer alone =
          exact_answers(testing::query(aggregate, 1, where), made, data, bands_run).front();
      EXPECT_EQ(answers[static_cast<std::size_t>(band)].value, alone.value) << band;
    }
  }
}

TEST(Bands, AreYearsAndMonthsOfTheCalendar) {
  CatalogueColumn born = testing::number(-719'162, 2'932'896);
  born.date = true;
  const BandOf years(born, {Banding::Kind::year, 1});
  const auto expect = [&](const std::string& text, std::int64_t year, std::int64_t month) {
    std::int32_t day = 0;
    ASSERT_TRUE(parse_date(text, day));
    EXPECT_EQ(years.by_year(day) + 1, year) << text;
    EXPECT_EQ(BandOf::by_month(day) + 1, month) << text;
  };
  expect("0001-01-01", 1, 1);
  expect("1899-12-31", 1899, 12);
  expect("1969-12-31", 1969, 12);
  expect("1970-01-01", 1970, 1);
  expect("2000-02-29", 2000, 2);
  expect("2100-03-01", 2100, 3);
  expect("9999-12-31", 9999, 12);
}

}  // namespace
}  // namespace sfumato::queries
