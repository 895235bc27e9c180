// JPEG masking at the edges of its definition; table2_test.cpp has its published information losses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

// At quality 100 every coefficient is kept to half a unit, so a pixel comes back within a few grey
// levels; one more level goes to flooring.
TEST(Jpeg, TheBestQualityChangesFewGreyLevels) {
  const Table original = testing::incomes(500);
  const Table masked = mask(original, "jpeg", {{"quality", 100}}).tables[0];
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
    const auto [least, most] = std::minmax_element(before.begin(), before.end());
    const double level = (*most - *least) / 255.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_NEAR(after[i], before[i], 4.0 * level + 1.0);
      EXPECT_GE(after[i], *least);
      EXPECT_LE(after[i], *most);
      EXPECT_EQ(after[i], std::floor(after[i])) << "integers stay integers";
    }
  }
}

TEST(Jpeg, TwoEvenColumnsByHand) {
  // Black above white, in blocks of eight rows: each block has a constant colour, so only its mean is
  // coded, which quality 100 keeps exactly. Reals are mapped back without flooring.
  std::vector<double> values(16, 0.25);
  std::fill(values.begin() + 8, values.end(), 10.5);
  const Table original = numbers_table({{"x", values}, {"y", values}});
  EXPECT_TRUE(mask(original, "jpeg", {{"quality", 100}}).tables[0].same_data(original));
}

TEST(Jpeg, BandsAreCodedByThemselves) {
  constexpr std::size_t band = 65500, rows = band + 300;
  Rng rng({4, 4});
  std::vector<double> x(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = rng.uniform();
    y[i] = rng.uniform() + x[i];
  }
  for (const std::size_t begin : {std::size_t{0}, band}) {  // the same range in both bands
    x[begin] = y[begin] = 0.0;
    x[begin + 1] = y[begin + 1] = 2.0;
  }
  const auto part = [&](std::size_t begin, std::size_t end) {
    const auto from = static_cast<std::ptrdiff_t>(begin), to = static_cast<std::ptrdiff_t>(end);
    return numbers_table(
        {{"x", {x.begin() + from, x.begin() + to}}, {"y", {y.begin() + from, y.begin() + to}}});
  };
  const Table whole = mask(part(0, rows), "jpeg").tables[0];
  const Table first = mask(part(0, band), "jpeg").tables[0],
              second = mask(part(band, rows), "jpeg").tables[0];
  for (ColumnId id = 0; id < 2; ++id) {
    Numbers expected = first.column(id).to_numbers();
    const Numbers rest = second.column(id).to_numbers();
    expected.insert(expected.end(), rest.begin(), rest.end());
    EXPECT_EQ(whole.column(id).to_numbers(), expected);
  }
}

TEST(Jpeg, MissingCellsAreCodedAsTheMeanAndStayMissing) {
  const double nan = std::nan("");
  // Pixels 0, 255 and the mean of both, 127.5 → 128; with the missing cell in its place the other
  // cells come out as if a value of that grey stood there.
  const Table holes = numbers_table({{"x", {0, 255, nan}}, {"y", {0, 255, 7}}});
  const Table filled = numbers_table({{"x", {0, 255, 128}}, {"y", {0, 255, 7}}});
  const Table masked = mask(holes, "jpeg").tables[0], expected = mask(filled, "jpeg").tables[0];
  const Numbers x = masked.column(0).to_numbers(), with = expected.column(0).to_numbers();
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[0], with[0]);
  EXPECT_EQ(x[1], with[1]);
  EXPECT_EQ(masked.column(1), expected.column(1));
}

TEST(Jpeg, ConstantColumnsStayAndDoNotTakePart) {
  Table original = testing::incomes(100);
  const Table alone = mask(original.taking_columns({0, 2}), "jpeg").tables[0];
  for (double& value : original.edit_numbers(1)) value = 4.25;
  for (double& value : original.edit_numbers(3)) value = std::nan("");
  const Table masked = mask(original, "jpeg").tables[0];
  EXPECT_EQ(masked.column(1), original.column(1));
  EXPECT_EQ(masked.column(0), alone.column(0));
  EXPECT_EQ(masked.column(2), alone.column(1));
}

}  // namespace
}  // namespace sfumato
