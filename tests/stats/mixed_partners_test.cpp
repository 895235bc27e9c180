// Ranks of partners against a comparison of every pair.
#include "stats/neighbours/mixed_partners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

double squared_difference(const std::vector<MixedColumn>& columns, std::size_t query, std::size_t point) {
  double sum = 0.0;
  for (const MixedColumn& column : columns) {
    if (column.categorical) {
      const std::int32_t a = column.query_codes[query], b = column.point_codes[point];
      const double apart = a < 0 || b < 0 ? 0.0 : column.distance.between(a, b);
      sum += a < 0 || b < 0 ? column.missing : column.weight * apart * apart;
    } else {
      const double difference = column.queries[query] - column.points[point];
      sum += std::isnan(difference) ? column.missing : difference * difference;
    }
  }
  return sum;
}

void expect_places(const std::vector<MixedColumn>& columns, std::size_t rows) {
  const std::vector<PartnerPlace> found = partner_places(columns, sfumato::Run({.threads = 2}));
  ASSERT_EQ(found.size(), rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double partner = squared_difference(columns, i, i);
    std::uint64_t closer = 0, equal = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      closer += squared_difference(columns, i, k) < partner ? 1 : 0;
      equal += squared_difference(columns, i, k) == partner ? 1 : 0;
    }
    EXPECT_EQ(found[i].closer, std::min<std::uint64_t>(closer, 2)) << i;
    if (closer < 2) {
      EXPECT_EQ(found[i].equal, equal) << i;
    }
  }
}

MixedColumn categories(std::size_t rows, std::uint64_t count, double kept, Rng& rng) {
  MixedColumn column;
  column.categorical = true;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto code = static_cast<std::int32_t>(rng.below(count));
    column.point_codes.push_back(rng.chance(0.05) ? -1 : code);
    column.query_codes.push_back(rng.chance(kept) ? code : static_cast<std::int32_t>(rng.below(count)));
    if (rng.chance(0.05)) column.query_codes.back() = -1;
  }
  return column;
}

TEST(MixedPartners, AgreeWithComparingEveryPair) {
  const Hierarchy tree({{"a", "x", "*"}, {"b", "x", "*"}, {"c", "y", "*"}, {"d", "y", "*"}, {"e", "z", "*"}});
  for (std::uint64_t round = 0; round < 30; ++round) {
    Rng rng({round, 9});
    const std::size_t rows = 1 + rng.below(300);
    std::vector<MixedColumn> columns;
    columns.push_back(categories(rows, 1 + rng.below(100), 0.9, rng));
    columns.push_back(categories(rows, 7, 0.8, rng));  // the hierarchy's values, two of them inner ones
    columns.back().distance = CategoryDistance::hierarchical({"a", "b", "c", "d", "e", "x", "y"}, tree);
    columns.back().weight = columns.back().missing = 0.5;
    columns.push_back(categories(rows, 3, 0.9, rng));
    columns.back().distance = CategoryDistance::ordinal({0.0, 0.5, 1.0});
    for (std::uint64_t numbers = rng.below(3); numbers > 0; --numbers) {
      MixedColumn column;
      for (std::size_t i = 0; i < rows; ++i) {
        column.points.push_back(static_cast<double>(rng.below(20)) / 8.0);
        column.queries.push_back(column.points.back() + static_cast<double>(rng.below(3)) / 8.0);
        if (rng.chance(0.1)) column.points.back() = std::nan("");
        if (rng.chance(0.1)) column.queries.back() = std::nan("");
      }
      column.missing = 9.0;
      columns.push_back(column);
    }
    expect_places(columns, rows);
    expect_places({columns.back()}, rows);
  }
}

// The distance of a value and a cell, over all values that the cell covers.
double to_cell(const MixedColumn& column, double value, const std::vector<ValueRun>& runs) {
  if (runs.empty()) return column.missing;
  double best = 1e300;
  for (const ValueRun& run : runs) {
    for (double other = run.lower; other <= run.upper; other += 1.0) {
      const double apart = column.categorical ? column.distance.between(static_cast<std::int32_t>(value),
                                                                        static_cast<std::int32_t>(other))
                                              : value - other;
      best = std::min(best, column.categorical ? column.weight * apart * apart : apart * apart);
    }
  }
  return best;
}

bool covers_value(double value, const std::vector<ValueRun>& runs) {
  return runs.empty() || std::any_of(runs.begin(), runs.end(), [&](const ValueRun& run) {
           return run.lower <= value && value <= run.upper;
         });
}

