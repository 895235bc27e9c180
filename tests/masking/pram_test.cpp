// PRAM: how often categories change into which, what a given matrix may say, and what is published.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "stats/categories/transition_matrix.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

ColumnInfo category_column(const std::string& name, Kind kind = Kind::nominal) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// 60 % of the rows have the first town, 30 % the second, 10 % the third; every eleventh is missing.
Table random_towns(std::size_t rows) {
  Codes town{{}, {"Reus", "Valls", "Falset", "Tarragona"}};
  for (std::size_t i = 0; i < rows; ++i) {
    town.codes.push_back(i % 11 == 10 ? Codes::missing : i % 10 < 6 ? 0 : i % 10 < 9 ? 1 : 2);
  }
  return {{category_column("town")}, {town}};
}

const std::vector<std::int32_t>& codes(const Table& table, ColumnId id = 0) {
  return table.column(id).get_if<Codes>()->codes;
}

Masked pram(const Table& table, const ParamValues& params, const Table& matrix, std::uint64_t seed = 1) {
  ParamValues all = params;
  all.emplace_back("matrix", "m.csv");
  return masking::method("pram").apply(table, testing::all_columns(table), all,
                                       sfumato::Run({.seed = seed}).with_table("m.csv", matrix));
}

// A matrix as a file holds it; `from` in the first column, `to` in the header.
Table matrix_table(const std::vector<std::string>& from, const testing::NamedNumbers& shares) {
  std::vector<ColumnInfo> schema{category_column("from")};
  std::vector<std::int32_t> order(from.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  std::vector<Column> columns{Codes{order, from}};
  for (const auto& [to, values] : shares) {
    schema.push_back(category_column(to, Kind::numeric));
    columns.emplace_back(values);
  }
  return {schema, columns};
}

std::string refusal(const Table& table, const Table& matrix) {
  try {
    pram(table, {}, matrix);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
    return with_values(error.message, DataValues::shown);
  }
  return "took it";
}

// Pearson's statistic of observed transitions against a matrix, over cells of positive probability; a
// transition of probability 0 fails at once.
double chi_square(const Table& before, const Table& after, const Value& revealed, int& freedom) {
  const auto& rows = revealed.at("matrix").as_array();
  std::map<std::pair<int, int>, double> seen;
  std::map<int, double> from;
  for (std::size_t i = 0; i < before.rows(); ++i) {
    if (codes(before)[i] == Codes::missing) continue;
    seen[{codes(before)[i], codes(after)[i]}] += 1.0;
    from[codes(before)[i]] += 1.0;
  }
  double sum = 0.0;
  freedom = 0;
  for (const auto& [category, count] : from) {
    --freedom;
    for (int to = 0; to < static_cast<int>(rows.size()); ++to) {
      const double share =
          rows[static_cast<std::size_t>(category)].as_array()[static_cast<std::size_t>(to)].as_number();
      const double observed = seen[{category, to}];
      if (share == 0.0) {
        EXPECT_EQ(observed, 0.0);
        continue;
      }
      sum += (observed - count * share) * (observed - count * share) / (count * share);
      ++freedom;
    }
  }
  return sum;
}

TEST(Pram, CategoriesChangeWithThePublishedProbabilities) {
  const Table original = random_towns(200000);
  for (const bool invariant : {false, true}) {
    for (const double retain : {0.3, 0.8}) {
      const Masked masked = testing::mask(original, "pram", {{"retain", retain}, {"invariant", invariant}});
      const Value& revealed = masked.reveal.at("columns").at("town");
      int freedom = 0;
      const double statistic = chi_square(original, masked.tables[0], revealed, freedom);
      EXPECT_EQ(freedom, 6);
      EXPECT_LT(statistic, 38.3) << retain;  // the 1 − 1e-6 quantile of χ² with 6 degrees of freedom
      const Value& share = masked.details.at("changed_share").at("town");
      EXPECT_NEAR(share.at("changed").as_number(), share.at("expected").as_number(), 0.006);
      if (!invariant) {
        EXPECT_NEAR(share.at("expected").as_number(), 1.0 - retain, 1e-12);
      }
    }
  }
}

TEST(Pram, PublishesTheMatrixOfTheCategoriesThatOccur) {
  const Masked masked = testing::mask(random_towns(110), "pram", {{"retain", 0.5}});
  const Value& revealed = masked.reveal.at("columns").at("town");
  EXPECT_EQ(revealed.at("categories"), Value::array_of({"Reus", "Valls", "Falset"}));
  for (const Value& row : revealed.at("matrix").as_array()) {
    double sum = 0.0;
    for (const Value& share : row.as_array()) sum += share.as_number();
    EXPECT_NEAR(sum, 1.0, 1e-14);
  }
}

TEST(Pram, TheInvariantOneKeepsFrequenciesInExpectation) {
  const Table original = random_towns(11000);
  double kept = 0.0, plain = 0.0;
  constexpr int draws = 60;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    for (const bool invariant : {true, false}) {
      const Table masked =
          testing::mask(original, "pram", {{"retain", 0.5}, {"invariant", invariant}}, seed).tables[0];
      const auto first = std::count(codes(masked).begin(), codes(masked).end(), 0);
      (invariant ? kept : plain) += static_cast<double>(first) / draws;
    }
  }
  EXPECT_NEAR(kept, 6000.0, 5.0 * std::sqrt(10000.0 * 0.25 / draws));
  EXPECT_LT(plain, 5700.0);  // 0.5·6000 + 0.5·(3000·6/7 + 1000·6/9) = 4619
}

