// How far one record can move what `laplace` adds its noise to, found by trying: thousands of replacements
// of single records, at random and at the ends of the domain, against the bounds that the noise is based on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "masking/laplace_noise.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/insensitive_groups.hpp"
#include "support/neighbours.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using masking::ColumnNoise;
using masking::LaplaceMode;

// Records by row; values in steps of a grid are small whole numbers here, so that means of them are exact
// to far less than what is compared.
using Records = std::vector<std::vector<double>>;
using Means = std::vector<std::vector<double>>;  // by column, then group

constexpr Domain domain{-2.0, 14.0};

Means rounded_means(Means means) {
  for (auto& column : means) {
    for (double& mean : column) mean = std::floor(mean + 0.5);
  }
  return means;
}

double distance(const Means& one, const Means& other, std::size_t column) {
  double sum = 0.0;
  for (std::size_t group = 0; group < one[column].size(); ++group) {
    sum += std::fabs(one[column][group] - other[column][group]);
  }
  return sum;
}

Means ranked_means(const Records& records, std::size_t k, const stats::Grid& grid) {
  Means means(records[0].size());
  const auto starts = stats::consecutive_starts(records.size(), k);
  for (std::size_t j = 0; j < means.size(); ++j) {
    std::vector<std::int64_t> steps;
    for (const auto& record : records) steps.push_back(grid.steps(record[j]));
    std::sort(steps.begin(), steps.end());
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      double sum = 0.0;
      for (std::size_t i = starts[group]; i < starts[group + 1]; ++i) sum += static_cast<double>(steps[i]);
      means[j].push_back(sum / (starts[group + 1] - starts[group]));
    }
  }
  return means;
}

enum class Divisor { width, nothing, deviation };

// Means of insensitive groups, which are in the order in which they are cut.
Means centroid_means(const Records& records, std::size_t k, const stats::Grid& grid, Divisor divisor) {
  stats::Matrix offsets(records.size(), records[0].size());
  for (std::size_t j = 0; j < offsets.columns(); ++j) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const double value = records[i][j], middle = 0.5 * (domain.lower + domain.upper);
      offsets(i, j) =
          (std::isnan(value) ? middle : std::clamp(value, domain.lower, domain.upper)) - domain.lower;
    }
    const double by = divisor == Divisor::deviation ? stats::moments(offsets.column(j)).sd()
                      : divisor == Divisor::width   ? domain.upper - domain.lower
                                                    : 1.0;
    for (double& value : offsets.column(j)) value = by > 0.0 ? value / by : 0.0;
  }
  Means means(records[0].size());
  for (const auto& group : stats::insensitive_groups(offsets, k, Run({.seed = 1, .threads = 1})).groups) {
    for (std::size_t j = 0; j < means.size(); ++j) {
      double sum = 0.0;
      for (const std::uint32_t row : group) sum += static_cast<double>(grid.steps(records[row][j]));
      means[j].push_back(sum / static_cast<double>(group.size()));
    }
  }
  return means;
}

// Ends, ties, the middle, cells outside the domain and missing ones, and any value at all.
double hostile_value(Rng& rng) {
  switch (rng.below(7)) {
    case 0:
      return domain.lower;
    case 1:
      return domain.upper;
    case 2:
      return 6.0;
    case 3:
      return rng.chance(0.5) ? -1e100 : 1e100;
    case 4:
      return std::nan("");
    default:
      return domain.lower + (domain.upper - domain.lower) * rng.uniform();
  }
}

std::vector<double> hostile_record(Rng& rng, std::size_t columns) {
  std::vector<double> record(columns);
  for (double& value : record) value = hostile_value(rng);
  return record;
}

