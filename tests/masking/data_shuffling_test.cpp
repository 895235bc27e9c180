// Data shuffling: what it keeps exactly, what on average, and what it breaks.
#include <gtest/gtest.h>

#include <cmath>

#include "core/elementary.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/distributions/normal_copula.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

constexpr std::size_t rows = 5000;
// The standard error of a rank correlation of independent columns; dependence makes it smaller.
const double standard_error = 1.0 / std::sqrt(static_cast<double>(rows));

// Skewed columns whose ranks are those of normals with correlations g–x 0.8, g–y −0.48, x–y −0.36.
Table skewed_table() {
  Rng rng({21, 21});
  std::vector<double> g(rows), x(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double shared = rng.normal(), own = rng.normal();
    g[i] = portable_exp(shared);
    x[i] = portable_exp(2.0 * (0.8 * shared + 0.6 * own));
    y[i] = std::pow(-0.48 * shared + 0.04 * own + std::sqrt(1.0 - 0.48 * 0.48 - 0.04 * 0.04) * rng.normal(),
                    3.0);
  }
  return numbers_table({{"g", g}, {"x", x}, {"y", y}});
}

double spearman(const Numbers& a, const Numbers& b) {
  return stats::rank_correlation({stats::average_ranks(a), stats::average_ranks(b)},
                                 sfumato::Run({.seed = 1}))(0, 1);
}

Masked shuffle(const Table& original, const std::vector<std::string>& columns,
               const std::vector<std::string>& given = {}, std::uint64_t seed = 1) {
  return masking::method("data-shuffling")
      .apply(original, testing::columns_named(original, columns), {{"given", Value::array_of(given)}},
             sfumato::Run({.seed = seed}));
}

TEST(DataShuffling, KeepsEachColumnsValues) {
  const Table original = testing::incomes(1000);
  const Masked masked = testing::mask(original, "data-shuffling");
  EXPECT_EQ(masked.mapping, Mapping::none);
  for (const std::string& name : original.names()) {
    EXPECT_EQ(testing::sorted(masked.tables[0], name), testing::sorted(original, name));
    EXPECT_NE(masked.tables[0].column(original.require(name)), original.column(original.require(name)));
  }
}

TEST(DataShuffling, KeepsRankCorrelationsButNotRecords) {
  const Table original = skewed_table();
  constexpr int seeds = 20;
  for (const auto& [a, b] : {std::pair<ColumnId, ColumnId>{0, 1}, {0, 2}, {1, 2}}) {
    const double before = spearman(original.column(a).to_numbers(), original.column(b).to_numbers());
    double mean = 0.0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const Table masked = testing::mask(original, "data-shuffling", {}, seed).tables[0];
      const double after = spearman(masked.column(a).to_numbers(), masked.column(b).to_numbers());
      EXPECT_NEAR(after, before, 5.0 * standard_error);
      EXPECT_NEAR(spearman(original.column(a).to_numbers(), masked.column(a).to_numbers()), 0.0,
                  5.0 * standard_error);
      mean += after / seeds;
    }
    EXPECT_NEAR(mean, before, 5.0 * standard_error / std::sqrt(seeds));
  }
}

// Given g, the new x and the old x are independent, so that their normal scores correlate r² where
// those of x and g correlate r: ρ = 6/π·asin(r²/2).
TEST(DataShuffling, KeepsTheRelationToGivenColumnsAndNoMore) {
  const Table original = skewed_table();
  const Numbers g = original.column(0).to_numbers(), x = original.column(1).to_numbers(),
                y = original.column(2).to_numbers();
  const double pi = std::acos(-1.0), r = 2.0 * std::sin(pi / 6.0 * spearman(g, x));
  constexpr int seeds = 20;
  double kept = 0.0, tied = 0.0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Masked masked = shuffle(original, {"x", "y"}, {"g"}, seed);
    EXPECT_EQ(masked.mapping, Mapping::same_rows);
    EXPECT_EQ(masked.tables[0].column(0), original.column(0));
    const Numbers new_x = masked.tables[0].column(1).to_numbers(),
                  new_y = masked.tables[0].column(2).to_numbers();
    EXPECT_NEAR(spearman(new_x, new_y), spearman(x, y), 5.0 * standard_error);
    EXPECT_NEAR(spearman(g, new_y), spearman(g, y), 5.0 * standard_error);
    kept += spearman(g, new_x) / seeds;
    tied += spearman(x, new_x) / seeds;
  }
  EXPECT_NEAR(kept, spearman(g, x), 5.0 * standard_error / std::sqrt(seeds));
  EXPECT_NEAR(tied, 6.0 / pi * std::asin(r * r / 2.0), 5.0 * standard_error / std::sqrt(seeds));
}