TEST(Pram, TheMatrixCorrectsEstimates) {
  const Table original = random_towns(200000);
  const Masked masked = testing::mask(original, "pram", {{"retain", 0.5}});
  const auto& rows = masked.reveal.at("columns").at("town").at("matrix").as_array();
  stats::Matrix matrix(3, 3);
  std::vector<double> observed(3), truth(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) matrix(i, j) = rows[i].as_array()[j].as_number();
    const auto category = static_cast<std::int32_t>(i);
    const auto &before = codes(original), &after = codes(masked.tables[0]);
    truth[i] = static_cast<double>(std::count(before.begin(), before.end(), category));
    observed[i] = static_cast<double>(std::count(after.begin(), after.end(), category));
  }
  const auto estimate = stats::pram_correction(matrix, observed).counts.value();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(std::fabs(observed[i] - truth[i]), 5000.0);
    EXPECT_NEAR(estimate[i], truth[i], 8000.0);
  }
  EXPECT_LT(std::fabs(estimate[0] - truth[0]), std::fabs(observed[0] - truth[0]) / 3.0);
}

TEST(Pram, RetainingAllChangesNothing) {
  const Table original = random_towns(500);
  for (const bool invariant : {false, true}) {
    const Masked masked = testing::mask(original, "pram", {{"retain", 1.0}, {"invariant", invariant}});
    EXPECT_TRUE(masked.tables[0].same_data(original));
    EXPECT_EQ(masked.details.at("changed_cells").as_integer(), 0);
  }
}

TEST(Pram, RetainingNothingChangesEveryCell) {
  const Table original = random_towns(500);
  const Table masked = testing::mask(original, "pram", {{"retain", 0.0}}).tables[0];
  for (std::size_t i = 0; i < original.rows(); ++i) {
    EXPECT_EQ(codes(masked)[i] == codes(original)[i], codes(original)[i] == Codes::missing);
  }
}

TEST(Pram, ASingleCategoryAndMissingCellsStay) {
  const Table original({category_column("a"), category_column("b", Kind::ordinal)},
                       {Codes{{0, 0, -1, 0}, {"x", "never"}}, Codes{{-1, -1, -1, -1}, {"low", "high"}}});
  EXPECT_TRUE(testing::mask(original, "pram", {{"retain", 0.0}}).tables[0].same_data(original));
}

TEST(Pram, NominalNumbersKeepTheirType) {
  const Table original({category_column("code")}, {Integers{{7, 7, 12, 12, 12, 0}, {0, 0, 0, 0, 0, 1}}});
  const Table masked = testing::mask(original, "pram", {{"retain", 0.0}}).tables[0];
  EXPECT_EQ(masked.column(0), Column(Integers{{12, 12, 7, 7, 7, 0}, {0, 0, 0, 0, 0, 1}}));
}

TEST(Pram, AGivenMatrixTakesThePlaceOfRetain) {
  const Table rotation = matrix_table({"Valls", "Reus", "Falset"},
                                      {{"Falset", {1, 0, 0}}, {"Valls", {0, 1, 0}}, {"Salou", {0, 0, 1}}});
  const Table original = random_towns(110);
  const Table masked = pram(original, {}, rotation).tables[0];
  const std::map<std::string, std::string> expected{
      {"Valls", "Falset"}, {"Reus", "Valls"}, {"Falset", "Salou"}, {"", ""}};
  for (std::size_t i = 0; i < original.rows(); ++i) {
    EXPECT_EQ(masked.column(0).text(i), expected.at(original.column(0).text(i)));
  }
}