// Originals are whole numbers 0 … count − 1, masked cells cover one or two runs of them, or nothing.
struct CoarseColumn {
  std::vector<double> values;      // of the originals
  std::vector<std::size_t> cells;  // of the masked records
  std::vector<std::vector<ValueRun>> runs;
  MixedColumn column;
};

CoarseColumn random_coarse_column(std::size_t rows, bool categorical, bool from_masked, Rng& rng) {
  CoarseColumn made;
  const std::uint64_t count = 2 + rng.below(90);
  made.runs.resize(1 + rng.below(12));
  for (std::size_t cell = 1; cell < made.runs.size(); ++cell) {
    const auto first = static_cast<double>(rng.below(count));
    made.runs[cell].push_back({first, first + static_cast<double>(rng.below(5))});
    if (rng.chance(0.3)) {
      const double next = made.runs[cell].back().upper + 2.0 + static_cast<double>(rng.below(4));
      made.runs[cell].push_back({next, next + static_cast<double>(rng.below(3))});
    }
  }
  CellCovers covers{from_masked, made.runs};
  made.column.categorical = categorical;
  made.column.weight = 0.5;
  made.column.missing = 0.4;  // less than the distance of different categories
  made.column.covers = std::make_shared<const CellCovers>(covers);
  for (std::size_t i = 0; i < rows; ++i) {
    made.values.push_back(static_cast<double>(rng.below(count)));
    made.cells.push_back(rng.below(made.runs.size()));
    const double value = made.values.back(), cell = static_cast<double>(made.cells.back());
    if (categorical) {
      made.column.query_codes.push_back(static_cast<std::int32_t>(from_masked ? cell : value));
      made.column.point_codes.push_back(static_cast<std::int32_t>(from_masked ? value : cell));
    } else {
      made.column.queries.push_back(from_masked ? cell : value);
      made.column.points.push_back(from_masked ? value : cell);
    }
  }
  return made;
}

void expect_coarse_places(const std::vector<CoarseColumn>& made, std::size_t rows, bool from_masked) {
  std::vector<MixedColumn> columns;
  for (const CoarseColumn& one : made) columns.push_back(one.column);
  const std::vector<PartnerPlace> found = partner_places(columns, sfumato::Run({.threads = 2}), !from_masked);
  const auto distance = [&](std::size_t query, std::size_t point) {
    double sum = 0.0;
    for (const CoarseColumn& one : made) {
      const std::size_t original = from_masked ? point : query, masked = from_masked ? query : point;
      sum += to_cell(one.column, one.values[original], one.runs[one.cells[masked]]);
    }
    return sum;
  };
  std::vector<std::size_t> covered(rows, 0);
  for (std::size_t masked = 0; masked < rows && !from_masked; ++masked) {
    for (std::size_t original = 0; original < rows; ++original) {
      covered[masked] += std::all_of(made.begin(), made.end(), [&](const CoarseColumn& one) {
        return covers_value(one.values[original], one.runs[one.cells[masked]]);
      });
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t closer = 0, equal = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      const double apart = distance(i, k), own = distance(i, i);
      closer += apart < own || (apart == own && covered[k] < covered[i]) ? 1 : 0;
      equal += apart == own && covered[k] == covered[i] ? 1 : 0;
    }
    EXPECT_EQ(found[i].closer, std::min<std::uint64_t>(closer, 2)) << i;
    if (closer < 2) {
      EXPECT_EQ(found[i].equal, equal) << i;
    }
  }
}

TEST(MixedPartners, OfCellsThatCoverSeveralValuesAgreeWithComparingEveryPair) {
  for (std::uint64_t round = 0; round < 60; ++round) {
    Rng rng({round, 77});
    const bool from_masked = round % 2 == 0;
    const std::size_t rows = 1 + rng.below(200);
    std::vector<CoarseColumn> made;
    for (std::uint64_t j = 0; j <= rng.below(3); ++j) {
      made.push_back(random_coarse_column(rows, rng.chance(0.5), from_masked, rng));
    }
    expect_coarse_places(made, rows, from_masked);
  }
}

TEST(MixedPartners, OfNoRecords) {
  MixedColumn column;
  column.categorical = true;
  EXPECT_TRUE(partner_places({column}, sfumato::Run({.threads = 1})).empty());
}

}  // namespace
}  // namespace sfumato::stats