TEST(DataShuffling, AColumnBothProtectedAndGivenIsGiven) {
  const Table original = skewed_table();
  const Masked both = shuffle(original, {"x", "y"}, {"y", "g", "y"});
  EXPECT_TRUE(both.tables[0].same_data(shuffle(original, {"x"}, {"g", "y"}).tables[0]));
  EXPECT_EQ(both.tables[0].column(2), original.column(2));
  try {
    shuffle(original, {"x"}, {"x"});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "every column to shuffle is also given");
    EXPECT_FALSE(error.hint.empty());
  }
}

TEST(DataShuffling, RefusesGivenColumnsThatHaveNoOrder) {
  ColumnInfo amount, town;
  amount.name = "amount";
  town.name = "town";
  town.kind = Kind::nominal;
  const Table original({amount, town}, {Numbers{1, 2, 3}, Codes{{0, 1, 0}, {"Reus", "Valls"}}});
  EXPECT_THROW(shuffle(original, {"amount"}, {"town"}), Error);
  EXPECT_THROW(shuffle(original, {"amount"}, {"twon"}), Error);
}

TEST(DataShuffling, MissingCellsStayAndValuesMoveAmongTheOthers) {
  Table original = skewed_table();
  Rng rng({5, 5});
  for (ColumnId id = 0; id < 3; ++id) {
    for (double& value : original.edit_numbers(id)) {
      if (rng.chance(0.1)) value = std::nan("");
    }
  }
  const Table masked = shuffle(original, {"x", "y"}, {"g"}).tables[0];
  Numbers g, x, new_x;
  for (std::size_t i = 0; i < rows; ++i) {
    EXPECT_EQ(masked.column(1).missing(i), original.column(1).missing(i));
    EXPECT_EQ(masked.column(2).missing(i), original.column(2).missing(i));
    if (original.column(0).missing(i) || original.column(1).missing(i)) continue;
    g.push_back(original.column(0).to_numbers()[i]);
    x.push_back(original.column(1).to_numbers()[i]);
    new_x.push_back(masked.column(1).to_numbers()[i]);
  }
  EXPECT_NEAR(spearman(g, new_x), spearman(g, x), 5.0 / std::sqrt(static_cast<double>(x.size())));
  const auto present = [](Numbers values) {
    std::erase_if(values, [](double value) { return std::isnan(value); });
    std::sort(values.begin(), values.end());
    return values;
  };
  EXPECT_EQ(present(masked.column(1).to_numbers()), present(original.column(1).to_numbers()));
}

TEST(DataShuffling, NoCompleteRecordsMeansNoModel) {
  const double nan = std::nan("");
  try {
    testing::mask(numbers_table({{"x", {1, nan, 2, nan}}, {"y", {nan, 3, nan, 4}}}), "data-shuffling");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
  }
}

TEST(DataShuffling, IntegersAndCategoriesKeepTheirType) {
  ColumnInfo number, level;
  number.name = "n";
  level.name = "l";
  level.kind = Kind::ordinal;
  const Table original({number, level},
                       {Integers{{5, 4, 3, 2, 1}, {}}, Codes{{0, 1, 2, 1, 0}, {"low", "mid", "high"}}});
  const Table masked = testing::mask(original, "data-shuffling").tables[0];
  EXPECT_NE(masked.column(0).get_if<Integers>(), nullptr);
  EXPECT_NE(masked.column(1).get_if<Codes>(), nullptr);
}

// Census has many ties, a column that is the sum of two others, and columns that are nearly equal.
TEST(DataShuffling, TakesNearlySingularTables) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Table masked =
      shuffle(original, {"PTOTVAL", "POTHVAL", "TAXINC"}, {"PEARNVAL", "WSALVAL", "ERNVAL"}).tables[0];
  EXPECT_EQ(testing::sorted(masked, "PTOTVAL"), testing::sorted(original, "PTOTVAL"));
  const auto related = [&](const Table& table) {
    return spearman(original.column(original.require("PEARNVAL")).to_numbers(),
                    table.column(original.require("PTOTVAL")).to_numbers());
  };
  EXPECT_NEAR(related(masked), related(original), 5.0 / std::sqrt(1080.0));
}

}  // namespace
}  // namespace sfumato