TEST(Pram, AGivenMatrixIsAppliedWhereItsCategoriesAre) {
  const Table both({category_column("sex"), category_column("town")},
                   {Codes{{0, 1, 0}, {"f", "m"}}, Codes{{0, 0, 1}, {"Reus", "Valls"}}});
  const Masked masked = pram(both, {}, matrix_table({"f", "m"}, {{"f", {0, 1}}, {"m", {1, 0}}}));
  EXPECT_EQ(codes(masked.tables[0], 0), (std::vector<std::int32_t>{1, 0, 1}));
  EXPECT_EQ(masked.tables[0].column(1), both.column(1));
  EXPECT_EQ(masked.details.at("left_alone"), Value::array_of({"town"}));
}

TEST(Pram, AnInvariantGivenMatrixNeverLeadsToUnobservedCategories) {
  const Table spread =
      matrix_table({"Reus", "Valls", "Falset"},
                   {{"Reus", {0.4, 0.2, 0.2}}, {"Valls", {0.2, 0.4, 0.2}}, {"Salou", {0.4, 0.4, 0.6}}});
  const Table original = random_towns(2000);
  const Table masked = pram(original, {{"invariant", true}}, spread).tables[0];
  for (std::size_t i = 0; i < original.rows(); ++i) EXPECT_NE(masked.column(0).text(i), "Salou");
  EXPECT_FALSE(masked.same_data(original));
}

TEST(Pram, RefusesInvalidMatrices) {
  const Table original = random_towns(110);
  EXPECT_EQ(refusal(original, matrix_table({"Reus", "Valls", "Falset"},
                                           {{"Reus", {1, 0.5, 0}}, {"Valls", {0, 0.4, 1}}})),
            "the shares of 'Valls' in the matrix add up to 0.9");
  EXPECT_EQ(refusal(original, matrix_table({"Reus", "Reus"}, {{"Reus", {1, 1}}})),
            "the matrix has category 'Reus' twice in its first column");
  EXPECT_EQ(refusal(original, matrix_table({"Reus"}, {{"Reus", {-0.5}}})),
            "the matrix has -0.5 from 'Reus' to 'Reus'");
  EXPECT_EQ(refusal(original, matrix_table({"Reus"}, {{"Reus", {std::nan("")}}})),
            "the matrix has no share from 'Reus' to 'Reus'");
  EXPECT_EQ(refusal(original, matrix_table({"Reus"}, {{"Reus", {1}}})),
            "the matrix has no row for 'Valls' and 'Falset' of column 'town'");
  EXPECT_EQ(refusal(original, matrix_table({"f", "m"}, {{"f", {0, 1}}, {"m", {1, 0}}})),
            "the matrix has no category of any chosen column");
  EXPECT_EQ(refusal(original, matrix_table({}, {})), "the matrix has no shares");
}

TEST(Pram, RefusesCategoriesThatAColumnCannotHold) {
  const Table away = matrix_table({"1", "2"}, {{"1", {0, 1}}, {"3", {1, 0}}});
  const Table numbers({category_column("code")}, {Integers{{1, 2}, {}}});
  EXPECT_EQ(refusal(numbers, away), "the matrix leads to '3', which no cell of column 'code' has");
  const Table levels({category_column("level", Kind::ordinal)}, {Codes{{0, 1}, {"1", "2"}}});
  EXPECT_EQ(refusal(levels, away), "the matrix leads to '3', which is not in the order of column 'level'");
}

TEST(Pram, RefusesTooManyCategories) {
  Codes many;
  for (std::int32_t i = 0; i < 1001; ++i) {
    many.codes.push_back(i);
    many.labels.push_back(std::to_string(i));
  }
  EXPECT_THROW(testing::mask(Table({category_column("id")}, {many}), "pram"), Error);
}

TEST(Pram, EachStratumPublishesItsOwnMatrix) {
  Table original({category_column("town"), category_column("region")},
                 {Codes{{0, 1, 1, 0, 2, 1}, {"a", "b", "c"}}, Codes{{0, 0, 0, 1, 1, 1}, {"north", "south"}}});
  const masking::Step step{&masking::method("pram"), {}, {0}, ColumnId{1}, false};
  const Masked masked = masking::apply_step(original, step, sfumato::Run({.seed = 1}));
  const Value& by_stratum = masked.reveal.at("by_stratum");
  EXPECT_NE(by_stratum.find("north"), nullptr);
  EXPECT_NE(by_stratum.at("south").find("columns"), nullptr);
}

}  // namespace
}  // namespace sfumato
