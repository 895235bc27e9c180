// Nearest records over mixed columns against comparing every pair, with missing values, constants, repeated
// records, values outside of the range, and tables of unequal size.
#include "stats/neighbours/gower_nearest.hpp"

#include <algorithm>

#include "core/number_limits.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using stats::GowerSpace;

std::vector<double> all_distances(const Table& original, const Table& queries, std::size_t i) {
  std::vector<double> result;
  for (std::size_t k = 0; k < original.rows(); ++k) {
    result.push_back(testing::plain_distance(original, queries, i, original, k, original.names()));
  }
  std::sort(result.begin(), result.end());
  return result;
}

void expect_same(const Table& original, const Table& queries, std::size_t count) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  const std::vector<const Table*> tables{&original, &queries};
  const GowerSpace space = stats::gower_space(tables, original.names(), run);
  const std::vector<double> found =
      stats::nearest_distances(space, space.tables[1], space.tables[0], count, run);
  ASSERT_EQ(found.size(), queries.rows() * count);
  for (std::size_t i = 0; i < queries.rows(); ++i) {
    std::vector<double> all = all_distances(original, queries, i);
    all.resize(std::max(all.size(), count), infinity);
    for (std::size_t t = 0; t < count; ++t) {
      if (all[t] == infinity) {
        EXPECT_EQ(found[i * count + t], infinity);
      } else {
        EXPECT_NEAR(found[i * count + t], all[t], 1e-14) << "record " << i << ", neighbour " << t;
      }
    }
  }
}

TEST(GowerNearest, AgreesWithAllPairs) {
  expect_same(testing::mixed_people(150, 1), testing::mixed_people(90, 2), 1);
  expect_same(testing::mixed_people(120, 3, 0.1), testing::mixed_people(130, 4, 0.2), 3);
  expect_same(testing::mixed_people(200, 5, 0.02), testing::mixed_people(40, 6), 2);
}

TEST(GowerNearest, TakesRepeatedRecordsConstantsAndOtherRanges) {
  const double missing = std::nan("");
  const Table original =
      testing::numbers_table({{"x", {1, 1, 1, 2, 5, missing}},
                              {"constant", {7, 7, 7, 7, 7, 7}},
                              {"gone", {missing, missing, missing, missing, missing, missing}}});
  const Table queries = testing::numbers_table({{"x", {1, -100, 3, missing, 5}},
                                                {"constant", {7, 8, 7, missing, 6}},
                                                {"gone", {missing, 4, missing, missing, 4}}});
  for (const std::size_t count : {1, 2, 3, 6, 8}) expect_same(original, queries, count);
}

TEST(GowerNearest, HandComputed) {
  // Range of x is 10; distances of (2, "a") are (0.2 + 0)/2, (0.8 + 1)/2, (1 + 0)/2 with x missing.
  Table original = testing::numbers_table({{"x", {0, 10, std::nan("")}}});
  ColumnInfo info;
  info.name = "y";
  info.kind = Kind::nominal;
  const auto both = [&](const Table& numbers, const std::vector<std::int32_t>& codes) {
    return Table({numbers.info(0), info}, {numbers.column(0), Codes{codes, {"a", "b"}}});
  };
  original = both(original, {0, 1, 0});
  const Table query = both(testing::numbers_table({{"x", {2}}}), {0});
  const sfumato::Run run({.seed = 1});
  const std::vector<const Table*> tables{&original, &query};
  const GowerSpace space = stats::gower_space(tables, {"x", "y"}, run);
  EXPECT_EQ(stats::nearest_distances(space, space.tables[1], space.tables[0], 3, run),
            (std::vector<double>{0.1, 0.5, 0.9}));
}

TEST(GowerNearest, GivesTheSameBitsForOneAndEightThreads) {
  const Table original = testing::mixed_people(3000, 7, 0.05), queries = testing::mixed_people(2000, 8, 0.05);
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 8}) {
    const sfumato::Run run({.seed = 1, .threads = threads});
    const std::vector<const Table*> tables{&original, &queries};
    const GowerSpace space = stats::gower_space(tables, original.names(), run);
    results.push_back(stats::nearest_distances(space, space.tables[1], space.tables[0], 2, run));
  }
  EXPECT_EQ(results[0], results[1]);
}

// Distances over few columns with few values have many ties.
TEST(GowerNearest, FindsAllRecordsThatAreEquallyNear) {
  const std::vector<std::string> names{"sex", "size", "illness"};
  const Table original = testing::mixed_people(100, 9, 0.1), queries = testing::mixed_people(60, 10, 0.1);
  const sfumato::Run run({.seed = 1, .threads = 1});
  const std::vector<const Table*> tables{&original, &queries};
  const GowerSpace space = stats::gower_space(tables, names, run);
  std::size_t asked = 0;
  stats::for_nearest_records(
      space, space.tables[1], space.tables[0], run,
      [&](std::span<const std::uint32_t> rows, std::span<const std::uint32_t> nearest) {
        std::vector<double> all;
        for (std::size_t k = 0; k < original.rows(); ++k)
          all.push_back(space.sum(space.tables[1].record(rows.front()), space.tables[0].record(k)));
        const double least = *std::min_element(all.begin(), all.end());
        std::vector<std::uint32_t> expected, found(nearest.begin(), nearest.end());
        for (std::uint32_t k = 0; k < all.size(); ++k) {
          if (all[k] == least) expected.push_back(k);
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
        asked += rows.size();
      });
  EXPECT_EQ(asked, queries.rows());
}

TEST(GowerNearest, TakesEmptyTables) {
  const Table none = testing::mixed_people(0, 1), some = testing::mixed_people(3, 1);
  const sfumato::Run run({.seed = 1});
  const std::vector<const Table*> tables{&some, &none};
  const GowerSpace space = stats::gower_space(tables, some.names(), run);
  EXPECT_TRUE(stats::nearest_distances(space, space.tables[1], space.tables[0], 2, run).empty());
  EXPECT_EQ(stats::nearest_distances(space, space.tables[0], space.tables[1], 1, run),
            (std::vector<double>(3, infinity)));
}

}  // namespace
}  // namespace sfumato
