// Kernels whose records lie in parts: parts in any order give what all records give.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/run.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/neighbours/exact_scale.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/neighbours/partner_search.hpp"
#include "stats/ranks/interval_shares.hpp"
#include "stats/ranks/marginal_distances.hpp"

namespace sfumato {
namespace {

stats::Matrix lattice_points(std::size_t rows, std::mt19937& draw) {
  stats::Matrix points(rows, 2);
  for (std::size_t j = 0; j < 2; ++j) {
    for (double& value : points.column(j)) value = static_cast<double>(draw() % 9);
  }
  return points;
}

stats::Matrix some_rows(const stats::Matrix& all, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> rows;
  for (std::size_t row = begin; row < end; ++row) rows.push_back(row);
  return stats::taking_rows(all, rows);
}

TEST(RecordsInParts, NearestOfPartsAreTheNearestOfAll) {
  std::mt19937 draw(1);
  const stats::Matrix queries = lattice_points(40, draw), points = lattice_points(90, draw);
  const auto all = stats::nearest_rows(queries, points, false, true, sfumato::Run());
  std::vector<stats::Nearest> merged(queries.rows());
  for (const auto& [begin, end] : {std::pair(60, 90), std::pair(0, 5), std::pair(5, 60)}) {
    const auto part = stats::nearest_rows(
        queries, some_rows(points, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)), false,
        true, sfumato::Run());
    for (std::size_t i = 0; i < merged.size(); ++i) stats::merge(merged[i], part[i]);
  }
  for (std::size_t i = 0; i < merged.size(); ++i) {
    EXPECT_EQ(merged[i].squared, all[i].squared);
    EXPECT_EQ(merged[i].count, all[i].count);
    EXPECT_EQ(merged[i].second_squared, all[i].second_squared);
    EXPECT_EQ(merged[i].second_count, all[i].second_count);
  }
}

TEST(RecordsInParts, PartnersAreCountedInEachPart) {
  std::mt19937 draw(2);
  const stats::Matrix queries = lattice_points(50, draw), points = lattice_points(50, draw);
  const std::vector<double> all = stats::nearest_partners(queries, points, sfumato::Run());
  const std::vector<double> partners = stats::largest_differences(queries, points);
  const auto first = stats::count_partners(queries, partners, some_rows(points, 0, 20), sfumato::Run());
  const auto second = stats::count_partners(queries, partners, some_rows(points, 20, 50), sfumato::Run());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const stats::PartnerCounts sum{first[i].nearer + second[i].nearer, first[i].ties + second[i].ties};
    EXPECT_EQ(sum.chance(), all[i]);
  }
}

TEST(RecordsInParts, IntervalsFollowFromCounts) {
  // Masked 1 … 200; the value 50 has rank 50, and an interval of p % reaches 2p ranks to each side.
  EXPECT_EQ(stats::least_rank_width(200, 50, 52, 51), 1);
  EXPECT_EQ(stats::least_rank_width(200, 50, 53, 52), 2);
  EXPECT_EQ(stats::least_rank_width(200, 50, 70, 69), 10);
  EXPECT_EQ(stats::least_rank_width(200, 50, 71, 70), stats::widths + 1);
  EXPECT_EQ(stats::least_rank_width(200, 50, 29, 28), stats::widths + 1);
  EXPECT_EQ(stats::least_rank_width(1, 1, 0, 0), stats::widths + 1);  // below all masked values
}

TEST(RecordsInParts, ScalesDoNotDependOnTheOrder) {
  const std::vector<double> values{0.1, 1e300, 2.25, -7.0, 3.5};
  std::vector<double> reversed(values.rbegin(), values.rend());
  stats::ScaleFacts one, other, parts;
  for (const double value : values) one.observe(value);
  for (const double value : reversed) other.observe(value);
  for (const double value : {2.25, -7.0}) parts.observe(value);
  stats::ScaleFacts rest;
  for (const double value : {3.5, 0.1, 1e300}) rest.observe(value);
  parts.merge(rest);
  EXPECT_EQ(one.whole, other.whole);
  EXPECT_EQ(one.whole, parts.whole);
  EXPECT_EQ(one.largest, parts.largest);
}

TEST(RecordsInParts, MomentsDoNotDependOnTheOrder) {
  std::mt19937 draw(3);
  std::vector<double> values;
  for (int i = 0; i < 500; ++i) values.push_back(static_cast<double>(draw()) * 1e-7 - 100.0);
  const stats::Moments ascending = stats::exact_moments(values);
  std::shuffle(values.begin(), values.end(), draw);
  const stats::Moments shuffled = stats::exact_moments(values);
  EXPECT_EQ(ascending.mean, shuffled.mean);
  EXPECT_EQ(ascending.squares, shuffled.squares);
  EXPECT_NEAR(shuffled.sd(), stats::moments(values).sd(), 1e-9);
  EXPECT_EQ(stats::exact_moments(std::vector<double>(3, 0.1)).sd(), 0.0);
}

TEST(RecordsInParts, TotalVariationOfCounts) {
  const std::vector<std::uint64_t> a{5, 3, 2}, b{2, 3, 5};
  EXPECT_NEAR(stats::total_variation(a, b), 0.3, 1e-15);
  EXPECT_EQ(stats::total_variation(a, a), 0.0);
}

}  // namespace
}  // namespace sfumato