// The largest distance over many replacements, and whether noise of the mode covers each of them.
template <class MeansOf>
double largest_distance(LaplaceMode mode, std::size_t k, std::size_t rows, MeansOf means_of) {
  constexpr std::size_t columns = 2;
  Rng rng({k, rows});
  const auto noises = masking::column_noises({domain, domain}, mode, 1.0, static_cast<std::int64_t>(k), rows);
  // A grid coarse enough to make rounding matter: 16 steps, and λ for them as the noise has it.
  const stats::Grid coarse{1.0, domain.lower, 0, 16};
  const double groups = static_cast<double>(rows / k), size = static_cast<double>(k);
  const double widths = mode == LaplaceMode::multivariate ? groups / size : 1.0 / size;
  const double fine_width = static_cast<double>(noises[0].grid.width());
  EXPECT_NEAR(noises[0].lambda * (widths * fine_width + groups) / 0.5, 1.0, 1e-12);
  double largest = 0.0;
  for (int trial = 0; trial < 400; ++trial) {
    Records records;
    for (std::size_t i = 0; i < rows; ++i) records.push_back(hostile_record(rng, columns));
    Records changed = records;
    changed[rng.below(rows)] = hostile_record(rng, columns);
    const Means before = means_of(records, coarse), after = means_of(changed, coarse);
    for (std::size_t j = 0; j < columns; ++j) {
      largest = std::max(largest, distance(before, after, j));
      EXPECT_LE(distance(rounded_means(before), rounded_means(after), j), 16.0 * widths + groups);
    }
  }
  return largest;
}

struct Size {
  std::size_t k, rows;
};
const std::vector<Size> sizes{{1, 1}, {1, 5}, {2, 3}, {2, 4}, {2, 5}, {3, 9}, {3, 11}, {4, 30}, {7, 20}};

TEST(LaplaceSensitivity, OfSortedMeansIsTheDomainByK) {
  for (const auto& [k, rows] : sizes) {
    const std::size_t size = k;
    const double largest = largest_distance(
        LaplaceMode::individual, k, rows,
        [&](const Records& records, const stats::Grid& grid) { return ranked_means(records, size, grid); });
    EXPECT_LE(largest, 16.0 / static_cast<double>(k) + 1e-9) << k << " of " << rows;
    EXPECT_GT(largest, 0.0);
  }
}

TEST(LaplaceSensitivity, OfInsensitiveCentroidsIsTheDomainByKForEachGroup) {
  for (const Divisor divisor : {Divisor::width, Divisor::nothing}) {
    for (const auto& [k, rows] : sizes) {
      const std::size_t size = k;
      const double largest = largest_distance(LaplaceMode::multivariate, k, rows,
                                              [&](const Records& records, const stats::Grid& grid) {
                                                return centroid_means(records, size, grid, divisor);
                                              });
      EXPECT_LE(largest, static_cast<double>(rows / k) * 16.0 / static_cast<double>(k) + 1e-9)
          << k << " of " << rows;
    }
  }
}

Records records_of(const Table& table) {
  Records records(table.rows());
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Numbers values = table.column(id).to_numbers();
    for (std::size_t i = 0; i < values.size(); ++i) {
      records[i].push_back(domain.lower + (domain.upper - domain.lower) * values[i]);
    }
  }
  return records;
}

// The bound is reached, so less noise would not do.
TEST(LaplaceSensitivity, OfCentroidsIsReached) {
  const stats::Grid grid = stats::noise_grid(domain, 1e6);
  const double width = static_cast<double>(grid.width());
  const testing::Neighbours pair = testing::shifted_pairs(8);
  const Means before = centroid_means(records_of(pair.one), 2, grid, Divisor::width);
  const Means after = centroid_means(records_of(pair.other), 2, grid, Divisor::width);
  EXPECT_LE(distance(before, after, 0), 8.0 * width / 2.0);
  EXPECT_GT(distance(before, after, 0), 0.8 * 8.0 * width / 2.0);
}

TEST(LaplaceSensitivity, OfGroupsByStandardDeviationsIsBeyondTheBound) {
  constexpr std::size_t k = 20;
  const stats::Grid grid = stats::noise_grid(domain, 1e6);
  const double bound = 2.0 * static_cast<double>(grid.width()) / static_cast<double>(k);
  const testing::Neighbours pair = testing::deviation_trap(k);
  const auto moved = [&](Divisor divisor) {
    return distance(centroid_means(records_of(pair.one), k, grid, divisor),
                    centroid_means(records_of(pair.other), k, grid, divisor), 0);
  };
  EXPECT_LE(moved(Divisor::width), bound);
  EXPECT_GT(moved(Divisor::deviation), 5.0 * bound);
}

}  // namespace
}  // namespace sfumato
