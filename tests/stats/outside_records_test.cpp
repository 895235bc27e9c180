// Outside records by scanning and by boxes give the same results while records leave; distances with gaps.
#include "stats/groups/outside_records.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

TEST(OutsideRecords, DistancesAreScaledByTheColumnsShared) {
  const double nan = std::nan("");
  const std::vector<double> a{0, 0, nan, nan}, b{3, nan, 7, nan}, c{nan, nan, 1, 2};
  EXPECT_EQ(RecordPoints::squared(a, b), 9.0 * 4.0);
  EXPECT_EQ(RecordPoints::squared(b, c), 36.0 * 4.0);
  EXPECT_TRUE(std::isinf(RecordPoints::squared(a, c)));
}

TEST(OutsideRecords, BothKindsGiveTheSameResultsWhileRecordsLeave) {
  for (const bool grid : {false, true}) {
    const Matrix matrix = random_points(300, 3, grid, 4);
    const RecordPoints points(matrix);
    std::vector<std::uint32_t> rows(300);
    std::iota(rows.begin(), rows.end(), 0U);
    ScannedOutside scanned(points, rows);
    BoxedOutside boxed(points, rows);
    Rng rng({7, 7});
    while (!rows.empty()) {
      const std::size_t place = rng.below(rows.size());
      const std::uint32_t row = rows[place];
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(place));
      scanned.remove(row);
      boxed.remove(row);
      ASSERT_EQ(scanned.size(), rows.size());
      ASSERT_EQ(boxed.size(), rows.size());
      const std::vector<FoundRow> expected = scanned.nearest(row, 4).nearest,
                                  found = boxed.nearest(row, 4).nearest;
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].row, expected[i].row);
      for (const FoundRow& entry : expected) {
        const double limit = entry.squared;  // a limit counts as within
        EXPECT_EQ(scanned.nearest_within(row, limit).row, expected[0].row);
        EXPECT_EQ(boxed.nearest_within(row, limit).row, expected[0].row);
        const auto above = [&](double squared) { return squared > expected[0].squared; };
        EXPECT_EQ(boxed.any_within(row, limit, expected[0].row, above),
                  scanned.any_within(row, limit, expected[0].row, above));
      }
      if (expected.size() > 1) {
        // Starting at the second, only the nearest can be within the limit.
        const double start = expected[1].squared, least = expected[0].squared;
        EXPECT_EQ(boxed.none_within(row, 0.9, start), least > 0.9 * start);
        EXPECT_EQ(boxed.none_within(row, 0.5, start), least > 0.5 * start);
      }
      if (!expected.empty() && expected[0].squared > 0.0) {
        const double less = std::nextafter(expected[0].squared, 0.0);
        EXPECT_EQ(boxed.nearest_within(row, less).row, nothing_found.row);
        EXPECT_FALSE(boxed.any_within(row, less, nothing_found.row, [](double) { return true; }));
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
