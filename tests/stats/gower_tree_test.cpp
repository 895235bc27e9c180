// The tree and the scan give the same answers while points go and fronts change.
#include "stats/neighbours/gower_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rng.hpp"
#include "stats/neighbours/gower_scan.hpp"

namespace sfumato::stats {
namespace {

std::vector<GowerColumn> columns_of(std::size_t rows, Rng& rng) {
  std::vector<GowerColumn> columns(4);
  columns[0].categorical = columns[1].categorical = true;
  columns[0].count = 80;
  columns[1].count = 6;
  columns[1].distance = CategoryDistance::ordinal({0.0, 0.25, 0.5, 0.75, 1.0, std::nan("")});
  columns[1].missing_code = 5;
  columns[1].centre = Centre::median;
  for (std::size_t i = 0; i < rows; ++i) {
    columns[0].codes.push_back(static_cast<std::int32_t>(rng.below(rng.chance(0.5) ? 3 : 80)));
    columns[1].codes.push_back(static_cast<std::int32_t>(rng.below(6)));
    columns[2].numbers.push_back(static_cast<double>(rng.below(9)) / 8.0);
    columns[3].numbers.push_back(rng.uniform());
  }
  return columns;
}

TEST(GowerTree, AnswersAsTheScanDoes) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    Rng rng({round, 12});
    const std::size_t rows = 1 + rng.below(400);
    std::vector<GowerColumn> columns = columns_of(rows, rng);
    if (round % 2 == 0) columns.pop_back();  // many ties
    std::vector<std::uint32_t> all(rows), fronts(rows);
    std::iota(all.begin(), all.end(), 0U);
    std::iota(fronts.begin(), fronts.end(), 0U);
    rng.shuffle(std::span(fronts));
    GowerTree tree(columns, all, all, fronts, round % 3 == 0 ? 0.1 : 0.5);
    GowerScan scan(columns, all, all, fronts);
    std::vector<std::uint32_t> left = all;
    while (!left.empty()) {
      const std::uint32_t row = static_cast<std::uint32_t>(rng.below(rows));
      GowerPoint centre{std::vector<double>(columns.size()), std::vector<std::int32_t>(columns.size())};
      for (std::size_t j = 0; j < columns.size(); ++j) {
        if (columns[j].categorical) {
          centre.codes[j] = columns[j].codes[row];
        } else {
          centre.numbers[j] = columns[j].numbers[row] + 0.1;
        }
      }
      EXPECT_EQ(tree.farthest(centre, row), scan.farthest(centre, row));
      std::vector<GowerCandidate> some = tree.nearest(centre, 5), same = scan.nearest(centre, 5);
      std::sort(some.begin(), some.end());
      std::sort(same.begin(), same.end());
      EXPECT_EQ(some, same);
      const std::size_t place = rng.below(left.size());
      fronts[left[place]] += static_cast<std::uint32_t>(rows);
      tree.refresh(left[place]);
      const std::size_t gone = rng.below(left.size());
      tree.remove(left[gone]);
      scan.remove(left[gone]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    EXPECT_EQ(tree.farthest({std::vector<double>(4), std::vector<std::int32_t>(4)}, no_point).second,
              no_point);
  }
}

}  // namespace
}  // namespace sfumato::stats
